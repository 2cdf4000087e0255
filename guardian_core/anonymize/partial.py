"""A structured value goes in, a coarser one in the same format comes out (level 1); None: say what level 2 says."""

import re
from collections.abc import Callable

from guardian_core.anonymize import dates, kinds, phones, places
from guardian_core.anonymize.invented import NUMBERED, iban
from guardian_core.anonymize.shapes import blank, characters
from guardian_core.anonymize.traces import name_words
from guardian_core.vocabulary import Entity


def _initials(name: str) -> str | None:
    words = name_words(name)
    if not words or not all(word[0].isascii() for word in words):
        return None
    return " ".join(f"{word[0].lower() if name.islower() else word[0].upper()}." for word in words)


def _noun(phrase: str) -> str:
    return phrase.split(" ", 1)[1].capitalize()


def _country(written: str) -> str | None:
    country = kinds.country_of(written)
    return country.removeprefix("the ") if country else kinds.continent_of(written)


def _street(written: str) -> str | None:
    city = kinds.city_in(written)
    return f"Street, {city}" if city else None


def _email(written: str) -> str | None:
    local, _, host = written.rpartition("@")
    plain = re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?", host) and re.match(r"[A-Za-z0-9]", local)
    return f"{local[0]}***@{host}" if plain else None  # "*" is atext (RFC 5322 §3.2.3): still an addr-spec


def _postcode(written: str) -> str:
    plain = characters(written)
    return blank(written, 3 if len(plain) >= 5 else 2)


def _identifier(written: str) -> str:
    return blank(written, min(2, len(characters(written)) // 4))


# Cards, SSNs, secrets and everything else not named here: level 1 is level 2.
PARTIAL: dict[Entity, Callable[[str], str | None]] = {
    **dict.fromkeys(NUMBERED, _identifier),
    Entity.PERSON: _initials,
    Entity.ORGANIZATION: lambda name: _noun(kinds.organization_kind(name)),
    Entity.PROFESSION: lambda name: _noun(kinds.profession_kind(name)),
    Entity.PLACE: _country,
    Entity.CITY: _country,
    Entity.ADDRESS: _street,
    Entity.EMAIL: _email,
    Entity.PHONE: phones.zeroed,
    Entity.IBAN: lambda written: iban(written, lambda count: "0" * count, keep_bank=True),
    Entity.IP: places.network,
    Entity.COORDINATES: lambda written: places.rounded(written, 1),
    Entity.DATE: dates.year_only,
    Entity.DATE_OF_BIRTH: dates.year_only,
    Entity.POSTCODE: _postcode,
    Entity.USERNAME: lambda name: name[0] + "xxx" if re.match(r"[A-Za-z0-9].{2}", name) else None,
}


def generalised(entity: Entity, original: str) -> str | None:
    """The coarser value, or None where the type has none or the value already is that coarse."""
    coarse = PARTIAL[entity](original) if entity in PARTIAL else None
    return coarse if coarse and coarse != original else None
