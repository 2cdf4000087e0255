"""The loop in the composed stages: a request gets the level that its text needs, and never the original."""

import asyncio
import json

import pytest

from guardian_core.anonymize.adversarial import Adaptation
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.strength import Strength, strengthened
from guardian_core.vocabulary import Decision, Level, Request, Verdict
from tests.anonymize.adversarial.scripts import Script, Scripted, guessing, replacing

TEXT = "I am Dana Quill and I write to you from Willow Lane about my late order, please call me on +44 20 7946 0958."
PAGE = ((b"origin", b"https://willowshop.test"), (b"sec-fetch-mode", b"cors"), (b"sec-fetch-site", b"cross-site"))
SOFT = {"Dana Quill": "a customer", "+44 20 7946 0958": "my phone", "Willow Lane": "home"}


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return Settings.model_validate(
        {
            "home": tmp_path_factory.mktemp("home"),
            "policy": {"enabled": False},
            "decision": {"domains": {"adlantern.test": {"recipient": "advertising"}}},
            "rewrite": {"seconds": {"background": 5.0}},
        }
    )


@pytest.fixture(scope="module")
def guardian(settings):
    guardian = Guardian(settings)
    yield guardian
    asyncio.run(guardian.close())


def outcome_of(guardian, settings, model, text=TEXT):
    guardian.strength = Strength(settings, model, guardian.detector)
    body = json.dumps({"message": text, "n": 1}).encode()
    lines = ((b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *PAGE)
    request = Request("POST", "https", "papers.test", 443, "/v1/items", lines, body)
    return asyncio.run(guardian.handle(request))


def message(outcome):
    return json.loads(outcome.rewritten.body)["message"]


def test_a_verified_guess_makes_the_rewrite_stronger(guardian, settings):
    model = Scripted(guesser=guessing(("Quill", 0.9)), minimal_edit=replacing(**SOFT), semantic=replacing(**SOFT))
    outcome = outcome_of(guardian, settings, model)
    assert outcome.decision.verdict is Verdict.TRANSFORM
    assert outcome.decision.level is Level.SEMANTIC
    assert outcome.decision.start is not None
    assert outcome.decision.start < Level.SEMANTIC
    assert "could be guessed at confidence 0.90" in outcome.decision.reasons[-1]
    assert message(outcome) == TEXT.replace("Dana Quill", "a customer").replace("+44 20 7946 0958", "my phone").replace(
        "Willow Lane", "home"
    )


def test_no_guess_leaves_the_level_of_the_risk(guardian, settings):
    outcome = outcome_of(guardian, settings, Scripted())
    assert outcome.decision.start is None
    assert "Quill" not in message(outcome)


@pytest.mark.parametrize("script", [lambda _: "", lambda shown: {"lines": shown["lines"]}, lambda _: {"lines": ["Bob Miller"] * 9}])
def test_never_sends_what_a_model_made_up_or_left(guardian, settings, script: Script):
    model = Scripted(guesser=guessing(("Quill", 0.9)), minimal_edit=script, semantic=script)
    outcome = outcome_of(guardian, settings, model)
    sent = message(outcome)
    assert not any(word in sent for word in ("Quill", "7946", "Miller"))
    assert outcome.degraded


def test_a_person_that_the_model_invents_is_refused(guardian, settings):
    bob = SOFT | {"Dana Quill": "Robert Miller"}
    model = Scripted(guesser=guessing(("Quill", 0.9)), minimal_edit=replacing(**bob), semantic=replacing(**bob))
    outcome = outcome_of(guardian, settings, model)
    assert "Miller" not in message(outcome)
    assert any("invented" in note for note in outcome.degraded)


def test_a_decision_that_was_not_strengthened_stays_as_it_is(guardian, settings):
    decision = Decision(verdict=Verdict.TRANSFORM, level=Level.TAGS)
    outcome = outcome_of(guardian, settings, Scripted())
    assert strengthened(decision, Adaptation((), Level.TAGS)) is decision
    assert outcome.decision.reasons
