"""Names that a value has from the object or the element around it, or from a kind beside it."""

import pytest

from guardian_core.actions import read
from guardian_core.vocabulary import Entity, Request

NUMBER = ("524713806", Entity.US_SSN)


@pytest.mark.parametrize(
    "body",
    [
        {"ssn": {"data": "524713806"}},
        {"changes": {"ssn": {"from": "", "to": "524713806"}}},
        {"user_ssn": {"old_value": "524713806"}},
        {"type": "ssn", "number": "524713806"},
        {"entry_type": "ssn", "entry_number": "524713806", "phone_type": "home", "phone_number": "x"},
        {"idType": "SSN", "documentNo": "524713806"},
        "kind=ssn&no=524713806",
        {"answers": [{"field": {"title": "Your SSN"}, "type": "text", "text": "524713806"}, {"field": {"ref": "x"}, "text": "9"}]},
        {"question": {"text": "SSN"}, "answer": {"text": "524713806"}},
        {"entries": [{"key": "ssn", "value": {"value": "524713806"}}]},
        {"attribute": "ssn", "values": [{"data": "524713806"}]},
    ],
)
def test_finds_a_number_by_what_is_around_it(found_in, body):
    assert found_in(body) == [NUMBER]


def test_finds_papers_and_telephones_by_their_kind(found_in):
    assert found_in({"document_type": "passport", "document_no": "C01X00T47"}) == [("C01X00T47", Entity.PASSPORT)]
    assert found_in({"telecom": [{"kind": "mobile", "number": 2125550145}]}) == [("2125550145", Entity.PHONE)]


@pytest.mark.parametrize(
    "body",
    [
        {"ssn": {"id": "524713806"}},
        {"plan": {"data": "524713806"}},
        {"mobile": {"data": 1732999999}},
        {"password": {"text": "Enter 8 characters"}},
        {"phone": {"from": 12, "to": 480}},
        {"type": "order", "number": "524713806"},
        {"answers": [{"field": {"title": "Your SSN"}, "text": "none"}, {"field": {"title": "Order"}, "text": "524713806"}]},
        {"question": {"title": "Your phone"}, "answer": {"text": "12 apps"}},
        {"type": "mobile", "number": "1732999999123"},
        {"type": "card", "number": "4111111111111112"},
        {"device_type": "mobile", "build_number": "2411051234"},
        {"a_type": "ssn", "b_type": "x", "c_number": "524713806"},
        {"a": {"type": "ssn"}, "b": {"number": "524713806"}},
    ],
)
def test_leaves_other_numbers(found_in, body):
    assert found_in(body) == []


@pytest.fixture
def found_in_xml(patterns_only):
    def find(body: str) -> list[tuple[str, Entity]]:
        kind = ((b"content-type", b"application/xml"),)
        items = read(Request("POST", "https", "host.test", 443, "/", kind, body.encode())).items
        return [(items[f.item].text[f.start : f.end], f.entity) for f in patterns_only.find(items)]

    return find


def test_an_attribute_names_the_text_of_its_element(found_in_xml):
    body = '<doc><field name="plan">gold</field><field name="ssn">524713806</field><field name="dob">1984-03-12</field></doc>'
    assert found_in_xml(body) == [NUMBER, ("1984-03-12", Entity.DATE_OF_BIRTH)]
    assert found_in_xml('<doc><field id="1" key="last_name">Okafor</field></doc>') == [("Okafor", Entity.PERSON)]
    assert found_in_xml('<doc><field name="ssn"/><other>524713806</other></doc>') == []
