"""guardian bench proxy: both proxies are started and measured, in the smallest size."""

import json

import pytest
from click.testing import CliRunner

from guardian_core.cli import main


@pytest.mark.timeout(110)
def test_measures_both_proxies():
    smallest = ["--n", "8", "--connections", "2", "--rounds", "1", "--upload", "2", "--sockets", "6"]
    done = CliRunner().invoke(main, ["bench", "proxy", *smallest, "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["rows"]
    assert [row["case"][0] for row in rows] == [letter for letter in "abcdefg" for _ in range(3)] + ["l"]
    assert all(row["errors"] == 0 for row in rows if "errors" in row)
    ratios = [row for row in rows if row.get("proxy") == "ours / bare"]
    assert all(row["ratio"] > 0 for row in ratios)
    assert rows[-1]["detector_p50_ms"] > 0
