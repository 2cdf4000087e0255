"""Links, sessions and the tokens of forms."""

import sqlite3
import threading

import pytest

from guardian_core.control.doors import FASTEST_SECONDS, LINK_SECONDS, Doors, form_age, form_token


@pytest.fixture
def doors(tmp_path):
    doors = Doors(tmp_path, hours=1)
    yield doors
    doors.close()


def test_a_link_counts_once_and_for_two_minutes(doors):
    link = doors.invite(now=1_000.0)
    assert doors.enter(link, now=1_000.0 + LINK_SECONDS) is None
    assert doors.enter(link, now=1_001.0) is not None
    assert doors.enter(link, now=1_001.0) is None


def test_a_link_counts_once_whoever_is_first(doors, tmp_path):
    link, others, let_in = doors.invite(), [Doors(tmp_path) for _ in range(6)], []
    threads = [threading.Thread(target=lambda other=other: let_in.append(other.enter(link))) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one is not None for one in let_in) == 1
    for other in others:
        other.close()


def test_a_session_lasts_its_hours_and_over_a_restart(doors, tmp_path):
    session = doors.enter(doors.invite(now=1_000.0), now=1_000.0)
    again = Doors(tmp_path)
    assert again.is_open(session, now=1_000.0 + 3_599)
    assert not again.is_open(session, now=1_000.0 + 3_601)
    assert again.leave(session) is False  # over by now
    again.close()


@pytest.mark.parametrize("guess", ["", None, "guessed", "\udcff"])
def test_nobody_else_is_let_in(doors, guess):
    assert doors.enter(guess or "") is None
    assert not doors.is_open(guess)


def test_the_file_tells_no_secret_and_is_its_owners(doors, tmp_path):
    link = doors.invite()
    session = doors.enter(doors.invite())
    path = tmp_path / "control.db"
    assert path.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(path) as db:
        kept = str(db.execute("select * from links").fetchall() + db.execute("select * from sessions").fetchall())
    assert link not in kept
    assert session not in kept


def test_a_form_is_of_one_session_and_purpose():
    token = form_token("s" * 43, "/a", now=100.0)
    assert form_age("s" * 43, "/a", token, now=100.0 + FASTEST_SECONDS) == pytest.approx(FASTEST_SECONDS)
    for session, purpose, said in (
        ("t" * 43, "/a", token),
        ("s" * 43, "/b", token),
        ("s" * 43, "/a", "9" + token),
        ("s" * 43, "/a", ""),
    ):
        assert form_age(session, purpose, said, now=101.0) is None
