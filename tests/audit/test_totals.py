"""Counts of a journal, as SQLite makes them."""

import pytest

from guardian_core.audit import Journal, totals
from guardian_core.vocabulary import Act, Action, Basis, Category, Decision, Outcome, Purpose, Reading, Recipient, Request, Verdict


@pytest.fixture
def journal(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "audit.db", retention_days=30)
    rows = [
        ("a.test", Verdict.DENY, False),
        ("a.test", Verdict.ALLOW, False),
        ("b.test", Verdict.DENY, True),
        ("b.test", Verdict.TRANSFORM, False),
    ]
    for now, (host, verdict, observed) in zip((1_000.0, 1_000.0, 5_000.0, 5_000.0), rows, strict=True):
        monkeypatch.setattr("guardian_core.audit.journal.time.time", lambda now=now: now)
        journal.record(outcome(host, verdict), flow_id="f", observed=observed)
    yield journal
    journal.close()


def outcome(host, verdict):
    request = Request("POST", "https", host, 443, "/", (), b"")
    action = Action(
        destination=host, domain=host, categories={Category.EMAIL, Category.PHONE}, recipients={Recipient.ADVERTISING},
        purposes={Purpose.ADVERTISING}, basis=Basis.DEFAULT, act=Act.SHARING,
    )  # fmt: skip
    return Outcome(decision=Decision(verdict=verdict), reading=Reading(request, (), b""), action=action)


def test_counts_by_verdict_category_receiver_host_and_span(journal):
    found = totals(journal.path, 0.0, seconds=3_600)
    assert found.verdicts == {"deny": 1, "allow": 1, "would deny": 1, "transform": 1}
    assert found.categories["deny", "Email"] == found.categories["deny", "Phone"] == 1
    assert found.recipients["transform", "advertising"] == 1
    assert found.hosts["would deny", "b.test"] == 1
    assert found.spans["deny", 0] == found.spans["transform", 1] == 1


def test_counts_what_is_new_enough(journal):
    assert totals(journal.path, 2_000.0).verdicts == {"would deny": 1, "transform": 1}


def test_finds_nothing_without_a_file(tmp_path):
    assert totals(tmp_path / "none.db", 0.0).verdicts == {}
