"""Birthdays in parts."""

import pytest

from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    "body",
    [
        {"dob": {"year": 1995, "month": 5, "day": 3}},
        {"birth_date": {"y": "1995", "m": "May", "d": "3"}},
        {"dob_year": 1995, "dob_month": 5, "dob_day": 3, "page": 3},
        {"dob": [1995, 5, 3]},
        {"geburtsdatum": {"jahr": 1995, "monat": 5, "tag": 3}},
        "dob[year]=1995&dob[month]=5&dob[day]=3&page=3",
    ],
)
def test_joins_the_parts_of_a_birthday(found_in, body):
    assert [(text, entity) for text, entity in found_in(body) if entity is not Entity.DATE_OF_BIRTH] == []
    assert [text for text, _ in found_in(body)] in (["1995", "5", "3"], ["1995", "May", "3"])


@pytest.mark.parametrize(
    "body",
    [
        {"from": {"year": 1995, "month": 5, "day": 3}},
        {"dob": {"day": 3}},  # of which many were born
        {"birth_year": 1995},
        {"from": [1995, 5, 3]},
        {"dob": [1, 2, 3]},
        {"dob": {"format": "year", "day": "Day", "month": "12345"}},
        {"y": 20, "m": 5, "d": 3},
    ],
)
def test_leaves_other_dates(found_in, body):
    assert found_in(body) == []
