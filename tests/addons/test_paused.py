"""During a pause everything passes as it is, says so, and an administrator can forbid it."""

import sqlite3
import time

import pytest
import wsproto.events as ws
from guardian_addons import paused

from guardian_core.audit import read, totals
from guardian_core.audit.report import report
from guardian_core.control.flows import flow_table
from guardian_core.pause import PASSED, pause, resume
from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict
from tests.addons.test_websocket import Socket

URL = "https://shop.example.test/save"
DATA = {"ssn": "524-71-3806"}


@pytest.fixture
def denying(wire, verdict_of):
    """A proxy that denies everything, and ends every pause afterwards."""
    wire.core.answer = lambda request: verdict_of(request, Verdict.DENY)
    yield wire
    resume(wire.home)


def post(wire):
    with wire.client() as client:
        return client.post(URL, json=DATA).status_code


def test_lets_pass_and_records_it(denying):
    assert post(denying) == 403
    pause(denying.home, 60)
    denying.core.requests.clear()
    assert post(denying) == 200
    assert denying.core.requests == []  # nothing was asked, so nothing could be slow or fail
    assert b"524-71-3806" in denying.origin.requests[-1][1]
    metadata = denying.flow.metadata["guardian"]
    assert metadata["verdict"] == "allow"
    assert metadata["reasons"][0].startswith("paused until ")
    assert metadata["degraded"] == ["not inspected"]
    time.sleep(0.3)  # the journal writes on a thread of its own
    with sqlite3.connect(denying.home / "audit.db") as journal:
        (reasons, observed) = journal.execute("select reasons, observed from decisions order by id desc limit 1").fetchone()
    assert reasons.startswith('["paused until ')
    assert observed == 0  # it did pass


def test_what_passed_counts_alike_on_the_page_and_in_the_report(denying):
    pause(denying.home, 60)
    before = counted(denying.home)
    assert post(denying) == 200
    time.sleep(0.3)
    assert counted(denying.home) == [number + 1 for number in before]
    (row, *_) = read(denying.home / "audit.db", None, 1)
    assert PASSED in flow_table([row])
    assert "could not be read" not in flow_table([row])
    assert counted(denying.home, observed=True)[1] == 0


def counted(home, *, observed=False):
    """What passed: by the control page's totals, by the report, and by the report under that name."""
    found = report(home / "audit.db", None, observed=observed)
    named = found.categories.get(PASSED, {}).get("allow", 0)
    return [totals(home / "audit.db", 0.0).verdicts["allow"], found.verdicts["allow"], named]


def test_ends_by_itself_and_when_it_is_resumed(denying):
    pause(denying.home, 0.8)
    assert post(denying) == 200
    time.sleep(0.9)
    assert post(denying) == 403
    pause(denying.home, 60)
    assert post(denying) == 200
    resume(denying.home)
    assert post(denying) == 403


def test_lets_pass_what_is_not_http(denying):
    pause(denying.home, 60)
    with denying.connect("raw.example.test", 22) as raw:
        raw.sendall(b"\x00\x01 not http")
        assert raw.recv(100) == b"got it"


def test_lets_messages_of_a_websocket_pass(denying):
    pause(denying.home, 60)
    client = Socket(denying)
    client.send(ws.TextMessage("524-71-3806"))
    client.wait(ws.TextMessage)
    client.stream.close()
    assert denying.origin.frames == ["524-71-3806"]


@pytest.mark.parametrize("forbidden", [{"pause": False}, {"overrides": False}], ids=["pause", "overrides"])
def test_can_be_forbidden(denying, forbidden):
    pause(denying.home, 60)
    with denying.settings(control=forbidden):
        assert post(denying) == 403
    assert post(denying) == 200


def test_says_it_of_what_was_decided_otherwise(denying):
    request = Request("GET", "https", "a.test", 443, target="/", headers=(), body=b"")
    decided = Outcome(Decision(verdict=Verdict.DENY, reasons=("because",)), Reading(request, (), b""))
    once = paused.marked(decided, 1_900_000_000.0)
    assert once.decision.verdict is Verdict.ALLOW
    assert once.decision.reasons == (paused.reason(1_900_000_000.0), "because")
    assert paused.marked(once, 1_900_000_000.0) is once
