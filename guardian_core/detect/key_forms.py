"""A field's name in; out, the endings it has once what says nothing is left out: `ssns`, `phone_number_list`, `mobile_raw`.

What stands under such a name is one of several, or one form of a value; a number under a plural may be a count ("phones": 120000).
"""

import re
from functools import lru_cache
from typing import NamedTuple

from guardian_core.detect.context import folded, key_words, table

# Words behind a name that leave its meaning as it is. What says where a number is used ("home") is among them.
_FORMS = table("""
    number numbers no nos nr num nums value values val raw digits plain list array items entries e full primary secondary main
    national international formatted unformatted normalized current
    """)
_LISTS = frozenset({"list", "array", "items", "entries"})
# Plurals that mean something else than several of what their singular names.
_OTHERS = table("caps ccs cells handies logins nos pans passes pins portables sms swifts tins vias tokens users names secrets pws")
_SIBILANTS = ("ses", "xes", "ches", "shes", "zes")
_LEAST = 4
_IN_LIST = re.compile(r"/\d+(?:/[^/]+)?\Z")


class Form(NamedTuple):
    """An ending of a name without what says nothing."""

    ending: str
    several: bool  # whether it was a plural


@lru_cache(maxsize=2048)
def forms(key: str) -> tuple[Form, ...]:
    """The endings that a name has in other words, longest first; none for a name that is as it is.

    >>> [form.ending for form in forms("ssns")], [form.ending for form in forms("home_phone_numbers")]
    (['ssn'], ['homephonenumber', 'phonenumber', 'number', 'homephone', 'phone'])
    """
    words = list(key_words(key))
    several = False
    found: list[Form] = []
    for _ in range(3):
        singulars = [one for ending in _endings(words) if (one := _singular(ending))]
        found.extend(Form(one, True) for one in singulars)
        several |= bool(singulars)
        if len(words) < 2 or words[-1] not in _FORMS:
            break
        several |= words.pop() in _LISTS
        found.extend(Form(ending, several) for ending in _endings(words))
    return tuple(dict.fromkeys(found))


def in_list(path: str) -> bool:
    """Whether an item is an element of a list, or a member of one.

    >>> in_list("body/phones/0"), in_list("body/phones/0/raw"), in_list("body/phones")
    (True, True, False)
    """
    return _IN_LIST.search(path) is not None


def _endings(words: list[str]) -> list[str]:
    return [folded("".join(words[-count:])) for count in range(min(len(words), 5), 0, -1)]


def _singular(word: str) -> str:
    """The singular of a plural, "" for what is none."""
    if word.endswith("nummern"):
        return word[:-1]
    if len(word) < _LEAST or not word.endswith("s") or word.endswith(("ss", "us", "is")) or word in _OTHERS:
        return ""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_SIBILANTS) else word[:-1]
