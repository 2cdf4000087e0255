"""The items of one request in, findings out: by patterns, by the names of fields, by the names model; overlaps resolved."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from guardian_core.detect.adjoining import Group
from guardian_core.detect.chunks import chunks, without_numbers
from guardian_core.detect.context import Context
from guardian_core.detect.custom import OwnRules
from guardian_core.detect.cut_values import add_cut, is_cut, is_cut_beside
from guardian_core.detect.digests import SHORTEST, digest_by_key
from guardian_core.detect.doubts import accepted
from guardian_core.detect.found import ABOUT_NOBODY, Search, finding_of
from guardian_core.detect.gate import may_hold_name
from guardian_core.detect.identity_file import WatchedIdentities
from guardian_core.detect.identity_table import Hit
from guardian_core.detect.key_names import names_as_keys
from guardian_core.detect.keys import NAME_KEYS, SOCIAL, by_key, speaks
from guardian_core.detect.labels import as_read
from guardian_core.detect.names import NamesModel, within
from guardian_core.detect.normalise import Plain, plain
from guardian_core.detect.patterns import candidates
from guardian_core.detect.series import drop_choices, without_chance
from guardian_core.detect.siblings import names_beside, said_beside
from guardian_core.detect.spans import CHECKED, WHOLE, Span, disjoint
from guardian_core.detect.still import Still
from guardian_core.detect.whole_numbers import as_integer
from guardian_core.seams import across, counts
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Finding, Item, Role

_QUIET, _SHORT = 4_096, 80  # texts in which the patterns found nothing that are remembered, and characters of one


class Detector:
    """Finds what is personal; safe to share between threads."""

    def __init__(self, settings: DetectSettings, *, names: NamesModel | None = None, identities: Path | None = None) -> None:
        """`identities`: the file of the values that the user registered; without it none are looked for.

        Raises:
            IdentityError: it is there and cannot be used.
        """
        self._settings = settings
        self._rules = OwnRules(settings)
        self._identities = WatchedIdentities(identities, settings.phone_regions)
        self._quiet: dict[tuple[str, str, Role], None] = {}
        self._still = Still()
        self._names = names or (_own_model(settings.model) if settings.names else None)

    def load(self) -> None:
        """Load the names model now, so that a missing one is told at the start and not in the first request.

        Raises:
            ModelError: names are wanted and the model is missing or broken; the message says what to do.
        """
        if self._names is not None:
            self._names.spans(["Ann"])

    def may_hold(self, data: bytes) -> bool:
        """Whether anything could be found in the items read from `data`; the user's own words and values may look like anything."""
        from guardian_core.detect.prefilter import may_hold  # noqa: PLC0415 - its expressions take a while to build

        return self._rules.search_everything or bool(self._identities.table()) or may_hold(data)

    @property
    def has_registered(self) -> bool:
        """Whether the user registered any value."""
        return bool(self._identities.table())

    @property
    def has_patterns(self) -> bool:
        """Whether the user wrote patterns, whose time nobody knows."""
        return self._rules.has_patterns

    @property
    def registered_stamp(self) -> object:
        """Of the registered values that are searched for now; another whenever they change, the same in every process."""
        return self._identities.stamp()

    def find(self, items: Sequence[Item]) -> tuple[Finding, ...]:
        """The findings of `search`."""
        return self.search(items).findings

    def search(self, items: Sequence[Item]) -> Search:
        """Findings by item, then start; those of one item do not overlap. Offsets are code points of the item's own text.

        Raises:
            ModelError: names are wanted and the model is missing or broken.
            TimeoutError: the user's own patterns took longer than their time.
        """
        return self._searched(items, cut=True)

    def apart(self, items: Sequence[Item]) -> Search:
        """The same of each item by itself, for items that give each other no names: no value is looked for over several."""
        return self._searched(items, cut=False)

    def _searched(self, items: Sequence[Item], *, cut: bool) -> Search:
        plains = [plain(item.text) for item in items]
        spans, doubts, complete, thinned = self._told(items, plains)
        for own, hits in zip(spans, self._registered(items, plains), strict=True):
            own.extend(hits)
        if cut:
            add_cut(items, plains, spans, self._identities.table(), self._settings.phone_regions)
        _keep_across(items, plains, spans)
        findings = across(
            items,
            (
                finding_of(number, item, copy, span)
                for number, (item, copy) in enumerate(zip(items, plains, strict=True))
                if spans[number]
                for span in disjoint(self._rules.without_allowed(copy.text, spans[number]), copy.text)
            ),
        )
        loud = frozenset(number for number, own in enumerate(spans) if any(span.entity not in ABOUT_NOBODY for span in own))
        doubtful = self._doubtful(items, plains, doubts, findings) if doubts else ()
        return Search(findings, complete, loud, doubtful, spans, thinned)

    def _doubtful(
        self, items: Sequence[Item], plains: Sequence[Plain], doubts: Mapping[int, list[Span]], findings: Sequence[Finding]
    ) -> tuple[Finding, ...]:
        some = {finding.item for finding in findings}
        return tuple(
            finding_of(number, items[number], plains[number], span)
            for number, own in sorted(doubts.items())
            if number in some
            for span in self._rules.without_allowed(plains[number].text, own)
        )

    def _told(self, every: Sequence[Item], copies: Sequence[Plain]) -> tuple[list[list[Span]], dict[int, list[Span]], bool, bool]:
        """What is found by anything but registered values, for each item, what is doubtful in which, whether the names model read
        it all, and whether anything was dropped for what others hold."""
        usual = [number for number, item in enumerate(every) if not item.registered_only]
        items, plains = [every[number] for number in usual], [copies[number] for number in usual]
        others = self._still.others(items)
        spans: list[list[Span]] = [[] for _ in items]
        for number in others:
            spans[number] = self._candidates(plains[number].text, items[number])
        silent = [number for number in others if not spans[number]]
        chosen = without_chance(items, spans)
        thinned, spans = chosen is not spans, chosen
        self._add_keys(items, plains, spans, others)
        silent = [number for number in silent if not spans[number]]
        thinned = drop_choices(items, spans) or thinned
        named = [number for number in others if may_hold_name(items[number], plains[number].text)] + names_as_keys(items, spans)
        gated = set(named)
        self._still.add([items[number] for number in silent if number not in gated])
        doubts, complete = self._add_names(items, plains, spans, named)
        if self._rules.search_everything:
            texts = [(copy.text, _context(item)) for item, copy in zip(items, plains, strict=True)]
            for own, said in zip(spans, self._rules.find(texts), strict=True):
                own.extend(said)
        found: list[list[Span]] = [[] for _ in every]
        for number, own in zip(usual, spans, strict=True):
            found[number] = own
        return found, {usual[number]: own for number, own in doubts.items()}, complete, thinned

    def _candidates(self, text: str, item: Item) -> list[Span]:
        """What the patterns find in one item; where that is nothing, it is remembered: most texts come again and again."""
        place = (text, item.key, item.role)
        if not text or place in self._quiet:
            return []
        found = candidates(text, Context(item.key, item.role, self._settings.phone_regions))
        if not found and len(text) <= _SHORT:
            if len(self._quiet) >= _QUIET:
                self._quiet = {}
            self._quiet[place] = None
        return found

    def registered(self, items: Sequence[Item]) -> tuple[Finding, ...]:
        """Only what the user registered: by item, then start, disjoint."""
        plains = [plain(item.text) for item in items]
        spans = self._registered(items, plains)
        add_cut(items, plains, spans, self._identities.table())
        _keep_across(items, plains, spans)
        hits = zip(items, plains, spans, strict=True)
        return across(
            items, (finding_of(number, item, copy, span) for number, (item, copy, own) in enumerate(hits) for span in own)
        )

    def is_cut_beside(self, group: Group, items: Sequence[Item], spans: Sequence[Sequence[Span]]) -> bool:
        """Whether a value lies over several of a group's members; `spans`: what was found in each item by itself."""
        return is_cut_beside(group, items, spans, self._identities.table(), self._settings.phone_regions)

    def is_cut(self, group: Group, texts: Sequence[str], numbers: Sequence[bool]) -> bool:
        """Whether a value lies over several of a group's texts, in none of which anything is found by itself."""
        return is_cut(group, texts, numbers, self._identities.table(), self._settings.phone_regions)

    def _registered(self, items: Sequence[Item], plains: Sequence[Plain]) -> list[list[Span]]:
        table = self._identities.table()
        if not table:
            return [[] for _ in items]
        found = [list(map(_registered, hits)) for hits in table.search([copy.text for copy in plains])]
        whole = {number: digits for number, item in enumerate(items) if (digits := as_integer(item))}
        for number, hits in zip(whole, table.search(list(whole.values())) if whole else (), strict=True):
            if hits and not found[number]:
                found[number].append(replace(_registered(hits[0]), start=0, end=len(plains[number].text)))
        return found

    def _add_keys(self, items: Sequence[Item], plains: Sequence[Plain], spans: list[list[Span]], others: Sequence[int]) -> None:
        """What the names of fields say; a bare `name` is a person's where a sibling is somebody's address, number or other name.

        `others`: the items of which something may be said by itself.
        """
        social: dict[str, set[int]] = defaultdict(set)
        beside = names_beside(items)
        structure, binary = Role.STRUCTURE, Role.BINARY  # looked up once for many items
        for number in sorted({*others, *beside}) if beside else others:
            item, copy = items[number], plains[number]
            valued = (role := item.role) is not structure
            asked = valued and role is not binary and copy.text and speaks(item.key)
            found = by_key(copy.text, _context(item), path=item.path, place=item.place) if asked else None
            if valued and not found and len(copy.text) >= SHORTEST and item.key:
                found = digest_by_key(copy.text, item.key)
            if found:
                spans[number].append(found)
            if number in beside:
                spans[number].extend(said_beside(copy.text, beside[number], spans[number]))
            own = spans[number]
            if own and any(span.entity in SOCIAL and span.end - span.start >= len(copy.text.strip()) for span in own):
                social[_parent(item.path)].add(number)
        for number, (item, copy) in enumerate(zip(items, plains, strict=True) if social else ()):
            if item.key.lower() in NAME_KEYS and social[_parent(item.path)] - {number} and not spans[number]:
                found = by_key(copy.text, _context(item), path=item.path, place=item.place, social=True)
                spans[number].extend([found] if found else [])

    def _add_names(
        self, items: Sequence[Item], plains: Sequence[Plain], spans: list[list[Span]], named: Sequence[int]
    ) -> tuple[dict[int, list[Span]], bool]:
        """Add what the names model says of the items that could hold a name; what is doubtful in which item of prose, and False if
        characters or time ran out before the end."""
        doubts: dict[int, list[Span]] = {}
        if self._names is None:
            return doubts, True
        parts, complete = self._nameable(plains, spans, named)
        whole = {number: as_read(plains[number].text) for number in dict.fromkeys(number for number, _, _ in parts)}
        texts = [without_numbers(whole[number][start:end]) for number, start, end in parts]
        each = list(dict.fromkeys(texts))
        read = dict(zip(each, within(self._names, each, self._settings.model_time / 1000) if each else (), strict=False))
        for (number, start, _), asked in zip(parts, texts, strict=True):
            item = items[number]
            for name in read.get(asked, ()):
                if not name.doubtful or item.role is Role.PROSE:
                    own = doubts.setdefault(number, []) if name.doubtful else spans[number]
                    own.extend(accepted(replace(name, start=name.start + start, end=name.end + start), whole[number], item))
        return doubts, complete and len(read) == len(each)

    def _nameable(
        self, plains: Sequence[Plain], spans: Sequence[list[Span]], named: Sequence[int]
    ) -> tuple[list[tuple[int, int, int]], bool]:
        """What the names model should read, (item, start, end), and whether that is all: it reads so many characters."""
        left = self._settings.max_model_chars
        parts: list[tuple[int, int, int]] = []
        for number in named:
            copy = plains[number]
            if any(s.end - s.start == len(copy.text) for s in spans[number]):
                continue
            for start, end in chunks(copy.text):
                if end - start > left:
                    return parts, False
                left -= end - start
                parts.append((number, start, end))
        return parts, True


def _own_model(folder: Path | None) -> NamesModel:
    from guardian_core.detect.spanmodel import SpanModel  # noqa: PLC0415 - with numpy, which whoever asks another process can do without

    return SpanModel(folder)


def _context(item: Item) -> Context:
    return Context(item.key, item.role)


def _registered(hit: Hit) -> Span:
    """A registered value in plain counts like any other of its kind, so that it is replaced alike; encoded, it is beyond doubt."""
    value, chain = hit.form.value if hit.form.chain else "", hit.form.chain
    return Span(hit.start, hit.end, hit.form.entity, 1.0, WHOLE if chain else CHECKED, "identity", value, chain)


def _keep_across(items: Sequence[Item], plains: Sequence[Plain], spans: Sequence[list[Span]]) -> None:
    """Drop what lies within one of the parts that an item joins."""
    for item, copy, own in zip(items, plains, spans, strict=True):
        if item.seams and own:
            own[:] = [span for span in own if counts(item, *copy.original(span.start, span.end))]


def _parent(path: str) -> str:
    return path.rpartition("/")[0]
