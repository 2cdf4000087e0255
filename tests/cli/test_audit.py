"""guardian audit."""

import re
import time
from datetime import UTC, datetime, timedelta

import click
import pytest

from guardian_core.audit import Journal
from guardian_core.cli.audit import moment
from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict


@pytest.fixture
def journal(home):
    journal = Journal(home / "audit.db", retention_days=30)
    for host in ("one.example.test", "two.example.test"):
        request = Request("GET", "https", host, 443, "/secret-path", (), b"")
        decision = Decision(verdict=Verdict.ALLOW, reasons=("nothing personal found",))
        journal.record(Outcome(decision=decision, reading=Reading(request, (), b"")), flow_id=host)
    yield journal
    journal.close()


def test_lists_the_newest_first(as_json, journal):
    rows = as_json("audit")["rows"]
    assert [row["host"] for row in rows] == ["two.example.test", "one.example.test"]
    assert datetime.fromisoformat(rows[0]["time"]) <= datetime.now(UTC)
    assert as_json("audit", "--limit", 1)["rows"] == rows[:1]
    assert as_json("audit", "--since", "1h")["rows"] == rows
    assert as_json("audit", "--since", (datetime.now(UTC) + timedelta(hours=1)).isoformat())["rows"] == []


def test_prints_a_line_per_request(guardian, journal):
    lines = guardian("audit").stdout.splitlines()
    assert len(lines) == 3
    assert "two.example.test" in lines[1]
    assert "allow" in lines[1]
    assert "nothing personal found" in lines[1]


def test_finds_the_request_that_a_refusal_names(guardian, as_json, journal):
    """By its id or the beginning of it; the table shows as much as is needed."""
    assert [row["host"] for row in as_json("audit", "--id", "one.example.test")["rows"]] == ["one.example.test"]
    shown = guardian("audit").stdout.splitlines()[2].split("  ")[1].strip()
    assert shown == "one.exam"
    page = guardian("audit", "--id", shown).stdout
    assert [line.split("  ")[0] for line in page.splitlines()] == ["id", "time", "request", "decision", "why"]
    assert "GET one.example.test" in page
    assert "two.example.test" not in page


@pytest.mark.parametrize("number", ["%", "ne.example", "one.example.test.", "ONE"])
def test_says_that_no_request_has_the_id(guardian, journal, number):
    result = guardian("audit", "--id", number)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing with that id is recorded in" in result.stderr


def test_refuses_an_empty_id(refused, journal):
    assert "an id is the number that a refusal shows" in refused("audit", "--id", "")


def test_tells_what_was_only_observed(guardian, as_json, journal):
    request = Request("POST", "https", "ads.example.test", 443, "/", (), b"")
    for verdict in Verdict:
        seen = Outcome(decision=Decision(verdict=verdict), reading=Reading(request, (), b""))
        journal.record(seen, flow_id=verdict, observed=True)
    decided = [line.split(" ads.")[0] for line in guardian("audit", "--limit", 3).stdout.splitlines()[1:]]
    assert [re.split(" {2,}", line)[2] for line in decided] == ["would deny", "would transform", "allow"]
    assert [row["observed"] for row in as_json("audit", "--limit", 4)["rows"]] == [True, True, True, False]


def test_says_that_nothing_is_recorded_and_makes_no_file(guardian, as_json, home):
    assert "nothing recorded in" in guardian("audit").stdout
    assert as_json("audit") == {"rows": []}
    assert not home.exists()


def test_says_that_recording_is_switched_off(guardian, tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text("[audit]\nenabled = false\n")
    assert "switched off" in guardian("audit", "--config", path).stdout


def test_says_that_the_journal_is_damaged(refused, home):
    home.mkdir()
    (home / "audit.db").write_bytes(b"no database " * 900)
    assert "cannot be read: file is not a database" in refused("audit")


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("30m", 1800), ("2h", 7200), ("1.5d", 129_600), ("1W", 604_800)])
def test_counts_back_from_now(text, seconds):
    assert moment(None, None, text) == pytest.approx(time.time() - seconds, abs=5)


@pytest.mark.parametrize(("text", "expected"), [("2026-11-29T14:00+00:00", 1795960800.0), ("1970-01-02T00:00Z", 86400.0)])
def test_takes_a_date(text, expected):
    assert moment(None, None, text) == expected


@pytest.mark.parametrize("text", ["yesterday", "2x", "", "h", "-1h", "2026-13-01"])
def test_refuses_other_times(text):
    with pytest.raises(click.BadParameter, match="is neither a span"):
        moment(None, None, text)
