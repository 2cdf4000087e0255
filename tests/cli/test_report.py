"""`guardian report` on a journal that a real core wrote while observing."""

import asyncio
import csv
import io
import json

import pytest

from guardian_core.audit import Journal
from guardian_core.cli.request import build
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings

SECRET = "dana.quill@mailbox.example"


@pytest.fixture
def observed(home):
    record(home, observed=True)


def record(home, *, observed):
    async def decide():
        settings = Settings(home=home, policy={"enabled": False}, detect={"names": False})
        guardian, journal = Guardian(settings), Journal(home / "audit.db", retention_days=30)
        for host in ("ads.stranger.test", "metrics.stranger.test"):
            fields = ["Content-Type: application/json", "Origin: https://shop.example"]
            request = build(f"https://{host}/c", "POST", fields, json.dumps({"email": SECRET}).encode())
            journal.record(await guardian.handle(request), flow_id=host, observed=observed)
        journal.close()
        await guardian.close()

    asyncio.run(decide())


def test_says_what_would_have_been_done(observed, as_json, guardian):
    shown = as_json("report")
    assert (shown["observed"], shown["total"]["rewritten"], shown["sites"][0]["site"]) == (True, 2, "stranger.test")
    text = guardian("report").stdout
    assert "2 would have been rewritten" in text
    assert "stranger.test" in text


@pytest.mark.parametrize("form", ["text", "html", "csv"])
def test_writes_it_where_it_is_told_to_without_any_value(observed, guardian, tmp_path, form):
    out = tmp_path / "report"
    assert guardian("report", "--format", form, "--out", out).stdout == ""
    assert out.read_bytes().decode() == guardian("report", "--format", form).stdout_bytes.decode().rstrip(
        "\n" if form == "text" else ""
    )
    assert SECRET not in out.read_text(encoding="utf-8")
    assert "stranger.test" in out.read_text(encoding="utf-8")


def test_makes_csv_that_can_be_read_back(observed, guardian):
    rows = list(csv.DictReader(io.StringIO(guardian("report", "--format", "csv").stdout_bytes.decode())))
    assert [(row["site"], row["data"], row["rewritten"]) for row in rows] == [("stranger.test", "Email", "2")]


def test_says_what_there_is_when_nothing_was_observed(guardian, home):
    record(home, observed=False)
    result = guardian("report")
    assert result.exit_code == 1
    assert result.stdout.endswith("; carried out: 2 requests (see guardian report --carried-out)\n")
    assert "2 were rewritten" in guardian("report", "--carried-out").stdout


def test_says_what_there_is_when_nothing_was_carried_out(observed, guardian):
    result = guardian("report", "--carried-out")
    assert result.exit_code == 1
    assert "only observed: 2 requests (see guardian report without" in result.stdout


def test_says_that_nothing_is_recorded(guardian, home):
    result = guardian("report")
    assert (result.exit_code, f"nothing recorded in {home / 'audit.db'}" in result.stdout) == (1, True)


def test_says_that_it_cannot_write(observed, guardian, tmp_path):
    result = guardian("report", "--out", tmp_path / "none" / "report.csv")
    assert result.exit_code == 1
    assert "cannot write" in result.stderr
