"""spelled_out: values with a space between any two signs."""

import time

import pytest

from guardian_core.detect.context import Context
from guardian_core.detect.spelled_out import spaced_out
from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("write to d a n a @ e x a m p l e . t e s t please", "d a n a @ e x a m p l e . t e s t", Entity.EMAIL),
        ("d a n a . q u i l l @ e x a m p l e . t e s t", "d a n a . q u i l l @ e x a m p l e . t e s t", Entity.EMAIL),
        ("my ssn is 5 2 4 - 7 1 - 3 8 0 6", "5 2 4 - 7 1 - 3 8 0 6", Entity.US_SSN),
        ("my ssn is 5 2 4 7 1 3 8 0 6 ok", "5 2 4 7 1 3 8 0 6", Entity.US_SSN),
        ("+ 4 4 2 0 7 9 4 6 0 9 5 8", "+ 4 4 2 0 7 9 4 6 0 9 5 8", Entity.PHONE),
        ("G B 8 2 W E S T 1 2 3 4 5 6 9 8 7 6 5 4 3 2", "G B 8 2 W E S T 1 2 3 4 5 6 9 8 7 6 5 4 3 2", Entity.IBAN),
        ("my BSN is 1 1 1 2 2 2 3 3 3", "1 1 1 2 2 2 3 3 3", Entity.NATIONAL_ID),
    ],
)
def test_finds_what_is_spelled_out(text, value, entity):
    (span,) = spaced_out(text, Context())
    assert (text[span.start : span.end], span.entity) == (value, entity)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 9 1 2 3 4",
        "7 5 6 9 2 1 7 0 7 6 9 8 5",
        "a b c d e f g h i j k",
        "M 1 2 L 3 4 Z 5 6 H 7 8",
        "x @ y @ z . t . u",
    ],
)
def test_tables_and_paths_hold_nothing(text):
    assert list(spaced_out(text, Context())) == []


def test_the_detector_uses_it(found):
    assert found("d a n a @ e x a m p l e . t e s t") == [("d a n a @ e x a m p l e . t e s t", Entity.EMAIL)]


def test_takes_linear_time():
    begun = time.thread_time()
    assert list(spaced_out("1 2 @ . + " * 20_000, Context())) == []
    assert time.thread_time() - begun < 5
