"""What stands in prose instead of a value: an entity, a level and the original go in, phrases come out, the one asked for first.

    level 1  keeps a part that tells what the sentence is about and whom not (`PARTIAL`, read top to bottom, says what and why)
    level 2  says only what kind of thing it was (`WORDS`, first column)
    level 3  is a tag, the same for the same thing everywhere in the request (tags.py)
    level 4  speaks of it as a sentence would, without tags (`WORDS`, second column, and `DESCRIBED`)
    level 5  is a redaction

(paper §3.4, Table 23; 4 and 5 are what serves without a language model). The phrases after the first say less and less; the last
says nothing, so that one always fits.
"""

import re
from collections.abc import Callable

from guardian_core.anonymize import amounts, groups, kinds, periods
from guardian_core.vocabulary import Entity, Level

REDACTED = "[redacted]"
REMOVED = "[removed]"
NOTHING = "***"  # has no letter or digit, so it can be no part of any value

# Level 2 and level 4: what kind of thing it was, and how a sentence would speak of it.
WORDS: dict[Entity, tuple[str, str]] = {
    Entity.PERSON: ("someone", "a person"),
    Entity.ORGANIZATION: ("an organisation", "an organisation"),
    Entity.PLACE: ("a place", "a certain place"),
    Entity.ADDRESS: ("an address", "a certain address"),
    Entity.EMAIL: ("an e-mail address", "a certain e-mail address"),
    Entity.PHONE: ("a phone number", "a certain phone number"),
    Entity.CARD: ("a card number", "a payment card"),
    Entity.IBAN: ("a bank account", "a certain bank account"),
    Entity.BANK_ACCOUNT: ("a bank account", "a certain bank account"),
    Entity.US_SSN: ("a Social Security number", "an identity number"),
    Entity.NATIONAL_ID: ("an identity number", "an official number"),
    Entity.PASSPORT: ("a passport number", "a travel document"),
    Entity.DRIVING_LICENCE: ("a driving licence number", "a driving licence"),
    Entity.TAX_ID: ("a tax number", "an official number"),
    Entity.IP: ("an IP address", "a network address"),
    Entity.COORDINATES: ("a position", "a certain position"),
    Entity.SECRET: (REMOVED, REMOVED),
    Entity.PASSWORD: (REMOVED, REMOVED),
    Entity.DATE_OF_BIRTH: ("a date", "a specific date"),
    Entity.DATE: ("a date", "a specific date"),
    Entity.HEALTH: ("a health matter", "a certain health matter"),
    Entity.BIOMETRIC: ("a body feature", "a certain body feature"),
    Entity.GENETIC: ("a genetic trait", "a certain genetic trait"),
    Entity.USERNAME: ("a user name", "a certain user"),
    Entity.PROFESSION: ("a worker", "a worker"),
    Entity.GENDER: ("a person", "a person"),
    Entity.CITY: ("a place", "a certain city"),
    Entity.POSTCODE: ("a postcode", "a certain area"),
    Entity.DEVICE_ID: ("a device", "a certain device"),
    Entity.SEARCH: ("a search", "a certain search"),
    Entity.BROWSING: ("a web page", "a certain web page"),
    Entity.AGE: ("an age", "a certain age"),
    Entity.DEMOGRAPHIC: ("a certain group", "a certain group"),
    Entity.QUANTITY: ("a certain amount", "a certain amount"),
    Entity.CODE: ("a reference number", "a certain reference number"),
    Entity.MISC: ("something", "a certain thing"),
}


def _words(entity: Entity, written: str) -> tuple[str, str]:
    if entity in {Entity.DATE, Entity.DATE_OF_BIRTH}:
        return f"a {periods.kind(written)}", f"a specific {periods.kind(written)}"
    return WORDS[entity]


def _place(written: str) -> str | None:
    return kinds.country_of(written) or kinds.country_in(written) or kinds.continent_of(written)


def _city(written: str) -> str:
    return kinds.country_of(written) or "a city"


def _address(written: str) -> str | None:
    country = kinds.country_of(written)
    return f"an address in {country}" if country else None


def _code(written: str) -> str | None:
    """The year of a register and nothing else of a number: "28045/02" → "***/02"."""
    year = re.search(r"\d{3,}(/(?:\d\d|(?:19|20)\d\d))$", written, re.ASCII)
    return f"{NOTHING}{year.group(1)}" if year else None


def _email(written: str) -> str | None:
    local, _, host = written.rpartition("@")
    plain = re.fullmatch(r"[A-Za-z0-9.-]+", host) and local[:1].isascii() and local[:1].isalnum()
    return f"{local[:1]}***@{host}" if plain else None


def _ending(what: str, keep: int) -> Callable[[str], str | None]:
    """The last `keep` digits, where at least twice as many go."""

    def phrase(written: str) -> str | None:
        digits = re.sub(r"\D", "", written)
        return f"{what} ending in {digits[-keep:]}" if digits.isascii() and len(digits) >= 3 * keep else None

    return phrase


def _ip(written: str) -> str | None:
    four = re.fullmatch(r"(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}", written.strip(), re.ASCII)
    return f"{four.group(1)}.*" if four else None


def _coordinates(written: str) -> str | None:
    numbers = re.findall(r"-?\d+\.\d{2,}", written, re.ASCII)
    return "a position near " + ", ".join(f"{float(number):.1f}" for number in numbers) if numbers else None


def _postcode(written: str) -> str | None:
    start = re.sub(r"\W", "", written)[:2]
    return f"a postcode starting with {start}" if start.isascii() and len(start) == 2 else None


type Partial = Callable[[str], str | tuple[str, ...] | None]

# Level 1: what stays of each entity, and why it may. An entity that is not named here, and a None, say what level 2 says: secrets,
# identity numbers, health, biometric and genetic facts, user names, devices, searches and visited pages are never partly kept.
PARTIAL: dict[Entity, Partial] = {
    # who: the title, which is a role and a sex, with a letter for the name ("Mr X"): a text about three people stays one
    # (`phrases` does it, because the letter belongs to the request)
    Entity.ORGANIZATION: lambda name: (
        groups.part_of_world(name) or kinds.organization_kind(name)
    ),  # its kind: "a court", "a bank"; thousands are
    Entity.PROFESSION: kinds.profession_kind,  # its field
    Entity.AGE: groups.decade_of_age,  # its decade
    Entity.DEMOGRAPHIC: groups.group,  # the wider group: "European", "a religion", "an illness"
    # where: one step up, never the place itself
    Entity.PLACE: lambda name: groups.part_of_world(name) or _place(name),  # a city's country, a country's part of the world
    Entity.CITY: _city,
    Entity.ADDRESS: _address,  # the country
    Entity.POSTCODE: _postcode,  # the area: its first two characters
    Entity.COORDINATES: _coordinates,  # eleven kilometres
    Entity.IP: _ip,  # the network
    # when: the year and the order of things
    Entity.DATE: periods.phrases,
    Entity.DATE_OF_BIRTH: periods.phrases,
    # how much: the order of magnitude and the unit
    Entity.QUANTITY: amounts.magnitude,
    # which one: so much that the owner recognises it and nobody else does
    Entity.EMAIL: _email,  # the first letter and the host
    Entity.PHONE: _ending("a phone number", 2),
    Entity.CARD: _ending("a card", 4),
    Entity.IBAN: _ending("a bank account", 4),
    Entity.CODE: _code,  # the year of a register
}
# Level 4, where the kind of the thing keeps the sentence readable (Table 23: "a high court", "a female applicant").
DESCRIBED: dict[Entity, Callable[[str], str | None]] = {
    Entity.PERSON: lambda name: kinds.titled(name) or "a person",
    Entity.ORGANIZATION: kinds.organization_kind,
    Entity.DATE: lambda written: "specific dates" if re.search(r"\band\b|\d\s?[\u2013-]\s?\d+\s+\w", written) else None,
    Entity.PROFESSION: kinds.profession_kind,
}


def _partly(entity: Entity, original: str, letter: str) -> tuple[str | None, ...]:
    if entity is Entity.PERSON:
        title = kinds.title_of(original)
        return (f"{title} {letter}" if title else letter,)
    said = PARTIAL[entity](original) if entity in PARTIAL else None
    return said if isinstance(said, tuple) else (said,)


def phrases(entity: Entity, level: Level, original: str, tag: str) -> tuple[str, ...]:
    """What may stand for `original` at `level`, what was asked for first, then always less.

    Args:
        entity: what was found.
        level: 1 to 5.
        original: the value with its title, as written.
        tag: for level 3 the value's tag in this document; for level 1 a person's letter.

    >>> phrases(Entity.ORGANIZATION, Level.PARTIAL, "Erzincan Assize Court", "[ORGANIZATION_1]")
    ('a court', 'an organisation', '[redacted]', '***')
    """
    kind, described = _words(entity, original)
    wanted: tuple[str | None, ...]
    match level:
        case Level.PARTIAL:
            wanted = (*_partly(entity, original, tag), kind)
        case Level.AGGRESSIVE:
            wanted = (kind,)
        case Level.TAGS:
            wanted = (tag,)
        case Level.MINIMAL_EDIT:
            partly = DESCRIBED[entity](original) if entity in DESCRIBED else None
            wanted = (partly, described, kind)
        case _:
            wanted = ()
    return tuple(dict.fromkeys(phrase for phrase in (*wanted, REDACTED, NOTHING) if phrase))
