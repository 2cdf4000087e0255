"""partial.py: level 1 of structured values."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.partial import PARTIAL, generalised
from guardian_core.vocabulary import Entity

COARSE = [
    (Entity.PERSON, "Dana Quill", "D. Q."),
    (Entity.PERSON, "mr dana quill", "d. q."),
    (Entity.PERSON, "\u5c71\u7530", None),
    (Entity.PERSON, "--", None),
    (Entity.ORGANIZATION, "Erzincan Court", "Court"),
    (Entity.PROFESSION, "nurse", "Health worker"),
    (Entity.CITY, "London", "United Kingdom"),
    (Entity.PLACE, "France", "Europe"),
    (Entity.CITY, "Zyx", None),
    (Entity.ADDRESS, "10 Quill Road, Leeds", "Street, Leeds"),
    (Entity.ADDRESS, "10 Quill Road", None),
    (Entity.EMAIL, "dana.quill@shop.test", "d***@shop.test"),
    (Entity.EMAIL, "\u00e9@shop.test", None),
    (Entity.EMAIL, "dana@", None),
    (Entity.PHONE, "(202) 555-0142", "(202) 555-0100"),
    (Entity.PHONE, "(202) 555-0100", None),
    (Entity.IBAN, "DE89370400440532013000", "DE68370400440000000000"),
    (Entity.PASSPORT, "AB123456", "AB000000"),
    (Entity.NATIONAL_ID, "123", "000"),
    (Entity.IP, "8.8.4.77", "8.8.4.0"),
    (Entity.IP, "8.8.4.0", None),
    (Entity.COORDINATES, "48.8566", "48.9"),
    (Entity.DATE_OF_BIRTH, "1980-05-04", "1980-01-01"),
    (Entity.POSTCODE, "10115", "10100"),
    (Entity.POSTCODE, "EC1A 1BB", "EC1X 0XX"),
    (Entity.POSTCODE, "1011", "1000"),
    (Entity.USERNAME, "dquill", "dxxx"),
    (Entity.USERNAME, "dq", None),
    (Entity.CARD, "4111111111111111", None),
    (Entity.US_SSN, "219-09-9999", None),
    (Entity.SECRET, "sk-abc", None),
]


@pytest.mark.parametrize(("entity", "original", "coarse"), COARSE, ids=[f"{e}-{o!a}" for e, o, _ in COARSE])
def test_generalises_within_the_format(entity, original, coarse):
    assert generalised(entity, original) == coarse


@pytest.mark.parametrize("entity", [Entity.SECRET, Entity.PASSWORD, Entity.CARD, Entity.US_SSN, Entity.HEALTH])
def test_keeps_no_part_of(entity):
    assert entity not in PARTIAL


@settings(deadline=None)
@given(st.from_regex(r"[a-z0-9.+_-]{1,12}@([a-z0-9]{1,8}\.){1,2}test", fullmatch=True))
def test_leaves_a_valid_mail_address(original):
    coarse = generalised(Entity.EMAIL, original)
    assert coarse is None or re.fullmatch(r"[a-z0-9]\*{3}@[a-z0-9.]+", coarse)


@settings(deadline=None)
@given(st.sampled_from(list(Entity)), st.text(max_size=40))
def test_survives_any_text(entity, original):
    assert generalised(entity, original) != original
