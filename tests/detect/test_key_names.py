"""Names and numbers as names of fields."""

import pytest

from guardian_core.detect.key_names import names_as_keys
from guardian_core.detect.spans import KEY, Span
from guardian_core.vocabulary import Entity, Item, Place, Role


def field(path: str, text: str, role: Role = Role.STRUCTURE) -> Item:
    return Item(path, path.rpartition("/")[2], text, role, Place.BODY, None, 0, len(text))


def test_reads_the_names_of_fields_in_an_object_of_people():
    items = [field("body/users/Dana Quill", "Dana Quill"), field("body/totals/Grand Total", "Grand Total")]
    assert names_as_keys(items, [[], []]) == [0]


def test_reads_the_name_of_a_field_over_what_is_somebodys():
    items = [field("body/x/Dana Quill", "Dana Quill"), field("body/x/Dana Quill/mail", "dana@example.test", Role.VALUE)]
    assert names_as_keys(items, [[], [Span(0, 17, Entity.EMAIL, 0.9, KEY)]]) == [0]
    assert names_as_keys(items, [[], []]) == []


def test_reads_no_other_name_of_a_field():
    items = [field("body/users/first name", "first name"), field("body/users/Email", "Email")]
    assert names_as_keys(items, [[], []]) == []


@pytest.mark.parametrize(
    ("body", "number", "entity"),
    [
        ({"ssn": {"524713806": 1}}, "524713806", Entity.US_SSN),
        ({"by_ssn": {"524713806": {"n": 1}}}, "524713806", Entity.US_SSN),
        ({"phones": {"2125550145": {"sms": 1}}}, "2125550145", Entity.PHONE),
        ({"passport_number": {"C01X00T47": 1}}, "C01X00T47", Entity.PASSPORT),
        ({"date_of_birth": {"1984-03-12": 1}}, "1984-03-12", Entity.DATE_OF_BIRTH),
        ({"ssn_524713806": 1}, "524713806", Entity.US_SSN),
        ({"account_number": {"12345678": {"n": 1}}}, "12345678", Entity.BANK_ACCOUNT),
    ],
)
def test_finds_a_number_that_the_object_around_it_is_named_for(found_in, body, number, entity):
    assert found_in(body) == [(number, entity)]


@pytest.mark.parametrize(
    "body",
    [
        {"sku": {"524713806": 1}},
        {"mobile": {"1732999999": 12, "1733000000123": 14}},
        {"phone": {"maxLength15": 1, "2024-11-05": 3}},
        {"ssn": {"12345": 1, "000123456": 1}},
        {"tokens": {"gpt-4o-2024-08-06": 12}},
        {"password": {"minLength8": 1}},
        {"card": {"4111111111111112": 1}},
        {"ssn": {"x": {"524713806": 1}}},
    ],
)
def test_leaves_numbers_of_other_things(found_in, body):
    assert found_in(body) == []
