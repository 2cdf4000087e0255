"""Text in; out, spans of the numbers of bank accounts and of telephones (the things) behind the words that say so.

Such numbers look like any others: a word must stand before each, and for an account one of a bank's beside it.
"""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.numbers import luhn
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

BANKS = ("sort code", "sortcode", "sort-code", "routing", "bsb", "bank account", "bankleitzahl", "blz", "transit number")
DEVICES = ("imei", "imsi", "iccid", "meid")
_IS = r"(?:\s?(?:number|numbers|no\.?|nr\.?|num|code|#|is|are|=|:)){0,3}[\s:=#]{0,3}"
_CODE = re.compile(
    rf"(?i)\b(?:sort[ -]?code|bsb|routing|transit number|bankleitzahl|blz){_IS}"
    r"(?P<number>\d{2}[ -]?\d{2}[ -]?\d{2}(?:\d{2,3}|[ ]\d{2,3})?|\d{3}[ -]\d{3}(?:[ -]\d{2})?|\d{5}-\d{3})(?![\w-])"
)
_ACCOUNT = re.compile(
    rf"(?i)\b(?:bank[ -]?)?(?:account|acct?|a/c|konto(?:nummer|-?nr)?)\b\.?{_IS}(?P<number>\d(?:[ -]?\d){{5,16}})(?![\w-])"
)
_NEAR = 160  # characters between the words of a bank and the number of an account
_DEVICE = re.compile(
    r"(?i)\b(?:(?P<imei>imei)(?:sv)?[12]?|(?P<imsi>imsi)|(?P<iccid>iccid)|meid)\b"
    rf"{_IS}(?P<number>[0-9a-f](?:[ -]?[0-9a-f]){{13,19}})(?![\w-])"
)
_IMEI, _IMEISV, _IMSI, _MEID = 15, 16, 15, 14


def said_numbers(text: str, _context: Context) -> Iterator[Span]:
    """Accounts beside a bank's words, and the numbers of telephones that their checks hold for."""
    low = text.lower()
    if any(word in low for word in BANKS):
        codes = [match.span("number") for match in _CODE.finditer(text)]
        yield from (Span(*code, Entity.BANK_ACCOUNT, 0.9, SHAPE) for code in codes)
        for match in _ACCOUNT.finditer(text):
            begin, end = match.span("number")
            own = match[0].lower().startswith("bank")
            if own or any(code[0] - _NEAR < end and begin < code[1] + _NEAR for code in codes):
                yield Span(begin, end, Entity.BANK_ACCOUNT, 0.9, SHAPE)
    if any(word in low for word in DEVICES):
        for match in _DEVICE.finditer(text):
            if _is_device(match):
                yield Span(*match.span("number"), Entity.DEVICE_ID, 0.9, CHECKED)


def _is_device(match: re.Match[str]) -> bool:
    """3GPP TS 23.003: an IMEI ends with a Luhn digit, one with the version of its software has none; ITU E.118 for cards."""
    number = re.sub(r"[ -]", "", match["number"])
    if match["imei"]:
        return number.isdecimal() and len(set(number)) > 1 and ((len(number) == _IMEI and luhn(number)) or len(number) == _IMEISV)
    if match["imsi"]:
        return number.isdecimal() and len(number) == _IMSI and len(set(number)) > 1
    if match["iccid"]:
        return number.isdecimal() and number.startswith("89") and luhn(number)
    return len(number) == _MEID and any(c.isdigit() for c in number) and len(set(number)) > 3
