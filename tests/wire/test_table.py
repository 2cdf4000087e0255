"""docs/wire.md: the table of fault reports names each entry of its sections, and tests that are there."""

import re
from pathlib import Path

import pytest

from tests.wire.test_faults import FAULTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
ENTRIES = (
    *(1, 2, 3, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26),
    *(41, 42, 43, 45, 46, 47, 48),
    57,
)


@pytest.mark.parametrize("number", ENTRIES)
def test_each_entry_names_a_test_that_is_there(number):
    (row,) = re.findall(rf"^\| B{number:02} \| (.*) \|$", PAGE, re.MULTILINE)
    shown = row.rpartition("|")[2]
    named, file = [], None
    for part in re.split(r"[;,]\s*", shown):
        path, _, name = part.strip().partition("::")
        file = path or file
        assert (ROOT / file).is_file()
        assert not name or re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8"))
        named.append(part)
    assert named


def test_lists_every_fault_that_is_injected():
    assert [name for name in FAULTS if f"| {name} |" not in PAGE] == []
