"""A JSON number in, the digits it stands for out where it is whole and not written so: a phone number may come as 4.477e11."""

import re
from decimal import Decimal

from guardian_core.vocabulary import Item

_WHOLE = re.compile(r"[0-9]{1,30}(?=[.eE])(?:\.[0-9]{1,30})?(?:[eE]\+?[0-9]{1,2})?")
_DIGITS = 25


def as_integer(item: Item) -> str:
    """The digits of a JSON number that is whole but not written so: "4.477e11" → "447700000000"; empty for any other."""
    if "json-number" not in item.encoders or not _WHOLE.fullmatch(item.text):
        return ""
    value = Decimal(item.text)
    return str(int(value)) if value < 10**_DIGITS and value == value.to_integral_value() else ""
