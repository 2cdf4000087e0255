"""Dates of birth and numbers of papers."""

import pytest

from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("I was born on 12 March 1980.", "12 March 1980"),
        ("DOB: 03/15/1987", "03/15/1987"),
        ("date of birth is 1980-03-12", "1980-03-12"),
        ("geboren am 12.03.1980 in Ulm", "12.03.1980"),
        ("née le 3 août 1975", "3 août 1975"),
        ("fecha de nacimiento: 12/03/1980", "12/03/1980"),
        ("birthday March 15, 1987", "March 15, 1987"),
    ],
)
def test_finds_a_date_of_birth_by_the_words_before_it(found, text, date):
    assert found(text) == [(date, Entity.DATE_OF_BIRTH)]


@pytest.mark.parametrize("text", ["released on 12 March 1980", "2026-11-07", "a star is born", "born to run 12 times"])
def test_leaves_other_dates(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "number", "entity"),
    [
        ("Passport number: X1234567", "X1234567", Entity.PASSPORT),
        ("driver's license no. D123-4567", "D123-4567", Entity.DRIVING_LICENCE),
        ("MRN 4482991", "4482991", Entity.NATIONAL_ID),
    ],
)
def test_finds_the_number_of_a_paper_that_is_named(found, text, number, entity):
    assert found(text) == [(number, entity)]


def test_leaves_talk_about_papers(found):
    assert found("the passport number is required; passport control is slow") == []
