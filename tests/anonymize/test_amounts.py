"""amounts.py: an order of magnitude."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.amounts import magnitude

SAID = [
    ("EUR 4,000", "thousands of EUR"),
    ("4,393 pounds sterling (GBP)", "thousands of pounds"),
    ("30,000,000,000 Turkish liras (TRL)", "billions of liras"),
    ("EUR 442,573.13", "hundreds of thousands of EUR"),
    ("PLN 359.5", "hundreds of PLN"),
    ("11.590.000 liras", "millions of liras"),
    ("$12", "several $"),
    ("\u20ac 55", "dozens of \u20ac"),
    ("three", "several"),
    ("seven other persons", "several persons"),
    ("seventy-one hearings", "dozens of hearings"),
    ("ten plots of land", "several plots"),
    ("50 pages", "dozens of pages"),
    ("two million", "millions"),
    ("40%", "a percentage"),
    ("six per cent", "a percentage"),
    ("life imprisonment", None),
    ("", None),
]


@pytest.mark.parametrize(("written", "said"), SAID, ids=[written or "nothing" for written, _ in SAID])
def test_keeps_the_order_of_magnitude(written, said):
    assert magnitude(written) == said


@given(st.integers(0, 10**15))
def test_keeps_no_digit(amount):
    said = magnitude(f"{amount:,} euros")
    assert said is not None
    assert not any(character.isdigit() for character in said)
