"""A structured value goes in, an invented one of its type that still validates comes out (level 2), or its type's constant (3+).

Everything invented lies in ranges reserved for that or bears plainly generic names, so that no surrogate is a real person's value.
"""

import re
from collections.abc import Callable

from guardian_core.anonymize import dates, phones, places
from guardian_core.anonymize.shapes import Stream, blank, characters, fill, iban_of, luhn_digit, same_shape
from guardian_core.vocabulary import Entity


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MAIL_DOMAINS = ("example.com", "example.net", "example.org")  # RFC 2606
FIRST_NAMES = _words(
    "Alex Sam Robin Kim Chris Jamie Taylor Morgan Jordan Casey Riley Avery Quinn Rowan Skyler Charlie Frankie "
    "Jessie Leslie Pat Terry Dale Lee Max Nicky Ali Andrea Dominique Sascha Toni Noor Sidney"
)
LAST_NAMES = _words(
    "Sample Example Specimen Placeholder Testman Mustermann Doe Roe Nobody Anyone Somebody Generic Standin Demo "
    "Trial Pattern Template Fictional Madeup Pretend Dummy Mockley Notreal Anonym"
)
_STEMS = _words("Sample Example Test Model Demo Trial Dummy Pattern Mock Blank Plain Standard Common Usual Sketch Draft")
_ENDS = _words("ville ton burg field ford haven stead wick dale port bridge mouth")
_DIRECTIONS = _words("North South East West Upper Lower New Old Little Great Nether Over Middle Far Near High")
# How an issuer's numbers begin → what a test number of that issuer begins with. ISO/IEC 7812, published test cards.
_CARDS: tuple[tuple[str, str], ...] = (
    (r"3[47]", "378282"),
    (r"30|36|38|39", "305693"),
    (r"35", "353011"),
    (r"5[1-5]|2[2-7]", "555555"),
    (r"4", "411111"),
    (r"6011|64|65", "601111"),
    (r"62", "620000"),
)


def _like(original: str, text: str) -> str:
    return text.upper() if original.isupper() else text.lower() if original.islower() else text


def _person(original: str, stream: Stream, attempt: int) -> str:
    first, last = stream.pick(FIRST_NAMES), stream.pick(LAST_NAMES)
    initial = f" {chr(65 + stream.below(26))}." if attempt >= 8 else ""
    if len(original.split()) > 1:
        return _like(original, f"{first}{initial} {last}")
    return _like(original, first if attempt < 2 else first + last.lower() + initial[1:2].lower())


def _email(_: str, stream: Stream, __: int) -> str:
    return f"user{stream.digits(7)}@{stream.pick(MAIL_DOMAINS)}"


def _city(original: str, stream: Stream, attempt: int) -> str:
    name = stream.pick(_STEMS) + stream.pick(_ENDS)
    return _like(original, name if attempt < 2 else f"{stream.pick(_DIRECTIONS)} {name}")


def _address(original: str, stream: Stream, _: int) -> str:
    return _like(original, f"{1 + stream.below(999)} {stream.pick(_STEMS)}{stream.pick(_ENDS)} Street")


def _organization(original: str, stream: Stream, _: int) -> str:
    return _like(original, f"{stream.pick(_STEMS)} Organisation {stream.digits(4)}")


def card(original: str, free: Callable[[int], str]) -> str:
    """A Luhn-valid test number of the same issuer and length; `free(n)` gives the n digits left to choose."""
    digits = characters(original)
    start = next((test for begins, test in _CARDS if re.match(begins, digits)), "411111")
    body = start + free(max(0, len(digits) - len(start) - 1))
    return fill(original, body + luhn_digit(body))


# Letters and digits of the bank's part of the account number, where it is not the first four.
_BANK = {
    "DE": 8,
    "AT": 5,
    "CH": 5,
    "FR": 10,
    "ES": 8,
    "BE": 3,
    "PL": 8,
    "PT": 8,
    "GB": 10,
    "IT": 11,
    "NL": 4,
    "IE": 10,
    "DK": 4,
    "NO": 4,
}


def iban(original: str, free: Callable[[int], str], *, keep_bank: bool = False) -> str:
    """A valid IBAN of the same country and length with a bank code of zeros; `free(n)` gives the n digits of the account."""
    plain = characters(original).upper()
    if not re.fullmatch(r"[A-Z]{2}\d\d[A-Z0-9]{5,}", plain):
        return fill(original, free(len(plain)))
    country, account = plain[:2], plain[4:]
    bank = _BANK.get(country, 4)
    head = account[:bank] if keep_bank else "".join("0" if c.isdigit() else "X" for c in account[:bank])
    return fill(original, iban_of(country, head + free(len(account[bank:]))))


def _ssn(original: str, stream: Stream, _: int) -> str:
    # 9xx was never issued as an SSN, and ITINs have a group from 50 on.
    number = f"9{stream.digits(2)}{1 + stream.below(49):02d}{1 + stream.below(9999):04d}"
    return fill(original, number) if len(characters(original)) == 9 else number


def _shape(original: str, stream: Stream, _: int) -> str:
    return same_shape(original, stream)


def _fixed(text: str) -> Callable[[str, Stream, int], str]:
    return lambda original, _, __: _like(original, text)


def _gender(original: str, _: Stream, __: int) -> str:
    return "X" if len(original.strip()) == 1 else "unspecified"


def _page(original: str, stream: Stream, _: int) -> str:
    return f"{'https://' if '://' in original else ''}example.com/{stream.digits(6)}"


# Level 2: (original, choices, attempt) → a surrogate. An entity that is not named here keeps only its shape.
SURROGATES: dict[Entity, Callable[[str, Stream, int], str]] = {
    Entity.PERSON: _person,
    Entity.ORGANIZATION: _organization,
    Entity.PLACE: _city,
    Entity.CITY: _city,
    Entity.ADDRESS: _address,
    Entity.EMAIL: _email,
    Entity.PHONE: lambda original, stream, _: phones.invented(original, stream),
    Entity.CARD: lambda original, stream, _: card(original, stream.digits),
    Entity.IBAN: lambda original, stream, _: iban(original, stream.digits),
    Entity.US_SSN: _ssn,
    Entity.IP: places.unassigned,
    Entity.COORDINATES: lambda original, _, __: places.rounded(original, 0),
    Entity.DATE: lambda original, stream, _: dates.invented(original, stream),
    Entity.DATE_OF_BIRTH: lambda original, stream, _: dates.invented(original, stream),
    Entity.USERNAME: lambda _, stream, __: f"user{stream.digits(7)}",
    Entity.HEALTH: _fixed("unspecified"),
    Entity.GENDER: _gender,
    Entity.PROFESSION: _fixed("worker"),
    Entity.SEARCH: _fixed("example"),
    Entity.BROWSING: _page,
}
# These say the same of many values, so they need not differ from one value to the next.
COINCIDING = frozenset({Entity.COORDINATES, Entity.HEALTH, Entity.GENDER, Entity.PROFESSION, Entity.SEARCH})


# What is a number of its own kind: its shape is all that can be kept.
NUMBERED = (
    Entity.BANK_ACCOUNT,
    Entity.NATIONAL_ID,
    Entity.PASSPORT,
    Entity.DRIVING_LICENCE,
    Entity.TAX_ID,
    Entity.DEVICE_ID,
    Entity.POSTCODE,
)


def _zeros(count: int) -> str:
    return "0" * count


def surrogate(entity: Entity, original: str, stream: Stream, attempt: int) -> str:
    """An invented value of the same type; another `attempt` with another stream gives another one."""
    return SURROGATES.get(entity, _shape)(original, stream, attempt)


# Level 3 and up: the same for every value of the type.
CONSTANTS: dict[Entity, Callable[[str], str]] = {
    Entity.PERSON: lambda _: "Anonymous",
    Entity.ORGANIZATION: lambda _: "Organisation",
    Entity.PLACE: lambda _: "Nowhere",
    Entity.CITY: lambda _: "Nowhere",
    Entity.ADDRESS: lambda _: "Withheld",
    Entity.EMAIL: lambda _: "anonymous@example.com",
    Entity.PHONE: phones.constant,
    Entity.CARD: lambda original: card(original, _zeros),
    Entity.IBAN: lambda original: iban(original, _zeros),
    Entity.US_SSN: lambda original: fill(original, "000000000") if len(characters(original)) == 9 else "000000000",
    Entity.IP: lambda original: "2001:db8::1" if ":" in original else "192.0.2.1",
    Entity.COORDINATES: places.nowhere,
    Entity.DATE: dates.constant,
    Entity.DATE_OF_BIRTH: dates.constant,
    Entity.USERNAME: lambda _: "anonymous",
    Entity.SEARCH: lambda _: "example",
    Entity.BROWSING: lambda original: "https://example.com/" if "://" in original else "example.com",
    **dict.fromkeys(NUMBERED, lambda original: blank(original, 0)),
    Entity.GENDER: lambda original: _gender(original, Stream(b""), 0),
}


def constant(entity: Entity, original: str) -> str:
    """The one value that stands for all of its type, written like the original where its type has a format."""
    return CONSTANTS[entity](original) if entity in CONSTANTS else "withheld"
