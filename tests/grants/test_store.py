"""Grants on disk, shared by the proxy, its page and the command line."""

import sqlite3
import threading
import time

import pytest

from guardian_core.errors import StoreError
from guardian_core.grants import Grants, Kind, Scope

SCOPE = Scope("shop.test", "ads.test", "ads.test", frozenset({"Email"}), frozenset({"d1"}))


@pytest.fixture
def grants(tmp_path):
    grants = Grants(tmp_path / "grants.db")
    yield grants
    grants.close()


def test_counts_at_once_for_every_process(grants, tmp_path):
    other = Grants(tmp_path / "grants.db")
    assert other.find(SCOPE) is None
    made = grants.make(Kind.ALLOW, SCOPE, by="test")
    assert other.find(SCOPE) == made
    assert other.end(made.id, "undone", by="test").ended == "undone"
    assert grants.find(SCOPE) is None
    other.close()


def test_ends_when_its_time_is_over(grants):
    now = time.time()
    made = grants.make(Kind.ALLOW, SCOPE, by="test", seconds=3_600, now=now)
    assert grants.find(SCOPE, now=now + 3_599) == made
    assert grants.find(SCOPE, now=now + 3_601) is None
    assert grants.end(made.id, "undone", by="test", now=now + 3_601) is None


def test_finds_a_grant_by_its_number_whether_it_counts_or_not(grants):
    made = grants.make(Kind.ALLOW, SCOPE, by="a test")
    grants.end(made.id, "undone", by="a test")
    assert (grants.get(made.id).ended, grants.get(made.id + 1)) == ("undone", None)


def test_is_used_once_whoever_else_tries(grants, tmp_path):
    made = grants.make(Kind.ALLOW, SCOPE, by="test", once=True)
    stores = [Grants(tmp_path / "grants.db") for _ in range(6)]
    won = []
    threads = [threading.Thread(target=lambda store=store: won.append(store.end(made.id, "used", by="test"))) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one is not None for one in won) == 1
    for store in stores:
        store.close()


def test_the_last_word_counts(grants):
    grants.make(Kind.ALLOW, SCOPE, by="test")
    denied = grants.make(Kind.DENY, SCOPE, by="test")
    assert grants.find(SCOPE).kind is Kind.DENY
    grants.end(denied.id, "undone", by="test")
    assert grants.find(SCOPE).kind is Kind.ALLOW


def test_binds_only_what_is_allowed_once_to_its_values(grants):
    assert grants.make(Kind.ALLOW, SCOPE, by="test", once=True).values == {"d1"}
    assert grants.make(Kind.ALLOW, SCOPE, by="test").values == frozenset()
    assert grants.make(Kind.ANONYMIZE, SCOPE, by="test", once=True).values == frozenset()


def test_records_everything_that_happens_to_a_grant(grants, caplog):
    caplog.set_level("INFO")
    made = grants.make(Kind.ALLOW, SCOPE, by="control page", once=True)
    grants.end(made.id, "used", by="a request")
    told = [(change.what, change.by, change.grant, change.text) for change in grants.changes()]
    text = "allow once shop.test → ads.test: Email"
    assert told == [("used", "a request", made.id, text), ("made", "control page", made.id, text)]
    assert len([record for record in caplog.records if text in record.getMessage()]) == 2


def test_numbers_are_never_given_again(grants, tmp_path):
    """The record names grants by number."""
    first = grants.make(Kind.ALLOW, SCOPE, by="test", seconds=1, now=1.0)
    grants.close()
    again = Grants(tmp_path / "grants.db", retention_days=1)
    assert again.all() == ()
    assert again.make(Kind.ALLOW, SCOPE, by="test").id > first.id
    again.close()


def test_a_grant_that_cannot_be_written_is_none(grants, tmp_path):
    grants.close()
    with pytest.raises(StoreError, match=r"grants\.db"):
        grants.make(Kind.ALLOW, SCOPE, by="test")
    assert grants.find(SCOPE) is None


def test_keeps_no_value_and_no_plain_hash(grants, tmp_path):
    grants.make(Kind.ALLOW, SCOPE, by="test", once=True)
    with sqlite3.connect(tmp_path / "grants.db") as db:
        (row,) = db.execute('select "values" from grants').fetchall()
    assert row == ('["d1"]',)
