"""whole_numbers.py: numbers that are whole and not written so."""

import pytest

from guardian_core.detect.whole_numbers import as_integer
from guardian_core.vocabulary import Item, Place, Role


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("4.477e11", "447700000000"),
        ("447700900123.0", "447700900123"),
        ("4.4770090012E+11", "447700900120"),
        ("447700900123", ""),
        ("0.5", ""),
        ("1e400", ""),
        ("-1.0", ""),
    ],
)
def test_writes_out_what_is_whole(written, digits):
    number = Item("body/n", "n", written, Role.VALUE, Place.BODY, None, 0, len(written), encoders=("json-number",))
    text = Item("body/n", "n", written, Role.VALUE, Place.BODY, None, 0, len(written))
    assert (as_integer(number), as_integer(text)) == (digits, "")
