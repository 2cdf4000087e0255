"""Long requests that take too long: their beginning is searched, the rest goes by the rule for what nobody can read."""

import asyncio
import gzip
import json
import time

import pytest

from guardian_core.beginnings import BEGINNING
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

RECIPIENTS = {"service.example.test": "service_provider", "metrics.example.test": "analytics"}
# The beginning is done in a moment, the numbers behind it take a minute.
SLOW = {"text": "it fits well " * 24_000, "numbers": [{"n": number, "m": number * 7} for number in range(300_000)]}
MAIL = "mira.okafor@example.test"
CARD = "4111 1111 1111 1111"


@pytest.fixture(scope="module")
def guardian(tmp_path_factory):
    decision = {"detect_timeout": 4_000, "domains": {host: {"recipient": recipient} for host, recipient in RECIPIENTS.items()}}
    sections = {"detect": {"names": False}, "policy": {"enabled": False}, "decision": decision}
    core = Guardian(Settings.model_validate({"home": tmp_path_factory.mktemp("home"), **sections}))
    core.searchers.begin()
    until = time.monotonic() + 60
    while not core.searchers.pids() and time.monotonic() < until:
        time.sleep(0.02)
    yield core
    asyncio.run(core.close())


def decided(guardian, host, body, *fields, packed=False):
    written = json.dumps(body).encode()
    assert len(written) > BEGINNING
    head = ((b"content-type", b"application/json"), (b"origin", b"https://shop.willow.test"), *fields)
    return asyncio.run(
        guardian.handle(Request("POST", "https", host, 443, "/v1", head, gzip.compress(written) if packed else written))
    )


def test_passes_to_whom_it_would_go_unread(guardian):
    """And is recorded as not inspected."""
    outcome = decided(guardian, "service.example.test", SLOW)
    assert (outcome.decision.verdict, outcome.unchecked, outcome.degraded) == (Verdict.ALLOW, True, ("not inspected",))
    assert "within 4000 ms: only the first 262144 bytes" in outcome.decision.reasons[0]
    assert len(outcome.reading.request.body) > BEGINNING


@pytest.mark.parametrize(
    ("host", "body", "fields", "packed"),
    [
        ("metrics.example.test", SLOW, (), False),
        ("metrics.example.test", {"mail": MAIL, **SLOW}, (), False),
        ("service.example.test", {"password": "x9!kestrel", "card": CARD, **SLOW}, (), False),
        ("service.example.test", SLOW, ((b"content-encoding", b"gzip"),), True),
    ],
    ids=["stranger", "stranger, personal", "what the service may not have", "compressed"],
)
def test_is_refused_to_all_others(guardian, host, body, fields, packed):
    """And where the beginning says that it may not go, or cannot be read by itself."""
    outcome = decided(guardian, host, body, *fields, packed=packed)
    assert (outcome.decision.verdict, outcome.unchecked) == (Verdict.DENY, True)
    assert "within 4000 ms" in outcome.decision.reasons[0]
