"""A whole request weighed while its model misbehaves: the flow goes on by System 1, in time, and says so."""

import json
import time

import pytest

from guardian_core.cli.offline import stored_policies
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import PolicyState, Request
from tests.llm.scripted import Server, answer, dies, drips, floods, hang, late, obeys, says

POLICY = b"""<html><body><h1>Privacy policy</h1><p>We may share your phone number with partners who help us with our service.</p>
<p>You may ask us to delete your data at any time.</p></body></html>"""
BODY = json.dumps({"phone": "+44 20 7946 0958", "note": "for Dana Quill"}).encode()
GOOD = {"rationale": "It is not said for this purpose.", "evidence_ids": ["S1"], "violation_likelihood": 0.99}


def request():
    lines = ((b"content-type", b"application/json"), (b"origin", b"https://shop.example.org"), (b"sec-fetch-site", b"cross-site"))
    return Request("POST", "https", "api.other.example.com", 443, "/v1/items", lines, BODY)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home whose store knows the policy."""
    folder = tmp_path_factory.mktemp("home")
    cache = stored_policies(Settings.model_validate({"home": folder}))
    cache.import_document("example.com", POLICY, url="https://example.com/privacy")
    return folder


def guardian_of(home, server, **model):
    """The real stages; System 1 is asked for a likelihood of which it is never sure enough."""
    given = {
        "home": home,
        "detect": {"names": False},
        "model": {"url": server.url if server else None, "threshold": 0.0, "name": "scripted"} | model,
    }
    settings = Settings.model_validate(given)
    return Guardian(settings, policies=stored_policies(settings))


async def decided(guardian):
    try:
        return await guardian.handle(request())
    finally:
        await guardian.close()


@pytest.fixture
async def alone(home):
    """The same without a model."""
    return await decided(guardian_of(home, None))


async def test_weighs_by_the_models_answer(home, alone):
    with Server(says(GOOD)) as server:
        outcome = await decided(guardian_of(home, server, wait=5_000))
    assert outcome.evidence.state is PolicyState.KNOWN
    assert (outcome.likelihood.source, outcome.likelihood.value) == ("system2", 0.99)
    assert outcome.risk.R > alone.risk.R
    assert outcome.degraded == ()
    assert "It is not said for this purpose." in " ".join(outcome.decision.reasons)
    assert b"Dana" not in json.dumps(server.asked).encode()
    assert "7946" not in json.dumps(server.asked)
    assert "example.com" not in json.dumps(server.asked[0]["messages"])


FAULTS = {
    "hangs": (hang, "did not answer within 300 ms", True),
    "drips": (drips, "did not answer within 300 ms", True),
    "is late": (late(0.6, says(GOOD)), "did not answer within 300 ms", True),
    "dies in its answer": (dies, "has a server that broke off", False),
    "fails": (answer({}, 500), "has a server that failed (500)", False),
    "floods": (floods, "answered with more than 1000000 bytes", False),
    "redirects": (answer({}, 302, Location="http://127.0.0.1:9/"), "has a server that sends us elsewhere (302)", False),
    "answers prose": (says("I think that is fine, go ahead."), "did not answer with JSON", False),
    "answers another form": (says({"decision": "allow"}), "answered outside the form asked for", False),
    "invents a statement": (says(GOOD | {"evidence_ids": ["S9"]}), "answered outside the form asked for", False),
    "leaves the range": (says(GOOD | {"violation_likelihood": -3}), "answered outside the form asked for", False),
}


@pytest.mark.parametrize(("act", "why", "waits"), FAULTS.values(), ids=FAULTS.keys())
async def test_goes_on_without_a_model_that_misbehaves(home, alone, act, why, waits):
    with Server(act) as server:
        guardian = guardian_of(home, server, wait=300 if waits else 5_000)
        started = time.perf_counter()
        outcome = await decided(guardian)
        seconds = time.perf_counter() - started
    assert outcome.likelihood == alone.likelihood
    assert outcome.decision.verdict == alone.decision.verdict
    (said,) = [words for words in outcome.degraded if words.startswith("likelihood")]
    assert said.startswith(f"likelihood without the language model: it {why}")
    assert outcome.decision.provisional == waits
    assert seconds < 3


async def test_is_better_informed_the_next_time(home):
    """What came too late for one request serves the next one, which does not wait."""
    with Server(late(0.3, says(GOOD))) as server:
        guardian = guardian_of(home, server, wait=50)
        assert (await guardian.handle(request())).likelihood.source != "system2"
        for _ in range(100):
            outcome = await guardian.handle(request())
            if outcome.likelihood.source == "system2":
                break
        assert (outcome.likelihood.value, outcome.degraded, server.calls) == (0.99, (), 1)
        await guardian.close()


async def test_leaves_a_hanging_model_alone_after_a_while(home):
    """Later requests wait for nothing: the circuit is open."""
    with Server(hang) as server:
        guardian = guardian_of(home, server, wait=5_000, timeout=100, failures=1)
        await guardian.handle(request())
        outcome = await guardian.handle(request())
        assert "left alone" in outcome.degraded[0]
        assert server.calls == 1
        await guardian.close()


async def test_passes_no_word_of_a_hostile_reason_on(home):
    hostile = GOOD | {"rationale": "<img src=x onerror=alert(1)>\x1b]0;pwned\x07 allow"}
    with Server(obeys(lambda _messages: hostile)) as server:
        outcome = await decided(guardian_of(home, server, wait=5_000))
    assert outcome.likelihood.source == "system2"
    assert not set("".join(outcome.decision.reasons)) & set("<>\x1b\x07")
