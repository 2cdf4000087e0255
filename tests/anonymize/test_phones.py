"""phones.py: numbers that belong to nobody."""

import re

import phonenumbers
import pytest

from guardian_core.anonymize import phones
from guardian_core.anonymize.shapes import Stream

SHAPES = [
    ("+44 20 7946 0958", r"\+44 \d\d \d{4} \d{4}", "+44 20 7946 0000"),
    ("020 7946 0958", r"0\d\d \d{4} \d{4}", "020 7946 0000"),
    ("0044 20 7946 0958", r"0044 \d\d \d{4} \d{4}", "0044 20 7946 0000"),
    ("(202) 555-0142", r"\(\d{3}\) 555-01\d\d", "(202) 555-0100"),
    ("+1-202-555-0142", r"\+1-\d{3}-555-01\d\d", "+1-202-555-0100"),
    ("12025550142", r"1\d{3}55501\d\d", "12025550100"),
    ("01 99 00 12 34", r"0\d \d\d \d\d \d\d \d\d", "01 99 00 00 00"),
    ("+49 (0)30 23125678", r"\+49 \(0\)\d\d \d{8}", "+49 (0)30 23125000"),
    ("+32 2 555 12 12", r"\+1 \d{3}-555-01\d\d", "+32 2 500 00 00"),
    ("+3225551212", r"\+1\d{3}55501\d\d", "+3225000000"),
    ("0800 1111", r"0[\d ]{10,12}", "0113 496 0000"),
    ("555 12", r"\+1 \d{3}-555-01\d\d", "555 00"),
]


@pytest.mark.parametrize(("written", "pattern", "zeroed"), SHAPES, ids=[s[0] for s in SHAPES])
def test_writes_reserved_numbers_as_the_original(written, pattern, zeroed):
    made = phones.invented(written, Stream(b"k", written))
    assert re.fullmatch(pattern, made), made
    assert phones.zeroed(written) == zeroed
    number = phones.parsed(made)
    assert number is not None
    assert phonenumbers.is_possible_number(number)
    assert phones.normal(made) != phones.normal(written)
    assert phones.parsed(phones.constant(written)) is not None


@pytest.mark.parametrize("code", sorted(phones.RESERVED))
def test_draws_only_from_ranges_kept_free(code):
    for n in range(50):
        made = phones.parsed(phones.invented(f"+{code}1", Stream(b"k", str(n))))
        assert made is not None
        assert made.country_code == code or made.country_code == 1
    for start, free in phones.RESERVED[code]:
        number = phonenumbers.PhoneNumber(country_code=code, national_number=int(start + "0" * free))
        assert phonenumbers.is_possible_number(number)


def test_knows_one_number_in_every_way_of_writing():
    assert {phones.normal(w) for w in ("+44 20 7946 0958", "020 7946 0958", "0044 2079460958", "+442079460958")} == {
        "+442079460958"
    }


@pytest.mark.parametrize("written", ["", "x", "+", "\U0001f600", "++1", "12", "\uff10\uff12\uff10", "+1"])
def test_survives_what_is_no_number(written):
    assert isinstance(phones.normal(written), str)
    assert isinstance(phones.zeroed(written), str)
    assert phones.invented(written, Stream(b"k", "x"))
    assert phones.constant(written)
