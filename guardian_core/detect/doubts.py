"""A span of the names model in, a candidate or nothing out: where experience says that the model sees what is not there."""

import re

from guardian_core.detect.names import WORD, NameSpan
from guardian_core.detect.spans import GUESS, SHAPE, Span
from guardian_core.vocabulary import Entity, Item, Role

# What the model says of numbers counts only with a word before them: it takes any digits for somebody's.
_NUMBER_WORDS: dict[Entity, re.Pattern[str]] = {
    Entity.PHONE: re.compile(r"(?i)\b(?:phone|tel|mobile|cell|call|ring|dial|text|fax|contact|reach|number)"),
    Entity.NATIONAL_ID: re.compile(r"(?i)\b(?:national|identity|id|insurance|nhs|citizen|ausweis|medical|mrn|npi)\b"),
    Entity.PASSPORT: re.compile(r"(?i)passport|reisepass|passeport|pasaporte"),
    Entity.DRIVING_LICENCE: re.compile(r"(?i)licen[cs]e|driv|permis"),
    Entity.TAX_ID: re.compile(r"(?i)\btax|\btin\b|steuer|fiscal"),
    Entity.BANK_ACCOUNT: re.compile(r"(?i)account|bank|routing|sort code|konto|iban"),
}
_TITLES = re.compile(r"(?i)(?:mr|mrs|ms|miss|dr|prof|herr|frau|mme|sr|sra)\.?$")


_TOWN = re.compile(r",? [^\W\d_a-z][^\W\d_]{2,}")  # what follows a postcode is its town, whether the model knows it or not


def accept(name: NameSpan, text: str, item: Item) -> Span | None:
    """The model's span as a candidate, or None where experience says that it is noise."""
    start, end = name.start, name.end
    if name.entity in {Entity.PLACE, Entity.ORGANIZATION}:
        start, end = _capitalised(text, start, end)
    if name.entity is Entity.ADDRESS and (town := _TOWN.match(text, end)) and text[start:end][-4:].isdigit():
        end = town.end()
    found = text[start:end]
    if name.entity in _NUMBER_WORDS:
        digits = sum(character.isdigit() for character in found)
        if digits < 5 or not _NUMBER_WORDS[name.entity].search(f"{item.key} {text[max(0, start - 48) : start]}"):
            return None
    elif not _plausible(name, found, text[max(0, start - 1) : start] + text[end : end + 1], item):
        return None
    rank = SHAPE if name.entity is Entity.ADDRESS and name.score > 0.9 else GUESS
    return Span(start, end, name.entity, name.score, rank, "names")


def _capitalised(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) without small words at its edges: "of Saint Thomas", "Paris and summarize"; unchanged without capitals."""
    words = [match.span() for match in WORD.finditer(text, start, end)]
    capital = [span for span in words if not text[span[0]].islower()]
    return (capital[0][0], capital[-1][1]) if capital else (start, end)


_INNER_CAPITAL = re.compile(r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bLa)(?<!\bLe)(?<!\bVan)(?<=[a-z])[A-Z]|\b[A-Z]{2,}[a-z]")


def _plausible(name: NameSpan, found: str, around: str, item: Item) -> bool:
    """Letters, no piece of an identifier or a path, and more certainty where nothing is capitalised."""
    letters = [character for character in found if character.isalpha()]
    if len(letters) < 2 and not (len(letters) == 1 and ord(letters[0]) > 0x3000):
        return False
    if any(mark in around for mark in "_/\\=<>{}#@$|") or _TITLES.fullmatch(found) or _INNER_CAPITAL.search(found):
        return False
    small = found == found.lower() and found != found.upper()
    short = found == found.upper() and found.isascii() and len(letters) <= 5
    if name.entity is Entity.PERSON:
        needed = 0.97 if small and item.role is Role.PROSE else 0.9 if small or (short and " " not in found) else 0.6
        return name.score >= needed and not any(character.isdigit() for character in found)
    if name.entity in {Entity.PLACE, Entity.CITY}:
        return name.score >= (0.95 if small or (found == found.upper() and found.isascii() and len(letters) > 3) else 0.5)
    if name.entity is Entity.POSTCODE:
        return any(character.isdigit() for character in found) and name.score >= 0.9
    if name.entity is Entity.ADDRESS:
        return name.score >= 0.75 or any(character.isdigit() for character in found)
    return not small or item.role is Role.VALUE
