"""Text in, spans of payment cards, IBANs and social security numbers out: what carries a checksum or strict rules."""

import re
from collections.abc import Iterator

import phonenumbers

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

# Issuer prefixes (ISO/IEC 7812) as ranges of the first digits, with the lengths that issuer uses. Read top to bottom, first match
# wins.
ISSUERS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("34", "34", (15,)),
    ("37", "37", (15,)),
    ("300", "305", (14,)),
    ("36", "36", (14,)),
    ("38", "39", (14,)),
    ("3528", "3589", (16, 17, 18, 19)),
    ("1800", "1800", (15,)),
    ("2131", "2131", (15,)),
    ("4", "4", (13, 16, 19)),
    ("51", "55", (16,)),
    ("2221", "2720", (16,)),
    ("6011", "6011", (16, 17, 18, 19)),
    ("644", "649", (16, 17, 18, 19)),
    ("65", "65", (16, 17, 18, 19)),
    ("62", "62", (16, 17, 18, 19)),
    ("50", "50", (12, 13, 14, 15, 16, 17, 18, 19)),
    ("56", "69", (12, 13, 14, 15, 16, 17, 18, 19)),
)
_DIGITS = re.compile(r"(?<![\d.])(?<!\d[-])\d(?:[ -]?\d){11,22}(?!\d)")
# As printed, four groups (or American Express's three), with any one separator: the grouping says more than the sign between.
_PRINTED = re.compile(
    r"(?<!\d)(?:\d{4}(?P<four>[\s./_|,:–]{1,3})\d{4}(?P=four)\d{4}(?P=four)\d{4}|3[47]\d\d(?P<amex>[\s./_|,:–]{1,3})\d{6}(?P=amex)\d{5})(?!\d)"
)
CARD_KEYS = table("""
    card cardnumber cardno ccnumber ccnum cc ccn creditcard creditcardnumber creditcardno pan cardpan debitcard paymentcard
    kartennummer kreditkarte kreditkartennummer numerocarte cartebancaire tarjeta numerotarjeta numerocarta cartadicredito
    creditcardnummer
    """)
_CARD_WORDS = re.compile(
    r"(?i)\b(?:card|visa|master ?card|maestro|amex|credit|debit|kreditkarte|karte|carte|tarjeta|carta|pan|cc)\b"
)
# Not the names of times: no time of this century is written like a card number.
_OPAQUE_KEYS = table("""
    id ids nonce seq sequence hash trace span session sid uuid pixel cid vid
    """)


def announces_card(said: str, context: Context) -> bool:
    """Whether the words before a number, or its field, say that it is a card's."""
    return context.has(CARD_KEYS) or _CARD_WORDS.search(said) is not None


def luhn(digits: str) -> bool:
    """Whether the check digit is right (ISO/IEC 7812-1 annex B).

    >>> luhn("4111111111111111"), luhn("4111111111111112")
    (True, False)
    """
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def card_lengths(digits: str) -> tuple[int, ...]:
    """The lengths that the issuer of a number beginning with `digits` uses; () for no known issuer."""
    return next((lengths for low, high, lengths in ISSUERS if low <= digits[: len(low)] <= high), ())


def cards(text: str, context: Context) -> Iterator[Span]:
    """Issuer prefix, length of that issuer and Luhn; short and Maestro forms also need a word or a key that says card (BUGS
    B27)."""
    keyed = context.has(CARD_KEYS)
    yield from _printed(text)
    for match in _DIGITS.finditer(text):
        places = [at for at in range(match.start(), match.end()) if text[at].isdigit()]
        digits = "".join(text[at] for at in places)
        begins = [i for i, at in enumerate(places) if i == 0 or places[i - 1] != at - 1]
        for begin in begins:
            size = _card_at(digits, places, begin)
            if not size:
                continue
            start, end = places[begin], places[begin + size - 1] + 1
            bare = end - start == size
            known = keyed or bool(_CARD_WORDS.search(before(text, start)))
            if not known and (size < 14 or digits[begin : begin + 2] in _MAESTRO or (bare and context.mentions(_OPAQUE_KEYS))):
                continue
            yield Span(start, end, Entity.CARD, 0.99 if known or not bare else 0.9, CHECKED)
            break


def _printed(text: str) -> Iterator[Span]:
    for match in _PRINTED.finditer(text):
        number = "".join(filter(str.isdigit, match[0]))
        if len(number) in card_lengths(number) and number[:2] not in _MAESTRO and luhn(number) and len(set(number)) > 1:
            yield Span(*match.span(), Entity.CARD, 0.95, CHECKED)


_MAESTRO = frozenset({"50", "56", "57", "58", "59", "61", "63", "66", "67", "68", "69"})


def _card_at(digits: str, places: list[int], begin: int) -> int:
    """How many digits from `begin` make a card number, longest first; 0 for none. A number ends where its digit group ends."""
    for size in reversed(card_lengths(digits[begin:])):
        stop = begin + size
        if stop > len(digits) or (stop < len(digits) and places[stop] == places[stop - 1] + 1):
            continue
        number = digits[begin:stop]
        if luhn(number) and len(set(number)) > 1:
            return size
    return 0


# Lengths of the SWIFT IBAN registry.
IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28,
    "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
    "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24,
    "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26,
    "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}  # fmt: skip
_IBAN_GAPS = " -./_"
_IBAN_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}(?:[ ./_-]|\r?\n)?\d[ ./_-]?\d")
_IBAN_BREAK = re.compile(r"[ \t]{0,4}\r?\n[ \t>]{0,8}")


def iban_valid(iban: str) -> bool:
    """ISO 13616: length of the country and remainder 1 modulo 97; `iban` without spaces, any case.

    >>> iban_valid("GB82WEST12345698765432"), iban_valid("DE88370400440532013000")
    (True, False)
    """
    iban = iban.upper()
    if len(iban) != IBAN_LENGTHS.get(iban[:2]) or not (iban.isascii() and iban.isalnum()):
        return False
    return int("".join(str(int(c, 36)) for c in iban[4:] + iban[:4])) % 97 == 1


def ibans(text: str, _context: Context) -> Iterator[Span]:
    """By the country's length, so that a following word is never swallowed (BUGS B30); single separators between groups,
    or the end of a line."""
    for match in _IBAN_START.finditer(text):
        length = IBAN_LENGTHS.get(match[0][:2].upper(), 0)
        letters: list[str] = []
        at = match.start()
        while len(letters) < length and at < len(text):
            if text[at].isascii() and text[at].isalnum():
                letters.append(text[at])
            elif line := _IBAN_BREAK.match(text, at):
                at = line.end()
                continue
            elif text[at] not in _IBAN_GAPS or text[at - 1] in _IBAN_GAPS:
                break
            at += 1
        if length and len(letters) == length and not text[at : at + 1].isalnum() and iban_valid("".join(letters)):
            yield Span(match.start(), at, Entity.IBAN, 0.99, CHECKED)


_COUNTRIES = frozenset(phonenumbers.SUPPORTED_REGIONS) | IBAN_LENGTHS.keys()
_BIC = re.compile(r"[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:XXX|[A-WY-Z0-9][A-Z0-9]{2})?", re.IGNORECASE)
_BIC_WORD = re.compile(
    r"\b(?:(?:BIC|SWIFT)[\s:=#]{1,3}|(?i:bic|swift)(?:[ /-]?(?i:bic|swift|code|number|no\.?)[\s:=#]{1,3}|\s?[:=#]\s?))"
    r"(?:(?:is|ist|est|es)\s)?(?P<code>[A-Z0-9]{8}(?:[A-Z0-9]{3})?)\b"
)


def bic_valid(code: str) -> bool:
    """ISO 9362: four letters of a bank, a country, a place, perhaps a branch. It names a bank, and nobody by itself.

    >>> bic_valid("DEUTDEFF"), bic_valid("DEUTDEFF500"), bic_valid("ABCDEFGH")
    (True, True, False)
    """
    return _BIC.fullmatch(code) is not None and code[4:6].upper() in _COUNTRIES


def bics(text: str, _context: Context) -> Iterator[Span]:
    """Behind a word that says so: letters alone are a word like others."""
    for match in _BIC_WORD.finditer(text):
        if bic_valid(match["code"]):
            yield Span(*match.span("code"), Entity.CODE, 0.9, SHAPE)


_SSN = re.compile(r"(?:(?<![\w-])|(?<=ssn[_-])|(?<=SSN[_-]))(?<!\d\.)(\d{3})([- ./_]?|\s?[-./]\s)(\d{2})\2(\d{4})(?![\w-])(?!\.\d)")
SSN_KEYS = table("""
    ssn socialsecurity socialsecuritynumber socialsecurityno ssnumber ssnlast socsec itin tin
    """)
_SSN_WORDS = re.compile(
    r"(?i)\b(?:ssns?|s\.\s?s\.\s?n|s/s/n|social[- ]security|social(?: (?:is|was|no|number|#)|:)|soc\.? ?sec|ss#|itin|"
    r"tax(?:payer)? (?:id|number|identification))"
)


def ssns(text: str, context: Context) -> Iterator[Span]:
    """US numbers by the Social Security Administration's rules; formatted anywhere, nine bare digits only with a key or a word.

    Area 9xx is a taxpayer number (ITIN) of the same form.
    """
    keyed = context.has(SSN_KEYS)
    if not keyed and text.isdecimal():
        return
    for match in _SSN.finditer(text):
        area, gap, group, serial = match.groups()
        if area in {"000", "666"} or group == "00" or serial == "0000":
            continue
        known = keyed or bool(_SSN_WORDS.search(before(text, match.start(), 48)))
        if not known and gap not in {"-", "."}:
            continue
        if area[0] == "9":
            if known or gap.strip() == "-":
                yield Span(*match.span(), Entity.TAX_ID, 0.85, SHAPE)
            continue
        yield Span(*match.span(), Entity.US_SSN, 0.95 if known else 0.85, CHECKED if known else SHAPE)
