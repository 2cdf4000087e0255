"""What neighbours say of a value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.detect import siblings
from guardian_core.detect.siblings import field_of, names_beside
from guardian_core.vocabulary import Entity, Item, Place, Role


@pytest.mark.parametrize(
    ("body", "value", "entity"),
    [
        ({"target": "input[type=password]", "text": "Heron22!x"}, "Heron22!x", Entity.PASSWORD),
        ({"selector": "form > input[name='birth_date']", "value": "1980-03-12"}, "1980-03-12", Entity.DATE_OF_BIRTH),
        ({"selector": "#last-name", "value": "Okafor"}, "Okafor", Entity.PERSON),
        ({"type": "password", "value": "heron pond"}, "heron pond", Entity.PASSWORD),
        ({"name": "dob", "value": "12/03/1980"}, "12/03/1980", Entity.DATE_OF_BIRTH),
        ({"question": "Date of birth?", "answer": "12/03/1980"}, "12/03/1980", Entity.DATE_OF_BIRTH),
        ({"q": "ssn", "a": "524713806"}, "524713806", Entity.US_SSN),
        ({"question": "Your SSN", "reply": "524713806"}, "524713806", Entity.US_SSN),
        ({"term": "phone", "entered": "2125550145"}, "2125550145", Entity.PHONE),
        ({"op": "replace", "path": "/user/ssn", "value": "524713806"}, "524713806", Entity.US_SSN),
        ({"op": "add", "path": "/contacts/0/last_name", "value": "Okafor"}, "Okafor", Entity.PERSON),
        ({"key": "ssn", "new_value": "524713806"}, "524713806", Entity.US_SSN),
        ({"label": "SSN", "display": "524713806"}, "524713806", Entity.US_SSN),
        ({"key": "last_name", "value": {"stringValue": "Okafor"}}, "Okafor", Entity.PERSON),
    ],
)
def test_takes_the_name_from_beside_the_value(found_in, body, value, entity):
    assert (value, entity) in found_in({"events": [body]})


@pytest.mark.parametrize(
    "body",
    [
        {"type": "string", "value": "Okafor"},
        {"name": "colour", "value": "blue heron"},
        {"target": "input[type=checkbox]", "text": "Heron22!x"},
        {"name": "password", "value": "********"},
        {"name": "password_type", "value": "text field"},
        {"q": "red shoes", "a": "524713806"},
        {"path": "/reset/password", "value": "page view 12"},
        {"op": "replace", "path": "/plan", "value": "524713806"},
    ],
)
def test_leaves_values_beside_other_names(found_in, body):
    assert found_in({"events": [body]}) == []


def test_reads_the_short_names_of_a_pixel(found_in):
    assert found_in("id=1&ud[em]=mira@example.test&ud[fn]=mira&ud[ln]=okafor&ud[ph]=0199001234&ud[db]=19800312") == [
        ("mira@example.test", Entity.EMAIL),
        ("mira", Entity.PERSON),
        ("okafor", Entity.PERSON),
        ("0199001234", Entity.PHONE),
        ("19800312", Entity.DATE_OF_BIRTH),
    ]
    assert found_in({"user_data": {"fn": "mira"}}) == [("mira", Entity.PERSON)]


def test_leaves_the_same_short_names_alone(found_in):
    assert found_in({"fn": "render", "x": "page"}) == []
    assert found_in({"st": "loading", "ct": "button"}) == []


def test_reads_an_address_in_two_fields(found_in):
    assert found_in({"local_part": "mira.okafor", "domain": "mail.example"}) == [("mira.okafor", Entity.EMAIL)]
    assert ("mira.okafor", Entity.EMAIL) in found_in({"user": "mira.okafor", "email_domain": "mail.example"})
    assert found_in({"user": "deploy", "domain": "build.example"}) == []


@pytest.mark.parametrize("text", ["a" * 300, "", "[[[", "input[", "type="])
def test_reads_no_name_from_other_texts(text):
    assert field_of(text) is None


@pytest.mark.parametrize(
    "body",
    [
        {"name": {"first": "Quorla", "last": "thistlewood"}},
        {"person": {"fullName": {"given": "Quorla", "middle": "Ann", "family": "Thistlewood"}}},
        {"first": "Quorla", "last": "Thistlewood"},
        {"user": {"given": "Quorla", "family": "Thistlewood"}, "page": 3},
        "first=Quorla&last=Thistlewood&page=3",
    ],
)
def test_the_parts_of_a_name_are_somebody(found_in, body):
    found = found_in(body)
    assert ("Quorla", Entity.PERSON) in found
    assert any(text.lower() == "thistlewood" and entity is Entity.PERSON for text, entity in found)


@pytest.mark.parametrize(
    "body",
    [
        {"first": 10, "last": 20},
        {"first": "newest", "last": "oldest"},
        {"first": "2024-01-01", "last": "2024-02-01"},
        {"first": "Quorla"},
        {"range": {"first": "a", "last": "z"}},
        {"family": "Serif", "size": 3},
    ],
)
def test_pages_and_positions_are_nobody(found_in, body):
    assert Entity.PERSON not in {entity for _, entity in found_in(body)}


OWN = st.sampled_from(
    ["name", "value", "em", "fn", "userFn", "domain", "mail_host", "username", "first", "last", "given", "family", "label", "text",
     "sku", "title", "year", "month", "dob_day", "y", "a", "q",
     "columns", "rows", "stringValue", "Dob", "ud[em]", "x", "7", "VALUE", "mailbox", "input", "Content"]
)  # fmt: skip
GIVEN = st.sampled_from(
    ["ssn", "dob", "Mira", "Okafor", "gmail.com", "mira.okafor", "input[type=password]", "oak shelf", "1/2/80", "x"]
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["body", "body/user", "body/name", "body/ud", "body/list/0/value"]), OWN, GIVEN), max_size=7)
)
def test_a_group_that_is_passed_over_names_nothing(fields):
    items = [Item(f"{path}/{own}", own, text, Role.VALUE, Place.BODY, None, 0, len(text)) for path, own, text in fields]
    found = names_beside(items)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(siblings, "_may_name", lambda _: True)
        assert names_beside(items) == found
