"""A text and a level go in, the text without what was found comes out: detector and anonymizer without a request, risk or policy.

What `guardian anonymize` and the benchmark run. A text is one item of prose; JSON is taken apart as a request's body is, and what
is not replaced keeps its bytes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from guardian_core import actions
from guardian_core.anonymize import Anonymizer, residue
from guardian_core.detect import CUT, Detector, Search
from guardian_core.errors import EditError, UnreadableError
from guardian_core.packed_texts import packed_findings
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import ENTITY_CATEGORY, Edit, Entity, Finding, Item, Level, Place, Reading, Request, Role

PASSES = 3  # rounds of the hard guarantee; each one leaves fewer places to look at
type Range = tuple[int, int]  # code points [start, end)
type Values = Sequence[tuple[str, Entity]]
NOWHERE = ""  # the destination: what is rewritten here is sent to nobody


@dataclass(frozen=True, slots=True)
class Rewritten[Content: (str, bytes)]:
    """What a text or a document became."""

    content: Content = field(repr=False)
    items: tuple[Item, ...] = field(repr=False)  # of the original
    after: tuple[Item, ...] = field(repr=False)  # of the content, read again
    findings: tuple[Finding, ...]  # every place that was to be replaced
    edits: tuple[Edit, ...]
    written: tuple[Range, ...]  # of a text, that replacements fill; empty for a document
    complete: bool  # False: the names model ran out of characters or time, so names may be left


class Rewriter:
    """Finds and replaces; safe to share between threads."""

    def __init__(self, detector: Detector, anonymizer: Anonymizer) -> None:
        self.detector = detector
        self.anonymizer = anonymizer

    @classmethod
    def unhurried(cls, settings: DetectSettings, key: bytes) -> Self:
        """For texts that nobody waits for: the names model reads all of them, however long it takes.

        Raises:
            ModelError: names are wanted and the model is missing or broken.
        """
        detector = Detector(settings.model_copy(update={"max_model_chars": 10**9, "model_time": 10**8}))
        detector.load()
        return cls(detector, Anonymizer(key))

    def text(self, text: str, level: Level, also: Values = ()) -> Rewritten[str]:
        """Rewrite sentences; `also`: values to replace beside what is found.

        Raises:
            EditError: a value could not be removed completely.
        """
        items = (prose(text),)
        search = self.detector.search(items)
        due = self.anonymizer.everywhere(items, (*self.with_packed(text, search), *standing(items, also)))
        edits = self._edits(items, due, search, level)
        return self.written_text(items, due, edits, level, complete=search.complete)

    def with_packed(self, text: str, search: Search) -> tuple[Finding, ...]:
        """What was found in a text, and what is packed in it instead of what its letters look like."""
        packed = packed_findings(text, self.detector) if text else []
        apart = (one for one in search.findings if not any(one.start < other.end and other.start < one.end for other in packed))
        return (*apart, *packed) if packed else search.findings

    def written_text(
        self, items: Sequence[Item], due: Sequence[Finding], edits: Sequence[Edit], level: Level, *, complete: bool
    ) -> Rewritten[str]:
        """The one item of a text with its edits, and the hard guarantee on what comes out.

        Raises:
            EditError: a value could not be removed completely.
        """
        output, written = splice(items[0].text, edits)
        for turn in range(PASSES):
            after = (prose(output),)
            left = residue(items, due, edits, after)
            if not left:
                return Rewritten(output, tuple(items), after, tuple(due), tuple(edits), tuple(written), complete)
            again = self.anonymizer.edits(after, left, _stronger(level, turn), NOWHERE)
            output, written = splice(output, again, written)
        raise _incomplete()

    def json(self, document: bytes, level: Level, also: Values = ()) -> Rewritten[bytes]:
        """Rewrite the values of a JSON document, of one object per line too, and likewise `also`; the rest keeps its bytes.

        Raises:
            UnreadableError: it is not JSON.
            EditError: a value could not be removed completely.
        """
        reading = read_json(document)
        search = self.detector.search(reading.items)
        due = self.anonymizer.everywhere(reading.items, (*search.findings, *standing(reading.items, also)))
        return self.written_json(reading, due, self._edits(reading.items, due, search, level), level, complete=search.complete)

    def _edits(self, items: Sequence[Item], due: Sequence[Finding], search: Search, level: Level) -> tuple[Edit, ...]:
        wanted = self.anonymizer.with_doubtful(items, due, search.doubtful, level)
        pieces = [one for one in wanted if one.source == CUT and level < Level.TAGS]
        if not pieces:
            return self.anonymizer.edits(items, wanted, level, NOWHERE)
        # Of a piece nothing stays: the last four digits of four are all of them.
        whole = self.anonymizer.edits(items, [one for one in wanted if one.source != CUT], level, NOWHERE)
        cut = self.anonymizer.edits(items, pieces, Level.TAGS, NOWHERE)
        return tuple(sorted((*whole, *cut), key=lambda one: (one.item, one.start)))

    def written_json(
        self, reading: Reading, due: Sequence[Finding], edits: Sequence[Edit], level: Level, *, complete: bool
    ) -> Rewritten[bytes]:
        """A document with its edits, likewise.

        Raises:
            EditError: a value could not be removed completely.
        """
        seen, pending = reading, edits
        for turn in range(PASSES):
            output = actions.write(seen, pending).body if pending else seen.body
            seen = read_json(output)
            left = residue(reading.items, due, edits, seen.items)
            if not left:
                return Rewritten(output, reading.items, seen.items, tuple(due), tuple(edits), (), complete)
            pending = self.anonymizer.edits(seen.items, left, _stronger(level, turn), NOWHERE)
        raise _incomplete()


def prose(text: str) -> Item:
    """A text as the item that its detectors know."""
    return Item("text", "", text, Role.PROSE, Place.BODY, None, 0, len(text))


def standing(items: Sequence[Item], values: Values) -> list[Finding]:
    """Every place where a value stands as it is written."""
    return [
        Finding(number, found.start(), found.end(), entity, ENTITY_CATEGORY[entity], 1.0, "named")
        for number, item in enumerate(items)
        for value, entity in values
        if value
        for found in re.finditer(re.escape(value), item.text)
    ]


def splice(text: str, edits: Sequence[Edit], written: Sequence[Range] = ()) -> tuple[str, list[Range]]:
    """`text` with its edits (disjoint, in order), and where replacements stand in it; `written` of an earlier round moves along.

    >>> splice("I am Ann, 34.", [Edit(0, 5, 8, "someone", Entity.PERSON, Level.AGGRESSIVE)], [(10, 12)])
    ('I am someone, 34.', [(5, 12), (14, 16)])
    """
    pieces: list[str] = []
    places: list[Range] = []
    at = length = 0
    for edit in edits:
        pieces += (text[at : edit.start], edit.replacement)
        length += edit.start - at
        places.append((length, length + len(edit.replacement)))
        length += len(edit.replacement)
        at = edit.end
    moved = [
        (start + grown, end + grown)
        for start, end in written
        if not any(edit.start < end and start < edit.end for edit in edits)
        for grown in [sum(len(edit.replacement) - (edit.end - edit.start) for edit in edits if edit.end <= start)]
    ]
    return "".join(pieces) + text[at:], sorted([*places, *moved])


def read_json(document: bytes) -> Reading:
    """A document, or several with one on each line, as a request's body is read.

    Raises:
        UnreadableError: it is not JSON.
    """
    request = Request("POST", "https", "localhost", 443, "/", ((b"content-type", b"application/json"),), document)
    reading = actions.read(request, max_body=len(document))
    if reading.unreadable or "json" not in reading.content_type:
        message = f"the document is not JSON{f': {reading.unreadable}' if reading.unreadable else ''}"
        raise UnreadableError(message)
    return reading


def _stronger(level: Level, turn: int) -> Level:
    """At which level what is left is replaced: at its own first, so that no tag stands in a text that was asked for none."""
    return level if turn == 0 else max(level, Level.TAGS)


def _incomplete() -> EditError:
    return EditError("a value could not be removed completely")
