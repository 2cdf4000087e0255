"""The items of one request in, findings out: by patterns, by the names of fields, by the names model; overlaps resolved."""

import threading
from collections import defaultdict
from collections.abc import Sequence

from guardian_core.detect.context import Context
from guardian_core.detect.doubts import accept
from guardian_core.detect.gate import may_hold_name
from guardian_core.detect.keys import NAME_KEYS, SOCIAL, by_key
from guardian_core.detect.names import NamesModel
from guardian_core.detect.normalise import Plain, plain
from guardian_core.detect.patterns import candidates
from guardian_core.detect.rampart import Rampart
from guardian_core.detect.spans import Span, disjoint
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import ENTITY_CATEGORY, PROSE_IS_CONTENT, Category, Finding, Item, Role


class Detector:
    """Finds what is personal; safe to share between threads.

    `truncated` counts the items that the names model did not read to the end because of `settings.max_model_chars`.
    """

    def __init__(self, settings: DetectSettings, *, names: NamesModel | None = None) -> None:
        self._settings = settings
        self._names: NamesModel | None = names or (Rampart(settings.model) if settings.names else None)
        self._lock = threading.Lock()
        self.truncated = 0

    def load(self) -> None:
        """Load the names model now, so that a missing one is told at the start and not in the first request.

        Raises:
            ModelError: names are wanted and the model is missing or broken; the message says what to do.
        """
        if self._names is not None:
            self._names.spans(["Ann"])

    def find(self, items: Sequence[Item]) -> tuple[Finding, ...]:
        """Findings by item, then start; those of one item do not overlap. Offsets are code points of the item's own text.

        Raises:
            ModelError: names are wanted and the model is missing or broken.
        """
        plains = [plain(item.text) for item in items]
        spans = [
            candidates(copy.text, Context(item.key, item.role, self._settings.phone_regions)) if copy.text else []
            for item, copy in zip(items, plains, strict=True)
        ]
        self._add_keys(items, plains, spans)
        self._add_names(items, plains, spans)
        return tuple(
            _finding(number, item, copy, span)
            for number, (item, copy) in enumerate(zip(items, plains, strict=True))
            for span in disjoint(spans[number], copy.text)
        )

    def covers(self, items: Sequence[Item]) -> bool:
        """Whether the names model, where one is wanted, reads all that could hold a name (`settings.max_model_chars`)."""
        limit = self._settings.max_model_chars
        if self._names is None or sum(len(item.text) for item in items) <= limit:
            return True
        return sum(len(item.text) for item in items if may_hold_name(item, item.text)) <= limit

    def _add_keys(self, items: Sequence[Item], plains: Sequence[Plain], spans: list[list[Span]]) -> None:
        """What the names of fields say; a bare `name` is a person's where a sibling is somebody's address, number or other name."""
        social: dict[str, set[int]] = defaultdict(set)
        for number, (item, copy) in enumerate(zip(items, plains, strict=True)):
            found = by_key(copy.text, _context(item), path=item.path, place=item.place) if copy.text else None
            if found:
                spans[number].append(found)
            if any(span.entity in SOCIAL and span.end - span.start >= len(copy.text.strip()) for span in spans[number]):
                social[_parent(item.path)].add(number)
        for number, (item, copy) in enumerate(zip(items, plains, strict=True)):
            if item.key.lower() in NAME_KEYS and social[_parent(item.path)] - {number} and not spans[number]:
                found = by_key(copy.text, _context(item), path=item.path, place=item.place, social=True)
                spans[number].extend([found] if found else [])

    def _add_names(self, items: Sequence[Item], plains: Sequence[Plain], spans: list[list[Span]]) -> None:
        """What the names model says of the items that could hold a name, within the request's allowance of characters."""
        if self._names is None:
            return
        left = self._settings.max_model_chars
        wanted: list[int] = []
        texts: list[str] = []
        for number, (item, copy) in enumerate(zip(items, plains, strict=True)):
            if not may_hold_name(item, copy.text) or any(s.end - s.start == len(copy.text) for s in spans[number]):
                continue
            text = copy.text if len(copy.text) <= left else _head(copy.text, left)
            if len(text) < len(copy.text):
                with self._lock:
                    self.truncated += 1
            left -= len(text)
            if text:
                wanted.append(number)
                texts.append(text)
        for number, text, found in zip(wanted, texts, self._names.spans(texts), strict=True):
            spans[number].extend(span for name in found if (span := accept(name, text, items[number])))


def _context(item: Item) -> Context:
    return Context(item.key, item.role)


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _head(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words."""
    cut = text[:limit]
    return cut[: max(cut.rfind(" "), cut.rfind("\n"), 0)] or cut


def _finding(number: int, item: Item, copy: Plain, span: Span) -> Finding:
    start, end = copy.original(span.start, span.end)
    content = item.role is Role.PROSE and span.entity in PROSE_IS_CONTENT
    category = Category.CONTENT if content else ENTITY_CATEGORY[span.entity]
    return Finding(number, start, end, span.entity, category, round(min(span.score, 1.0), 3), span.source)
