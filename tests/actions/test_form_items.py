"""actions.form_items: names and values as written."""

import pytest

from guardian_core.actions import read
from tests.actions.kit import post

CASES = {
    "plain": (b"a=b&c=d", [("a", "a"), ("a", "b"), ("c", "c"), ("c", "d")]),
    "empty ones": (b"&&a=&=b&c&", [("a", "a"), ("", "b"), ("", "c")]),
    "repeated": (b"e[]=1&e[]=2", [("e[]", "e[]"), ("e[]", "1"), ("e[]", "e[]"), ("e[]", "2")]),
    "semicolon": (b"a=b;c=d", [("a", "a"), ("a", "b;c=d")]),
    "bracketed": (b"contact%5BfirstName%5D=Dana+Quill", [("contact[firstName]",) * 2, ("contact[firstName]", "Dana Quill")]),
}


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_reads_pairs(body: bytes, expected: list[tuple[str, str]]) -> None:
    assert [(item.key, item.text) for item in read(post(body, "application/x-www-form-urlencoded")).items] == expected
