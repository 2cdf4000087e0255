"""Pieces of a text go in as they arrive, what stands for them comes out: placeholders become the user's own words.

Nothing is held back but the beginning of a placeholder that was given out. JSON within text (the arguments of a tool call) is told
from text: there a value is written with JSON's escapes, and never as the name of a field.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from guardian_core.anonymize.restore.surroundings import Surroundings

PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+\]")
# A string of such a name is an address or a seal, whatever stands in it.
_UNTOUCHED = re.compile(
    r"(?:^|[_-])(?:ur[il]s?|href|src|srcset|link|links|image|icon|avatar|signature|thinking|encrypted_content)$", re.IGNORECASE
)
_CALLS = frozenset({"arguments", "partial_json", "input", "args", "parameters", "input_json"})
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JSON_OR_NOT = re.compile(r"\s*(?:(?P<json>\{\s*[\"}]|(?:\[\s*){1,2}[\"{\]0-9-])|(?P<wait>(?:\{|(?:\[\s*){1,2})?\s*\Z)|)")
_PLAIN = re.compile(r'[^"\\]+')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([^u]))")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_LONGEST_KEY = 120


@dataclass(frozen=True, slots=True)
class Segment:
    """What became of the next `count` characters: themselves, or `text`."""

    count: int
    text: str | None = field(default=None, repr=False)


class Restorer(Protocol):
    """What reads a text piece by piece; every character is accounted for once, in order."""

    def feed(self, text: str) -> list[Segment]:
        """The segments that are certain now."""

    def finish(self) -> list[Segment]:
        """Those that were held back: nothing follows."""


class Originals:
    """What each placeholder stands for."""

    def __init__(self, originals: Mapping[str, str]) -> None:
        self.words = dict(originals)
        self._beginnings = {name[:length] for name in self.words for length in range(1, len(name))}

    def begins(self, text: str) -> bool:
        """Whether `text` may become a placeholder that was given out."""
        return text in self._beginnings


class Untouched:
    """Passes everything on."""

    def feed(self, text: str) -> list[Segment]:
        """All of it, as it is."""
        return [Segment(len(text))] if text else []

    def finish(self) -> list[Segment]:
        """Nothing was held back."""
        return []


class Prose:
    """A text that a person reads; `around` is what stands before it, `outer` what the text itself is shown in, if it is."""

    def __init__(self, originals: Originals, around: Surroundings | None = None, outer: Surroundings | None = None) -> None:
        self._originals = originals
        self._around = around or Surroundings()
        self._outer = outer
        self._held = ""

    def feed(self, text: str) -> list[Segment]:
        """Placeholders in the open become their originals; those in addresses stay."""
        text, self._held = self._held + text, ""
        segments: list[Segment] = []
        position = 0
        while (at := text.find("[", position)) >= 0:
            self._pass(text[position:at], segments)
            position = at
            found = PLACEHOLDER.match(text, at)
            original = self._originals.words.get(found[0]) if found else None
            if found and original is not None:
                position = found.end()
                if self._around.bare and (self._outer is None or self._outer.open):
                    segments.append(Segment(len(found[0]), original))
                    self._read(original)
                else:
                    self._pass(found[0], segments)
            elif self._originals.begins(text[at:]):
                self._held = text[at:]
                return segments
            else:
                self._pass("[", segments)
                position += 1
        self._pass(text[position:], segments)
        return segments

    def finish(self) -> list[Segment]:
        """What only looked like a placeholder."""
        segments: list[Segment] = []
        self._pass(self._held, segments)
        self._held = ""
        return segments

    def _pass(self, text: str, segments: list[Segment]) -> None:
        if text:
            self._read(text)
            segments.append(Segment(len(text)))

    def _read(self, text: str) -> None:
        self._around.read(text)
        if self._outer:
            self._outer.read(text)


class Json:
    """JSON text: each string that is a value is a text of its own, keys are passed on.

    `outer`: who shows the document as text may take a string of it for the beginning of a link and the next for its end.
    """

    def __init__(self, originals: Originals, outer: Surroundings | None = None) -> None:
        self._originals = originals
        self._outer = outer
        self._containers: list[str] = []
        self._key_next = False
        self._inside: Restorer | None = None  # of the string that is open
        self._is_key = False
        self._key = ""
        self._units: deque[tuple[int, int]] = deque()  # characters not accounted for: so many, each spelled with so many
        self._partial = ""  # an escape that is not complete
        self._rest = ""
        self.ended = False  # a whole document was read

    def feed(self, text: str) -> list[Segment]:
        """As for prose, through JSON's escapes."""
        text, self._partial = self._partial + text, ""
        segments: list[Segment] = []
        position = 0
        while position < len(text) and not self.ended:
            if self._inside is None:
                self._show(text[position])
                self._structure(text[position])
                segments.append(Segment(1))
                position += 1
            else:
                position = self._string(text, position, segments)
        if position < len(text):
            self._rest = text[position:]
        return segments

    def rest(self) -> str:
        """What was fed behind the end of the document, once."""
        rest, self._rest = self._rest, ""
        return rest

    def finish(self) -> list[Segment]:
        """A document that was cut off."""
        segments = self._through(self._inside.finish()) if self._inside else []
        if self._partial:
            segments.append(Segment(len(self._partial)))
        self._partial = ""
        return segments

    def _structure(self, character: str) -> None:
        if character == '"':
            self._is_key = self._key_next
            named = self._containers[-1:] == ["{"] and not self._is_key
            sealed = self._is_key or (named and untouched(self._key))
            self._inside = Untouched() if sealed else Either(self._originals, self._outer, shown=not is_call(self._key))
            self._key = "" if self._is_key else self._key
        elif character in "{[":
            self._containers.append(character)
            self._key_next = character == "{"
        elif character in "}]":
            if self._containers:
                self._containers.pop()
            self._key_next = False
            self.ended = not self._containers
        elif character in ",:":
            self._key_next = character == "," and self._containers[-1:] == ["{"]

    def _string(self, text: str, position: int, segments: list[Segment]) -> int:
        """Read on within the open string; returns where to go on."""
        inside = self._inside
        if inside is None:
            return position
        if text[position] == '"':
            segments += [*self._through(inside.finish()), Segment(1)]
            self._show('"')
            self._inside = None
            self.ended = not self._containers
            return position + 1
        if plain := _PLAIN.match(text, position):
            self._units.append((len(plain[0]), 1))
            segments += self._through(self._read(inside, plain[0]))
            return plain.end()
        escape = _ESCAPE.match(text, position)
        if not escape:
            self._partial = text[position:] if len(text) - position < 6 else ""
            if self._partial:
                return len(text)
            self._units.append((1, 1))  # a backslash that begins no escape
            segments += self._through(self._read(inside, "\\"))
            return position + 1
        self._units.append((1, len(escape[0])))
        letter = chr(int(escape[1], 16)) if escape[1] else _LETTERS.get(escape[2], escape[2])
        segments += self._through(self._read(inside, letter))
        return escape.end()

    def _read(self, inside: Restorer, text: str) -> list[Segment]:
        if self._is_key and len(self._key) < _LONGEST_KEY:
            self._key += text
        if isinstance(inside, Untouched):
            self._show(text)
        return inside.feed(text)

    def _show(self, text: str) -> None:
        if self._outer:
            self._outer.read(text)

    def _through(self, segments: Iterable[Segment]) -> list[Segment]:
        """Segments of the string's characters as segments of their spelling."""
        return [
            Segment(self._spelling(segment.count), None if segment.text is None else in_json(segment.text)) for segment in segments
        ]

    def _spelling(self, count: int) -> int:
        """How many characters spell the next `count`."""
        length = 0
        while count:
            number, width = self._units.popleft()
            taken = min(number, count)
            if taken < number:
                self._units.appendleft((number - taken, width))
            length, count = length + taken * width, count - taken
        return length


class Documents:
    """JSON documents one after another, and nothing else."""

    def __init__(self, originals: Originals) -> None:
        self._originals = originals
        self._json = Json(originals)

    def feed(self, text: str) -> list[Segment]:
        """As for one document."""
        segments = self._json.feed(text)
        while self._json.ended:
            rest, self._json = self._json.rest(), Json(self._originals)
            segments += self._json.feed(rest)
        return segments

    def finish(self) -> list[Segment]:
        """The last document may have been cut off."""
        return self._json.finish()


class Either:
    """Prose, or JSON and what follows it: the beginning tells.

    `shown`: a person may see it as text, JSON too; the arguments of a tool call are for a program.
    """

    def __init__(self, originals: Originals, outer: Surroundings | None = None, *, shown: bool = True) -> None:
        self._originals = originals
        self._outer = outer
        self._around = Surroundings()
        self._beyond = outer or (self._around if shown else None)  # what strings of JSON are shown in
        self._prose = Prose(originals, self._around, outer)
        self._json: Json | None = None
        self._undecided: str | None = ""
        self._given = 0  # characters accounted for while undecided

    def feed(self, text: str) -> list[Segment]:
        """As the kind of text demands."""
        if self._json is not None:
            return self._as_json(self._json, text)
        if self._undecided is None:
            return self._prose.feed(text)
        self._undecided += text
        found = _JSON_OR_NOT.match(self._undecided)
        if found and found["json"]:
            self._json, self._prose = Json(self._originals, self._beyond), Prose(self._originals, self._around, self._outer)
            whole, given, self._undecided = self._undecided, self._given, None
            return _skipped(self._as_json(self._json, whole), given)
        if not found or found["wait"] is None:
            self._undecided = None
        segments = self._prose.feed(text)
        self._given += sum(segment.count for segment in segments)
        return segments

    def finish(self) -> list[Segment]:
        """What was held back."""
        return [*(self._json.finish() if self._json else []), *self._prose.finish()]

    def _as_json(self, document: Json, text: str) -> list[Segment]:
        segments = document.feed(text)
        if document.ended:
            self._json, self._undecided, self._given = None, "", 0
            segments += self.feed(document.rest())
        return segments


def text_restorer(originals: Originals, *, shown: bool = True) -> Restorer:
    """What reads one text of unknown kind."""
    return Either(originals, shown=shown)


def is_call(key: str) -> bool:
    """Whether strings of this name are what a tool is given."""
    return key in _CALLS


def untouched(key: str) -> bool:
    """Whether strings of this name are addresses or seals.

    >>> untouched("image_url"), untouched("imageUrl"), untouched("url"), untouched("curl"), untouched("linked")
    (True, True, True, False, False)
    """
    return _UNTOUCHED.search(_HUMP.sub("_", key)) is not None


def in_json(text: str) -> str:
    """`text` as it stands in a JSON string; half a surrogate pair stays an escape."""
    written = json.dumps(text, ensure_ascii=False)[1:-1]
    return written if written.isascii() or not any("\ud800" <= c <= "\udfff" for c in written) else json.dumps(text)[1:-1]


def restored(text: str, restorer: Restorer) -> str:
    """A whole text at once."""
    return spelled(text, [*restorer.feed(text), *restorer.finish()])


def spelled(text: str, segments: Iterable[Segment]) -> str:
    """`text` with its segments replaced."""
    parts: list[str] = []
    position = 0
    for segment in segments:
        parts.append(text[position : position + segment.count] if segment.text is None else segment.text)
        position += segment.count
    return "".join(parts)


def _skipped(segments: list[Segment], count: int) -> list[Segment]:
    """`segments` without the first `count` characters, all of which stay what they are."""
    left: list[Segment] = []
    for segment in segments:
        if count >= segment.count:
            count -= segment.count
        else:
            left.append(Segment(segment.count - count, segment.text))
            count = 0
    return left
