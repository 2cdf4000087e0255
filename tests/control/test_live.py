"""The last requests in memory: bounded in number, size and age."""

import pytest

from guardian_core.control.live import HELD_BYTES, LARGEST, Live
from guardian_core.control_settings import ControlSettings
from guardian_core.vocabulary import Act, Action, Basis, Category, Decision, Outcome, Purpose, Reading, Recipient, Request, Verdict

SECRET = b"dana.quill@mailbox.example"


def outcome(verdict=Verdict.DENY, body=SECRET, weighed=True):
    request = Request("POST", "https", "a.test", 443, "/?q=dana", (), body)
    action = Action(
        destination="a.test", domain="a.test", categories={Category.EMAIL}, recipients={Recipient.ADVERTISING},
        purposes={Purpose.ADVERTISING}, basis=Basis.DEFAULT, act=Act.SHARING, text=body.decode("latin-1"),
    )  # fmt: skip
    return Outcome(decision=Decision(verdict=verdict), reading=Reading(request, (), body), action=action if weighed else None)


@pytest.fixture
def live():
    return Live(ControlSettings(flows=3, held=2, held_minutes=1.0), lambda value: value[:2])


def test_lists_the_newest_first_and_forgets_the_oldest(live):
    for number in range(5):
        live.add(outcome(), f"f{number}", observed=False, now=float(number))
    assert [seen.flow for seen in live.recent()] == ["f4", "f3", "f2"]
    assert live.seen("f1") is None
    assert [live.held(f"f{number}", now=5.0) is not None for number in range(5)] == [False, False, False, True, True]


def test_the_list_has_no_value(live):
    live.add(outcome(), "f", observed=True, now=1.0)
    assert "dana" not in repr(live.recent()).lower()
    assert live.seen("f").row["observed"] is True


def test_forgets_content_when_it_is_too_old_even_if_nobody_asks(live):
    live.add(outcome(), "f", observed=False, now=0.0)
    assert live.held("f", now=59.0) is not None
    live.forget_old(now=61.0)
    assert live._held == {}
    assert live.seen("f") is not None


@pytest.mark.parametrize("kept", [outcome(Verdict.ALLOW), outcome(weighed=False), outcome(body=b"x" * (LARGEST + 1))])
def test_holds_no_content_of_what_nobody_has_to_decide_about(live, kept):
    live.add(kept, "f", observed=False, now=0.0)
    assert live.held("f", now=0.0) is None
    assert live.seen("f") is not None


def test_holds_so_many_bytes_and_no_more():
    live = Live(ControlSettings(flows=1_000, held=1_000), lambda value: value)
    for number in range(40):
        live.add(outcome(body=b"x" * 499_000), f"f{number}", observed=False, now=0.0)
    assert 0 < sum(len(kept.outcome.reading.body) * 2 for kept in live._held.values()) <= HELD_BYTES


def test_a_later_decision_takes_the_place_of_an_earlier_one(live):
    live.add(outcome(), "f", observed=False, now=0.0)
    live.add(outcome(Verdict.ALLOW), "f", observed=False, now=1.0)
    assert [seen.row["verdict"] for seen in live.recent()] == ["allow"]
    assert live.held("f", now=1.0) is None
