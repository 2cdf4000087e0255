"""docs/wire.md: the table of fault reports names each entry of its sections, and tests that are there."""

import ast
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


def named(number: int) -> list[tuple[str, str]]:
    """The tests of an entry's row: files, and names of tests in them ("" for all of a file)."""
    (row,) = re.findall(rf"^\| B{number:02} \| (.*) \|$", PAGE, re.MULTILINE)
    found, file = [], ""
    for part in re.split(r"[;,]\s*", row.rpartition("|")[2]):
        path, _, name = part.strip().partition("::")
        file = path or file
        found.append((file, name))
    return found


def collected(file: str) -> dict[str, bool]:
    """The tests that pytest collects from a file, and whether each is left out without a condition."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    within = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name.startswith("Test")]
    functions = [one for body in (tree.body, *(one.body for one in within)) for one in body]
    return {
        one.name: any(re.fullmatch(r"pytest\.mark\.(skip|xfail)(\(.*\))?", ast.unparse(mark)) for mark in one.decorator_list)
        for one in functions
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_")
    }


@pytest.mark.parametrize("number", ENTRIES)
def test_each_entry_names_tests_that_are_run(number):
    for file, name in named(number):
        assert file.startswith("tests/")
        assert Path(file).name.startswith("test_")
        there = collected(file)
        assert not any(there[one] for one in there if one == name)
        assert name in there if name else there


def test_the_page_has_no_row_of_an_entry_that_is_not_listed():
    assert sorted(map(int, re.findall(r"^\| B(\d+) \|", PAGE, re.MULTILINE))) == sorted(ENTRIES)


def test_lists_every_fault_that_is_injected():
    assert [name for name in FAULTS if f"| {name} |" not in PAGE] == []
