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
# A capital after a small letter of one word, or small letters after two capitals: an identifier, but for prefixes of names.
_IDENTIFIER = re.compile(
    r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bDu)(?<!\bLa)(?<!\bLe)(?<!\bVan)(?<=[a-z])[A-Z]|\b[A-Z]{2,}[a-z]"
)
_UNSPACED = 0x3000  # from here on one letter can be a name


def accept(name: NameSpan, text: str, item: Item) -> Span | None:
    """The model's span in `text`, the normalised text of `item`, as a candidate; None where it is probably noise."""
    start, end = name.start, name.end
    if name.entity in {Entity.PLACE, Entity.ORGANIZATION}:
        start, end = _capitalised(text, start, end)
    if name.entity is Entity.ADDRESS and text[start:end][-4:].isdigit() and (town := _TOWN.match(text, end)):
        end = town.end()
    found = text[start:end]
    if name.entity in _NUMBER_WORDS:
        digits = sum(character.isdigit() for character in found)
        if digits < 5 or not _NUMBER_WORDS[name.entity].search(f"{item.key} {text[max(0, start - 48) : start]}"):
            return None
    elif _noise(found, text[max(0, start - 1) : start], text[end : end + 1]) or name.score < _needed(name.entity, found, item):
        return None
    rank = SHAPE if name.entity is Entity.ADDRESS and name.score > 0.9 else GUESS
    return Span(start, end, name.entity, name.score, rank, "names")


def _capitalised(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) without small words at its edges ("of Saint Thomas", "Paris and summarize"); unchanged without capitals."""
    words = [match.span() for match in WORD.finditer(text, start, end)]
    capital = [span for span in words if not text[span[0]].islower()]
    return (capital[0][0], capital[-1][1]) if capital else (start, end)


def _noise(found: str, left: str, right: str) -> bool:
    """No letters, a title, or a piece of an identifier, a path, a call or a tag."""
    letters = [character for character in found if character.isalpha()]
    if len(letters) < 2 and not any(ord(letter) > _UNSPACED for letter in letters):
        return True
    return (
        (left != "" and left in "_/\\<{@$#.")
        or (right != "" and right in "_/\\=@({#$")
        or bool(_TITLES.fullmatch(found) or _IDENTIFIER.search(found))
    )


def _needed(entity: Entity, found: str, item: Item) -> float:
    """How sure the model must be: more where nothing is capitalised and where everything is; more than 1 means never."""
    small = found == found.lower() and found != found.upper()
    acronym = found == found.upper() and found.isascii() and " " not in found
    digit = any(character.isdigit() for character in found)
    prose = item.role is Role.PROSE
    several = len(found.split()) > 1
    if entity is Entity.PERSON:
        if digit:
            return 2.0
        return (0.95 if several else 0.985) if small and prose else 0.98 if acronym else 0.9 if small else 0.6
    if entity is Entity.ADDRESS:
        return 2.0 if small or not several else 0.5 if digit else 0.75
    if entity is Entity.POSTCODE:
        return 0.9 if digit else 2.0
    if entity is Entity.ORGANIZATION:
        return 2.0 if small and prose else 0.95 if acronym else 0.5
    return 0.95 if small or (acronym and len(found) > 3) else 0.5
