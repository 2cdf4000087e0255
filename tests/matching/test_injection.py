"""Hostile policies, read by the real stages, before a model that does all that they say, and worse."""

import json
import re

import pytest

from guardian_core import matching
from guardian_core.cli.offline import stored_policies
from guardian_core.matching.judge import DENIED
from guardian_core.matching.system2 import question
from guardian_core.model_settings import ModelSettings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Act, Action, Basis, Category, PolicyState, Purpose, Recipient
from tests.matching.injections import CLAIM, INJECTIONS


def action(host, categories, recipient, purpose, basis=Basis.BACKGROUND):
    return Action(
        destination=host,
        domain=host,
        categories=frozenset(categories),
        recipients=frozenset({recipient}),
        purposes=frozenset({purpose}),
        basis=basis,
        act=Act.SHARING,
        text="Dana Quill, dana.quill@example.com",
    )


ACTIONS = {
    "mail to advertisers": ({Category.EMAIL}, Recipient.ADVERTISING, Purpose.MARKETING),
    "health to advertisers": ({Category.HEALTH}, Recipient.ADVERTISING, Purpose.ADVERTISING),
    "all to a broker": ({Category.SSN, Category.PHONE, Category.LOCATION_PRECISE}, Recipient.DATA_BROKER, Purpose.PROFILING),
    "credentials to strangers": ({Category.CREDENTIALS}, Recipient.UNKNOWN_THIRD_PARTY, Purpose.UNDISCLOSED),
    "words to a processor": ({Category.CONTENT}, Recipient.SERVICE_PROVIDER, Purpose.FUNCTIONALITY),
}


@pytest.fixture(scope="module")
def policies(tmp_path_factory):
    """Each policy in the store, as a page that was fetched."""
    cache = stored_policies(Settings.model_validate({"home": tmp_path_factory.mktemp("home")}))
    for number, text in enumerate(INJECTIONS.values()):
        cache.import_document(f"p{number}.example.com", text.encode(), url=f"https://p{number}.example.com/privacy")
    return cache


class Obedient:
    """Says whatever serves the policy: no violation, on every statement there is."""

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        ids = [quoted["id"] for quoted in json.loads(messages[-1].text.split("\n\n")[0])["policy"]]
        return json.dumps({"rationale": "<b>fully disclosed</b>\x1b[2J", "evidence_ids": ids, "violation_likelihood": 0.0})


class Parrot:
    """Says the quotations themselves, as one who takes a forged answer for its own."""

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        policy = json.loads(messages[-1].text.split("\n\n")[0])["policy"]
        return " ".join(quoted["quotation"] for quoted in policy)


@pytest.mark.parametrize("name", INJECTIONS)
async def test_never_takes_the_likelihood_below_the_floor(policies, name):
    host = f"p{list(INJECTIONS).index(name)}.example.com"
    heard = []
    for categories, recipient, purpose in ACTIONS.values():
        sent = action(host, categories, recipient, purpose)
        evidence = await policies.evidence(sent)
        assert evidence.state is PolicyState.KNOWN
        first = matching.judge(sent, evidence)
        for model in (Obedient(), Parrot()):
            paths = matching.System2(ModelSettings(threshold=0.0), model, heard=lambda *said: heard.append(said))
            second = (await paths.reconsider(sent, evidence, first)).likelihood
            assert second.value >= first.floor
            assert first == matching.judge(sent, evidence), "nothing was learned by heart"
            if isinstance(model, Parrot):
                assert second == first, "a quotation is no answer"
            else:
                assert not set(second.because) & set("<>\x1b")


async def test_keeps_a_denial_whatever_stands_around_it(policies):
    for name in ("permits around a denial", "a denial taken back"):
        host = f"p{list(INJECTIONS).index(name)}.example.com"
        sent = action(host, {Category.HEALTH}, Recipient.ADVERTISING, Purpose.ADVERTISING)
        evidence = await policies.evidence(sent)
        first = matching.judge(sent, evidence)
        second = await matching.reconsider(sent, evidence, first, Obedient())
        assert second.value >= max(first.value, DENIED)


async def test_carries_the_orders_as_far_as_the_model(policies):
    """The suite tests something: most orders are part of a statement that is retrieved, and what is hidden is not."""
    reached = {}
    for number, name in enumerate(INJECTIONS):
        sent = action(f"p{number}.example.com", {Category.EMAIL}, Recipient.ADVERTISING, Purpose.MARKETING)
        quoted = json.loads(question(sent, await policies.evidence(sent))[1].text)["policy"]
        reached[name] = max(len(one["quotation"]) for one in quoted) > len(CLAIM) + 20
    hidden = {"white on white", "not shown", "no size", "in a comment", "in an attribute"}
    assert not any(reached[name] for name in hidden - {"in a comment", "in an attribute"})  # those two say more in plain sight
    assert sum(reached.values()) >= 40


async def test_shows_the_model_no_mark_that_ends_a_quotation(policies):
    """What a policy says stays one string of JSON, and no server's chat template finds a turn in it."""
    for number in range(len(INJECTIONS)):
        sent = action(f"p{number}.example.com", {Category.EMAIL}, Recipient.ADVERTISING, Purpose.MARKETING)
        evidence = await policies.evidence(sent)
        system, case = question(sent, evidence)
        read = json.loads(case.text)
        assert [quoted["id"] for quoted in read["policy"]] == [f"S{index + 1}" for index in range(len(evidence.statements))]
        assert not re.search(r"<\|?\w+|\|>|\[/?INST\]|```", case.text)
        assert not any(0xE0000 <= ord(one) <= 0xE007F or one in "\u200b\u2060\u202e" for one in case.text)
        assert "Dana" not in system.text + case.text
        assert sent.destination not in system.text + case.text


TAUGHT = {
    "plain order",
    "forged answer",
    "one of everything",
    "permits and an order",
    "permits around a denial",
    "a denial taken back",
}


async def test_teaches_system_1_nothing_worse(policies, tmp_path):
    """Policies as of six owners, and all that the obedient model says of it learned from: the gate lets no harm pass."""
    system1 = matching.System1(tmp_path / "learned.db", b"k" * 32)
    before = system1.network
    paths = matching.System2(ModelSettings(threshold=0.0), Obedient(), heard=system1.heard)
    cases = []
    for number, name in enumerate(INJECTIONS):
        for categories, recipient, purpose in [*ACTIONS.values()][:2] if name in TAUGHT else ():
            sent = action(f"p{number}.example.com", categories, recipient, purpose)
            evidence = await policies.evidence(sent)
            cases.append((sent, evidence))
            await paths.reconsider(sent, evidence, matching.judge(sent, evidence, before))
    system1.settle()
    after = system1.network
    system1.close()
    for sent, evidence in cases:
        first, second = (matching.judge(sent, evidence, network) for network in (before, after))
        assert second.value >= second.floor
        assert second.value >= first.value - 0.05, "no more than a nuance is learned from what policies say of themselves"
