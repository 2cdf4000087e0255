"""The oracle finds what was planted, in every nesting, and writes it anew for somebody else."""

import base64
import hashlib
import json
from urllib.parse import quote

import pytest

from guardian_core.evaluation.leak_cases import NESTED, PEOPLE
from guardian_core.evaluation.leak_oracle import Oracle, Swap

DANA, MIRA = PEOPLE[0], PEOPLE[1]
ORACLE = Oracle.of(DANA.values)


@pytest.mark.parametrize("nesting", NESTED)
def test_finds_one_occurrence_of_each_nesting(nesting):
    value = NESTED[nesting](DANA.email)
    for data in (value, f"a=1&x={quote(value, safe='')}&b=2", json.dumps({"x": value})):
        assert len(ORACLE.occurrences(data.encode())) == 1, data


@pytest.mark.parametrize("nesting", NESTED)
def test_finds_nobody_else(nesting):
    assert ORACLE.occurrences(quote(NESTED[nesting](MIRA.email), safe="").encode()) == []


def test_counts_every_copy_where_it_stands():
    digest = hashlib.sha256(DANA.email.encode()).hexdigest()
    data = f"e={quote(DANA.email)}&h={digest}&h2={digest.upper()}&b={base64.b64encode(DANA.email.encode()).decode()}".encode()
    assert [data[one.start : one.end].decode()[:6] for one in ORACLE.occurrences(data)] == [
        "dana.q",
        digest[:6],
        digest[:6].upper(),
        base64.b64encode(DANA.email.encode()).decode()[:6],
    ]


def test_counts_a_first_name_only_as_a_digest():
    assert ORACLE.occurrences(b"dana was here") == []
    assert len(ORACLE.occurrences(hashlib.md5(b"dana").hexdigest().encode())) == 1


@pytest.mark.parametrize(
    "nesting",
    [
        name
        for name in NESTED
        if not any(part in name for part in ("of sha", "of md5", "of base64", "gzip", "escapes", "of capitals", "hexadecimal"))
    ],
)
def test_swaps_a_person_in_each_encoding(nesting):
    swap = Swap.of(tuple(zip(DANA.values, MIRA.values, strict=True)))
    before = f"a=1&x={quote(NESTED[nesting](DANA.email), safe='')}&b=2".encode()
    after = swap(before)
    assert ORACLE.occurrences(after) == []
    assert len(Oracle.of(MIRA.values).occurrences(after)) == 1
    assert after.startswith(b"a=1&x=")
    assert after.endswith(b"&b=2")
