"""shapes.py: the way a value is written."""

import re
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.shapes import Stream, blank, fill, hexadecimal, iban_of, luhn_digit, same_shape


def luhn(digits: str) -> bool:
    return sum(int(d) if n % 2 == 0 else sum(divmod(int(d) * 2, 10)) for n, d in enumerate(reversed(digits))) % 10 == 0


def test_draws_the_same_choices_for_the_same_parts_only():
    assert Stream(b"k", "a", "b").digits(60) == Stream(b"k", "a", "b").digits(60)
    assert Stream(b"k", "a", "b").digits(60) != Stream(b"k", "ab").digits(60)
    assert Stream(b"k", "a").digits(60) != Stream(b"l", "a").digits(60)
    assert Stream(b"k", "\ud800").below(1) == 0  # half a surrogate pair is text too


def test_draws_evenly():
    stream = Stream(b"k", "even")
    counts = [0] * 10
    for _ in range(5_000):
        counts[stream.below(10)] += 1
    assert min(counts) > 400
    assert max(counts) < 600


@pytest.mark.parametrize("digits", ["411111111111111", "37828224631000", "7", "0"])
def test_makes_luhn_valid_numbers(digits):
    assert luhn(digits + luhn_digit(digits))


@pytest.mark.parametrize(
    ("country", "account", "iban"),
    [
        ("DE", "370400440532013000", "DE89370400440532013000"),
        ("GB", "WEST12345698765432", "GB82WEST12345698765432"),
        ("NL", "ABNA0417164300", "NL91ABNA0417164300"),
    ],
)
def test_makes_the_check_digits_of_published_ibans(country, account, iban):
    assert iban_of(country, account) == iban


@settings(deadline=None)
@given(st.text(max_size=40))
def test_keeps_length_separators_and_case(text):
    new = same_shape(text, Stream(b"k", text))
    assert len(new) == len(text)
    for old, written in zip(text, new, strict=True):
        if not old.isalnum():
            assert written == old
        elif old.isascii():
            assert (old.isdigit(), old.islower(), old.isupper()) == (written.isdigit(), written.islower(), written.isupper())


def test_keeps_a_uuid_a_uuid():
    original = uuid.UUID("3f2504e0-4f89-41d3-9a0c-0305e82c3301")
    made = uuid.UUID(same_shape(str(original), Stream(b"k", "x")))
    assert (made.version, made.variant) == (original.version, original.variant)
    assert made != original


def test_does_not_begin_a_number_with_zero():
    assert not any(same_shape("7123", Stream(b"k", str(n))).startswith("0") for n in range(100))


def test_blanks_what_it_does_not_keep():
    assert blank("AB-123-cd", 2) == "AB-000-xx"
    assert blank("3f2504e0-aa11", 2) == "3f000000-0000"
    assert blank("\u00c412", 1) == "X00"


def test_fills_only_letters_and_digits():
    assert fill("(a) B-1", "xyz") == "(x) Y-z"
    assert re.fullmatch(r"\W*", fill("a-b", ""))


def test_tells_hexadecimal_from_words():
    assert hexadecimal("00ff00ff00ff")
    assert not hexadecimal("deadbeefdead")
    assert not hexadecimal("12ab")
