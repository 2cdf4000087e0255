"""A person's span in; out, the same with the surname that the names model did not see beside a first name: "QUILL, Dana"."""

import re
from dataclasses import replace

from guardian_core.detect.labels import LOUD
from guardian_core.detect.names import NameSpan
from guardian_core.terms import Entity

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ](?:[^\W\d_]|['\u2019-])*"
# "Quill, Dana M." as a label, and a surname in capitals before a name in a sentence; but "HELLO, DANA".
_TURNED = re.compile(rf"\s*(?P<surname>{_CAPITAL}), (?P<given>{_CAPITAL}\.?(?: {_CAPITAL}\.?){{0,2}})\s*")
_BEFORE = re.compile(
    r"(?<![A-ZÀ-Þ][A-ZÀ-Þ] )(?<!\w)(?P<surname>(?:[A-ZÀ-Þ]['\u2019])?[A-ZÀ-Þ]{3,}(?:[ '\u2019-][A-ZÀ-Þ]{2,})?),\s$"
)
_REACH = 48  # characters of a surname
_WORDS = re.compile(r"\w.*\w|\w")
_SAID = frozenset([
    "hello", "hi", "hey", "dear", "thanks", "welcome", "sorry", "yes", "no", "ok", "okay", "please", "bye", "goodbye", "attn",
    "congratulations", "regards", "best", "sincerely", "cheers", "morning", "evening", "note", "warning", "error", "so", "well",
    "good", "thank", "and", "but", "or", "to", "from", "cc", "re", "hallo", "bonjour", "hola", "ciao",
    "ssn", "dob", "new", "the", "usb", "led", "about", "contact", "ask", "call", "by", "for", "via", "todo", "fyi",
])  # fmt: skip


def with_surname(name: NameSpan, text: str, written: str) -> NameSpan:
    """The span of a person with a surname that stands before it.

    Args:
        name: of `text`.
        text: what the model read.
        written: the text as it is, in which a surname may be in capitals.
    """
    if name.entity is not Entity.PERSON:
        return name
    whole = _TURNED.fullmatch(text) if len(text) <= 2 * _REACH else None
    if whole and _is_surname(whole["surname"]) and {name.start, name.end} & {whole.start("surname"), whole.end("given")}:
        return replace(name, start=whole.start("surname"), end=whole.end("given"))
    if len(written) == len(text) <= 2 * _REACH and LOUD.fullmatch(written) and "," not in text and (words := _WORDS.search(text)):
        first = words[0].partition(" ")[0]
        return replace(name, start=words.start(), end=words.end()) if _is_surname(first) else name
    before = _BEFORE.search(text[max(0, name.start - _REACH) : name.start])
    return replace(name, start=name.start - len(before[0])) if before and _is_surname(before["surname"]) else name


def _is_surname(word: str) -> bool:
    return len(word) > 1 and _SAID.isdisjoint(word.lower().split())
