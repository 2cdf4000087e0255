"""The text of a document in; out, the entities that it declares itself, and what a reference to one means.

Each is expanded once and to a bounded length, whatever they refer to. What is declared elsewhere, or is too large, makes the
document unsafe: what it says cannot be known.
"""

import re
from dataclasses import dataclass, field
from html.entities import html5

REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z_][\w:.-]{0,80}+));")
_DECLARED = re.compile(r"<!ENTITY\s++(%\s++)?+([A-Za-z_][\w:.-]*+)\s++(?:\"([^\"]*+)\"|'([^']*+)'|)")
_MARKUP = re.compile(r"<!\[CDATA\[|\]\]>|<!--(?:[^-]|-(?!->))*+-->|<[^<>]*+>")
_LONGEST, _MANY, _DEEP, _TOGETHER = 4_096, 1_000, 16, 200_000


def decoded(found: re.Match[str]) -> str | None:
    """The letter of a reference that every document knows; None for any other."""
    decimal, hexadecimal, name = found.groups()
    if name:
        letter = html5.get(name + ";", "")
        return letter if len(letter) == 1 else None
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code <= 0xDFFF else "\ufffd"


@dataclass(slots=True)
class Entities:
    """The entities of one document."""

    values: dict[str, str | None] = field(repr=False)  # as declared; None: elsewhere
    unsafe: bool = False  # whether something that is used could not be expanded
    room: int = _TOGETHER  # code points that may still be made
    _known: dict[str, str | None] = field(default_factory=dict, repr=False)

    @classmethod
    def declared_in(cls, text: str) -> "Entities | None":
        """Those of a document; None where it declares none."""
        if "<!ENTITY" not in text:
            return None
        made = cls({})
        for found in _DECLARED.finditer(text):
            made.unsafe |= bool(found[1]) or len(made.values) >= _MANY  # one that declares others
            if made.unsafe:
                break
            literal = found[3] if found[3] is not None else found[4]
            made.values.setdefault(found[2], literal)  # the first one counts (XML 1.0 §4.2)
        return made if made.values or made.unsafe else None

    def declares(self, found: re.Match[str]) -> bool:
        """Whether a reference is to one of these."""
        return found[3] is not None and found[3] in self.values

    def meant(self, found: re.Match[str]) -> str | None:
        """What a reference stands for; None where that is not known."""
        if not self.declares(found):
            return decoded(found)
        text = self._expanded(found[3], 0)
        self.room -= len(text or "")
        self.unsafe |= text is None or self.room < 0
        return text if self.room >= 0 else None

    def _expanded(self, name: str, deep: int) -> str | None:
        """The text of one entity without its markup; None if it is elsewhere, in itself, or too large."""
        if name in self._known:
            return self._known[name]
        self._known[name] = None
        value = self.values[name]
        if value is None or len(value) > _LONGEST or deep > _DEEP:
            return None
        # References to letters are read where it is declared, and again where it is used (XML 1.0 §4.4).
        value = REFERENCE.sub(lambda found: found[0] if found[3] else decoded(found) or "", value)
        parts: list[str] = []
        at = length = 0
        for found in REFERENCE.finditer(value):
            meant = self._expanded(found[3], deep + 1) if self.declares(found) else decoded(found)
            if meant is None and self.declares(found):
                return None
            parts += (_MARKUP.sub("", value[at : found.start()]), found[0] if meant is None else meant)
            length += len(parts[-1])
            if length > _LONGEST:
                return None
            at = found.end()
        self._known[name] = whole = "".join([*parts, _MARKUP.sub("", value[at:])])
        return whole
