"""actions.pairs: names that stand beside their values."""

import json

import pytest

from guardian_core.actions import read
from tests.actions.kit import post


def keys(document: object) -> dict[str, str]:
    reading = read(post(json.dumps(document).encode(), "application/json"))
    return {item.text: item.key for item in reading.items if item.role != "structure"}


@pytest.mark.parametrize(
    ("document", "text", "key"),
    [
        ([{"name": "ssn", "value": "524713806"}], "524713806", "ssn"),
        ({"fields": [{"value": "Dana", "objectTypeId": "0-1", "name": "first_name"}]}, "Dana", "first_name"),
        ({"fields": [{"id": "f7", "label": "dob", "val": "1984-03-17"}]}, "1984-03-17", "f7"),
        ({"fields": [{"key": "tags", "values": ["a1", "b2"]}]}, "b2", "tags"),
        ({"password": {"value": "Hunter22!x"}}, "Hunter22!x", "password"),
        ({"password": [{"value": "Hunter22!x"}]}, "Hunter22!x", "password"),
        ({"mobile": {"number": 2125550145}}, "2125550145", "mobile number"),
        ({"phones": [{"kind": "a", "raw": "2125550145"}]}, "2125550145", "raw phones"),
        ({"name": {"full": "Dana Quill"}}, "Dana Quill", "full name"),
        ({"number": "12"}, "12", "number"),
        ({"name": "Dana Quill", "value": "12"}, "12", "value"),
        ({"name": "ssn", "text": "12"}, "12", "text"),
        ({"value": "12"}, "12", "value"),
    ],
)
def test_gives_a_value_the_name_beside_or_around_it(document, text, key):
    assert keys(document)[text] == key


def test_touches_nothing_else():
    reading = read(post(b'[{"name":"ssn","value":"524713806"}]', "application/json"))
    assert [(item.path, item.text) for item in reading.items] == [
        ("body/0/name", "name"),
        ("body/0/name", "ssn"),
        ("body/0/value", "value"),
        ("body/0/value", "524713806"),
    ]


@pytest.mark.parametrize(
    ("form", "named"),
    [
        ("name=ssn&value=1x&name=dob&value=2x", {"1x": "ssn", "2x": "dob"}),
        ("name[]=ssn&name[]=dob&value[]=1x&value[]=2x", {"1x": "ssn", "2x": "dob"}),
        ("value=1x&name=ssn&value=2x&name=dob", {"1x": "ssn", "2x": "dob"}),
        ("name=ssn&value=1x&name=dob&value=2x&value=3x", {"1x": "ssn", "2x": "dob", "3x": "dob"}),
        ("name=ssn&value=1x&value=2x", {"1x": "ssn", "2x": "ssn"}),
    ],
)
def test_gives_each_value_of_a_form_its_own_name(form, named):
    items = read(post(form.encode(), "application/x-www-form-urlencoded")).items
    assert {item.text: item.key for item in items if item.text in named} == named
