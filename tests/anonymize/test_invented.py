"""invented.py: surrogates that validate, and the constants of each type."""

import ipaddress
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.invented import COINCIDING, card, constant, iban, surrogate
from guardian_core.anonymize.shapes import Stream, characters
from guardian_core.vocabulary import Entity

EMAIL = re.compile(r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+")  # the HTML standard's


def made(entity: Entity, original: str, attempt: int = 0) -> str:
    return surrogate(entity, original, Stream(b"k", entity, original, str(attempt)), attempt)


def luhn(digits: str) -> bool:
    return sum(int(d) if n % 2 == 0 else sum(divmod(int(d) * 2, 10)) for n, d in enumerate(reversed(digits))) % 10 == 0


def mod97(written: str) -> bool:
    plain = characters(written).upper()
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


CARDS = [
    ("4012-8888-8888-1881", r"4\d{3}-\d{4}-\d{4}-\d{4}"),
    ("378282246310005", r"37\d{13}"),
    ("5105 1051 0510 5100", r"5[1-5]\d\d( \d{4}){3}"),
    ("2223003122003222", r"5[1-5]\d{14}"),
    ("6011000990139424", r"6011\d{12}"),
    ("3530111333300000", r"35\d{14}"),
    ("30569309025904", r"30\d{12}"),
    ("6200000000000005", r"62\d{14}"),
    ("9999999999999995", r"4\d{15}"),
]


@pytest.mark.parametrize(("original", "pattern"), CARDS, ids=[c[0] for c in CARDS])
def test_makes_a_card_of_the_same_issuer_and_length(original, pattern):
    for text in (made(Entity.CARD, original), constant(Entity.CARD, original)):
        assert re.fullmatch(pattern, text)
        assert luhn(characters(text))


@pytest.mark.parametrize(
    "original",
    [
        "DE89 3704 0044 0532 0130 00",
        "gb82 west 1234 5698 7654 32",
        "NL91ABNA0417164300",
        "FR1420041010050500013M02606",
        "NO9386011117947",
        "MT84MALT011000012345MTLCAST001S",
    ],
)
def test_makes_an_iban_of_the_same_country(original):
    for text in (made(Entity.IBAN, original), constant(Entity.IBAN, original), iban(original, lambda n: "0" * n, keep_bank=True)):
        assert mod97(text)
        assert text[:2] == original[:2]
        assert [c.isspace() for c in text] == [c.isspace() for c in original]
    assert characters(made(Entity.IBAN, original))[4:7].strip("0Xx") == ""


def test_keeps_the_bank_where_asked():
    assert iban("DE89370400440532013000", lambda n: "0" * n, keep_bank=True).endswith("370400440000000000")


def test_makes_a_social_security_number_that_was_never_issued():
    for n in range(200):
        area, group, serial = made(Entity.US_SSN, f"219-09-{n:04d}").split("-")
        assert area[0] == "9"
        assert 1 <= int(group) <= 49
        assert serial != "0000"
    assert re.fullmatch(r"9\d{8}", made(Entity.US_SSN, "xxx"))
    assert constant(Entity.US_SSN, "219-09-9999") == "000-00-0000"
    assert constant(Entity.US_SSN, "219") == "000000000"


@settings(deadline=None)
@given(st.text(min_size=1, max_size=20))
def test_makes_mail_addresses_of_reserved_domains(original):
    assert EMAIL.fullmatch(made(Entity.EMAIL, original))
    assert made(Entity.EMAIL, original).rpartition("@")[2] in {"example.com", "example.net", "example.org"}


@settings(deadline=None)
@given(st.sampled_from(list(Entity)), st.text(max_size=40), st.integers(0, 20))
def test_survives_any_text(entity, original, attempt):
    assert isinstance(made(entity, original, attempt), str)
    assert isinstance(constant(entity, original), str)


SHAPED = [
    (Entity.PERSON, "Dana Quill", r"[A-Z][a-z]+ [A-Z][a-z]+"),
    (Entity.PERSON, "DANA QUILL", r"[A-Z]+ [A-Z]+"),
    (Entity.PERSON, "dana", r"[a-z]+"),
    (Entity.CITY, "leeds", r"[a-z]+"),
    (Entity.ADDRESS, "10 Quill Rd", r"\d+ \w+ Street"),
    (Entity.ORGANIZATION, "Quill Ltd", r"\w+ Organisation \d{4}"),
    (Entity.USERNAME, "dquill", r"user\d{7}"),
    (Entity.PASSPORT, "AB-123456", r"[A-Z]{2}-\d{6}"),
    (Entity.GENDER, "F", r"X"),
    (Entity.GENDER, "female", r"unspecified"),
    (Entity.BROWSING, "https://shop.test/a", r"https://example\.com/\d{6}"),
    (Entity.BROWSING, "shop.test", r"example\.com/\d{6}"),
    (Entity.HEALTH, "Migraine", r"unspecified"),
]


@pytest.mark.parametrize(("entity", "original", "pattern"), SHAPED, ids=[f"{e}-{o}" for e, o, _ in SHAPED])
def test_makes_the_same_kind_of_text(entity, original, pattern):
    assert re.fullmatch(pattern, made(entity, original))


def test_has_constants_that_validate():
    assert EMAIL.fullmatch(constant(Entity.EMAIL, "x"))
    assert ipaddress.ip_address(constant(Entity.IP, "2a00::1")).version == 6
    assert constant(Entity.PASSPORT, "AB-123456") == "XX-000000"
    assert constant(Entity.SECRET, "sk-1") == "withheld"
    assert constant(Entity.BROWSING, "http://a.test") == "https://example.com/"


def test_names_as_coinciding_only_what_says_little():
    assert Entity.PERSON not in COINCIDING
    assert Entity.EMAIL not in COINCIDING


def test_makes_a_card_even_of_few_digits():
    assert card("41", lambda n: "0" * n) == "41"
