"""Text in, spans of telephone numbers out: international form anywhere, national forms where something says that it is one.

libphonenumber calls many bare digit strings valid (BUGS B32), so a national number needs its usual formatting, a word before it
or a field named for it; which national forms count is a setting (BUGS B31).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import phonenumbers

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

# Starts at +, ( or a digit; at most 24 characters of digits with one or two separators between.
_NUMBER = re.compile(
    r"(?<![\w+@#$€£%])(?<!\d[.,:/-])(?:\+\s?)?\(?\d(?:[ .\-/()]{0,2}\d){5,16}(?:\s?(?:x|ext\.?)\s?\d{1,6})?(?![\w%])(?![.,:/-]\d)"
)
PHONE_KEYS = table("""
    phone phonenumber phoneno telephone telephonenumber tel mobile mobilenumber mobilephone mobileno cell cellphone
    cellnumber msisdn fax faxnumber homephone workphone dayphone eveningphone whatsapp sms telefon telefonnummer telefonnr
    handy handynummer rufnummer mobil mobilnummer telephoneportable portable numerotelephone telefono numerotelefono movil
    celular cellulare telefoon telefoonnummer mobiel telemovel telefone ph
    """)
_PHONE_WORDS = re.compile(
    r"(?i)\b(?:phone|tele?phone|tel|hotline|helpline|line|callback|toll-?free|pager|voicemail|"
    r"desk|office|mobile|cell|call(?:ed|ing)?|ring|dial|text|sms|whatsapp|fax|reach|contact|telefon|handy|mobil|"
    r"rufnummer|anruf\w*|t[ée]l[ée]phone|t[ée]l|portable|appel\w*|tel[ée]fono|m[óo]vil|celular|ll[aá]m\w*|cellulare|telefoon|bel|telefone|telem[óo]vel)\b"
)
# A word that names another kind of number, nearer than the word for a telephone: "call me about my claim, my SSN is …".
_OTHER_WORDS = re.compile(
    r"(?i)\b(?:ssn|social|itin|tax(?:payer)?|passport|licen[cs]e|id|identity|account|acct|iban|routing|sort code|card|visa|"
    r"cvv|member|policy|claim|case|order|invoice|reference|ref|serial|tracking|ticket|nhs|medicare|insurance|pin|ausweis\w*|"
    r"konto\w*|kunden\w*|steuer\w*|passeport|compte|commande|cuenta|pasaporte|dni)\b"
)
_AFTER = re.compile(r"(?i)\s?[-(]?\s?(?:office|home|mobile|cell|fax|work|desk)\b")
_DATE = re.compile(r"(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2}))(?:\D|$)")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$")
_YEARS = re.compile(r"(?:19|20)\d\d[- /](?:19|20)\d\d$")
_AMOUNT = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")  # in no field named for telephones: a number of JSON
_NORTH_AMERICAN = re.compile(r"(?:1[ .-]?)?(?:\(\d{3}\) ?\d{3}[ .-]?|\d{3}[ .-]\d{3}[ .-])\d{4}(?:\s?(?:x|ext).*)?$")


def phones(text: str, context: Context) -> Iterator[Span]:
    """International: possible by its country's lengths. National: valid in a region, or possible beside a word or key that says
    phone."""
    keyed = context.has(PHONE_KEYS)
    if not keyed and _AMOUNT.fullmatch(text):
        return
    for match in _NUMBER.finditer(text):
        number = match[0]
        start, end = match.span()
        if number.startswith("(") and ")" not in number:
            number, start = number[1:], start + 1
        if _DATE.match(number) or _ADDRESS.match(number) or _YEARS.match(number):
            continue
        known = keyed or _announced(before(text, start)) or bool(_AFTER.match(text, end, end + 12))
        verdict = _judge(number, known=known, regions=context.regions)
        if verdict:
            yield Span(start, end, Entity.PHONE, verdict, CHECKED if verdict > 0.9 else SHAPE)


def announces_phone(said: str, context: Context) -> bool:
    """Whether the words before a number, or its field, say that it is a telephone's."""
    return context.has(PHONE_KEYS) or _announced(said)


def _announced(said: str) -> bool:
    """Whether the last word before a number that names a kind of number is one for telephones."""
    last = max((match.end() for match in _PHONE_WORDS.finditer(said)), default=None)
    return last is not None and _OTHER_WORDS.search(said, last) is None


def _judge(number: str, *, known: bool, regions: tuple[str, ...]) -> float:
    """How sure it is that `number` is a telephone number, 0 for not at all."""
    digits = sum(character.isdigit() for character in number)
    grouped = digits < len(number) - number.startswith("+")
    if number.startswith("+"):
        return {2: 0.97, 1: 0.8}.get(_parse(number, None), 0.7 if 7 <= digits <= 15 and (known or _grouped(number)) else 0.0)
    if number.startswith("00") and (known or grouped) and _parse("+" + number[2:], None) == 2:
        return 0.93
    if not (known or grouped):
        return 0.0
    best = max((_parse(number, region) for region in regions if known or _formatted(number, region)), default=0)
    if best == 2:
        return 0.95 if known else 0.85
    if best and "US" in regions and _NORTH_AMERICAN.match(number) and grouped:
        return 0.75
    return 0.65 if known and 7 <= digits <= 15 and (best or grouped) else 0.0


def is_whole(number: str) -> bool:
    """Whether it is a valid number with its country's.

    >>> is_whole("+442079460958"), is_whole("+4420794609")
    (True, False)
    """
    return number.startswith("+") and _parse(number, None) == 2


def _grouped(number: str) -> bool:
    """Nine digits or more in at least three groups: after a plus sign people write nothing else so."""
    return sum(c.isdigit() for c in number) >= 9 and len(re.findall(r"\d+", number)) >= 3


def _formatted(number: str, region: str) -> bool:
    """Whether `number` is written as people of `region` write telephone numbers, so that it needs no further word."""
    prefix = _trunk(region)
    if prefix == "1":
        return bool(_NORTH_AMERICAN.match(number))
    groups = re.findall(r"\d+", number)
    if prefix == "0":
        return (
            number.lstrip("(").startswith("0") and len(groups) >= 2 and len(groups[0]) > 1 and not re.fullmatch(r"0+[.]\d+", number)
        )
    return len(groups) >= 3 and not all(len(group) == 3 for group in groups[1:-1] + groups[-1:] if "." in number)


@lru_cache(maxsize=64)
def _trunk(region: str) -> str | None:
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(region)
    return metadata.national_prefix if metadata else None


def _parse(number: str, region: str | None) -> int:
    """2 for a valid number, 1 for a possible one, 0 for neither. Never cached: the argument is private."""
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return 0
    return 2 if phonenumbers.is_valid_number(parsed) else int(phonenumbers.is_possible_number(parsed))
