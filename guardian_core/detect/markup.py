"""Text in; out, spans of values that elements and attributes in it name: `<password>…</password>`, `<add key="dob" value="…"/>`.

A body of XML is read as one; this is for XML that stands in a text: an envelope in a field of JSON, a settings file in a message.
Mild things count only beside something that is somebody's, and a label of a page is nobody's password.
"""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.keys import by_key, speaks
from guardian_core.detect.placeholders import PLACEHOLDER
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import Entity, Role

_TAG = re.compile(r"<(?:[\w-]{1,30}:)?(?P<name>[A-Za-z_][\w.-]{1,60})(?P<attributes>\s[^<>]{1,1000})?>")
_INSIDE = re.compile(r"[^<>\r\n]{1,300}(?=</)")
_ATTRIBUTE = re.compile(r"(?P<name>[A-Za-z_][\w.-]{0,60})\s?=\s?\\?(?P<quote>[\"'])(?P<value>[^\"'\\<>]{0,300})\\?(?P=quote)")
_NAMES = ("key", "name", "property", "field", "param")  # attributes that name what `value` holds
_VALUES = ("value", "val", "content")
_MILD = frozenset({
    Entity.CITY, Entity.GENDER, Entity.POSTCODE, Entity.PROFESSION, Entity.HEALTH, Entity.USERNAME, Entity.DEMOGRAPHIC,
    Entity.ADDRESS, Entity.DEVICE_ID, Entity.TAX_ID, Entity.CODE,
})  # fmt: skip
_TYPED = re.compile(r"(?=.*[\d!@#$%^&*?~+=]).{3,}")


def markup(text: str, context: Context) -> Iterator[Span]:
    """What the names of elements and attributes say of the text in them."""
    if context.role is Role.BINARY:
        return
    found = [span for tag in _TAG.finditer(text) for span in _told(text, tag)]
    if any(span.entity not in _MILD for span in found):
        yield from found


def _told(text: str, tag: re.Match[str]) -> Iterator[Span]:
    inside = _INSIDE.match(text, tag.end())
    begin, end = inside.span() if inside else (0, 0)
    if inside and speaks(tag["name"]):
        yield from _keyed(text, tag["name"], begin, end, label=False)
    if tag["attributes"] is None:
        return
    attributes = {match["name"].lower(): match for match in _ATTRIBUTE.finditer(text, *tag.span("attributes"))}
    called = next((attributes[name]["value"] for name in _NAMES if name in attributes), "")
    if not called or not speaks(called):
        return
    value = next((attributes[name] for name in _VALUES if name in attributes), None)
    if value is not None:
        yield from _keyed(text, called, *value.span("value"), label=False)
    elif inside:
        yield from _keyed(text, called, begin, end, label=True)


def _keyed(text: str, key: str, start: int, end: int, *, label: bool) -> Iterator[Span]:
    """`label`: what a page shows is listed so, too, in files of translations."""
    value = text[start:end]
    span = by_key(value, Context(key, Role.VALUE))
    if span is None or (span.entity is Entity.PASSWORD and not _is_typed(value, label=label)):
        return
    yield Span(start + span.start, start + span.end, span.entity, span.score, span.rank, "key")


def _is_typed(value: str, *, label: bool) -> bool:
    """Whether somebody types it as a password: not "Forgot your password?", nor "Kennwort:"."""
    value = value.strip()
    if PLACEHOLDER.match(value.rstrip(":*? ")) or (" " in value and not any(c.isdigit() for c in value)):
        return False
    return not label or (" " not in value and _TYPED.fullmatch(value) is not None)
