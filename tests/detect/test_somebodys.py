"""Names that are somebody's where no sentence is around them, and things that are called alike."""

import json

import pytest

from guardian_core import actions
from guardian_core.vocabulary import Entity, Request

NAMED = [
    ({"t": "Dana Quill!"}, ["Dana Quill"]),
    ({"t": "Dana Quill 34"}, ["Dana Quill"]),
    ({"t": "Maria Lopez 28, Madrid"}, ["Maria Lopez"]),
    ({"t": "DANA QUILL"}, ["DANA QUILL"]),
    ({"t": "QUILL, DANA"}, ["QUILL, DANA"]),
    ({"t": "Quill, Dana"}, ["Quill, Dana"]),
    ({"t": "The patient QUILL, Dana was seen on Monday."}, ["QUILL, Dana"]),
    ({"t": "Ms. D. Quill PhD"}, ["D. Quill"]),
    ({"t": "Dana Quill/Nora Quist"}, ["Dana Quill", "Nora Quist"]),
    ({"t": "You may ask Nora Quist. Dana Quill knows."}, ["Nora Quist", "Dana Quill"]),
    ({"t": "Dana QUILL"}, ["Dana QUILL"]),
    ({"t": "QUILL Dana"}, ["QUILL Dana"]),
    ({"t": "@Dana Quill"}, ["Dana Quill"]),
    ({"t": "Dana Quill & Nora Quist"}, ["Dana Quill", "Nora Quist"]),
    ({"t": "O'BRIEN, SEAN"}, ["O'BRIEN, SEAN"]),
    ({"file": "CV_Nora_Quist.pdf"}, ["Nora_Quist"]),
    ({"file": "Nora Quist CV.pdf"}, ["Nora Quist"]),
    ({"filename": "Nora_Quist_CV.pdf"}, ["Nora_Quist"]),
    ({"users": {"Dana Quill": {"email": "dana@example.test"}}}, ["Dana Quill"]),
    ({"log": {"Dana Quill": {"email": "dana@example.test"}}}, ["Dana Quill"]),
    ({"name": "Harry Potter"}, ["Harry Potter"]),
]
NOBODYS = [
    {"t": "Amlodipine 5 mg, Ramipril 10 mg, Metformin 500 mg"},
    {"t": "Roe v. Wade, 410 U.S. 113 (1973)"},
    {"t": "2 x Oak Chair"},
    {"t": "| Product | Qty | Price |\n|---|---|---|\n| Chair | 12 | 19.99 |\n| Lamp | 3 | 9.50 |"},
    {"address": "0x1F"},
    {"pin": "top"},
    {"diagnosis": "timeout"},
    {"title": "Harry Potter"},
    {"file": "Quarterly Report Final.pdf"},
    {"totals": {"Grand Total": {"sum": 3}}},
    {"t": "Hello, World"},
]
# What makes a request personal by itself.
PERSONAL = {Entity.PERSON, Entity.ADDRESS, Entity.PASSWORD, Entity.HEALTH, Entity.EMAIL, Entity.PHONE}


def found(detector, body, *headers):
    request = Request(
        "POST", "https", "shop.test", 443, "/", ((b"content-type", b"application/json"), *headers), json.dumps(body).encode()
    )
    items = actions.read(request).items
    return [(items[one.item].text[one.start : one.end], one.entity) for one in detector.find(items)]


@pytest.mark.parametrize(("body", "names"), NAMED)
def test_finds_a_name(detector, body, names):
    assert [text for text, entity in found(detector, body) if entity is Entity.PERSON] == names


@pytest.mark.parametrize("body", NOBODYS)
def test_finds_nobody(detector, body):
    assert [one for one in found(detector, body) if one[1] in PERSONAL] == []


def test_finds_a_name_in_a_header(detector):
    assert found(detector, {}, (b"x-name", b"Dana Quill")) == [("Dana Quill", Entity.PERSON)]
