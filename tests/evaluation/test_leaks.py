"""guardian bench leaks: counted by occurrence, found and not leaving; the recording itself only where the data is."""

import asyncio
import itertools
import json
import os
from pathlib import Path

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation import leaks
from guardian_core.evaluation.leak_cases import NESTED, PEOPLE, nested_requests
from guardian_core.evaluation.leak_oracle import Oracle
from guardian_core.vocabulary import Verdict

DATA = Path(os.environ.get("GUARDIAN_DATA", "../shared/data"))


@pytest.fixture(scope="module")
def guardian(tmp_path_factory):
    made = leaks.guardian_of(tmp_path_factory.mktemp("home"), PEOPLE[:1], names=False)
    yield made
    asyncio.run(made.close())


@pytest.mark.parametrize("nesting", NESTED)
def test_finds_and_keeps_back_every_nesting_in_every_place(guardian, nesting):
    count = leaks.Count()
    asyncio.run(leaks.measured(guardian, nested_requests(nesting, PEOPLE[0]), Oracle.of(PEOPLE[0].values), count))
    assert (count.carrying, count.detected, count.leaked) == (6, 6, 0), count.missed


@pytest.mark.parametrize("nesting", ["sha256", "base64 of JSON", "plain", "base64 of gzip of JSON", "URL in URL"])
def test_rewrites_rather_than_refuses(guardian, nesting):
    async def verdicts():
        return [(await guardian.handle(request)).decision.verdict for request in nested_requests(nesting, PEOPLE[0])]

    assert set(asyncio.run(verdicts())) == {Verdict.TRANSFORM}


def test_counts_what_leaves(tmp_path):
    """Unregistered values are missed, so that the counter must say so."""
    guardian = leaks.guardian_of(tmp_path, PEOPLE[1:2], names=False)
    count = leaks.Count()
    asyncio.run(leaks.measured(guardian, nested_requests("sha256", PEOPLE[0]), Oracle.of(PEOPLE[0].values), count))
    assert (count.occurrences, count.detected, count.leaked) == (6, 0, 6)
    row = leaks.row_of(count, "nested", "sha256")
    assert "'found': False" in leaks.render([row])


def row(**more):
    plain = {"url": "https://t.example/c?e=dana.quill%40example.com", "3rd_domain": "t.example", "http_method": "GET"}
    return plain | {"referer": "https://shop.example.com/", "cookie": "null", "payload_body": "null"} | more


def test_reads_a_recording(tmp_path):
    path = tmp_path / "requests" / "leaks_2021.jsonl"
    path.parent.mkdir()
    rows = [row(), row(http_method="POST", payload_body='{"a":"\u2028"}', cookie="s=1")]
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in rows) + "\n", encoding="utf-8")
    first, second = leaks.recorded(leaks.leaks_file(tmp_path))
    assert (first.host, first.target, first.body) == ("t.example", "/c?e=dana.quill%40example.com", b"")
    assert (second.header("cookie"), second.header("content-type")) == ("s=1", "application/json")
    assert second.header("sec-fetch-site") == "cross-site"
    assert len(leaks.recorded(path, 1)) == 1


def test_says_what_is_missing(tmp_path):
    with pytest.raises(DataError, match="leaks_2021"):
        leaks.leaks_file(tmp_path)


@pytest.mark.data
def test_finds_what_was_recorded():
    if not (DATA / "requests" / "leaks_2021.jsonl").is_file():
        pytest.skip("GUARDIAN_DATA names no folder with requests/leaks_2021.jsonl")
    for one in itertools.islice(leaks.run(DATA, 25, 1), 2):
        assert one["detected"] == one["occurrences"] > 20
        assert one["leaked"] == 0
