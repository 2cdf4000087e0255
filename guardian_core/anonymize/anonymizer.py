"""Items, findings and a level go in, the edits that replace every finding come out: disjoint, in order, inside their items.

What a person wrote gets the phrases of levels.py, what is structured gets surrogates; no replacement holds any value found
in the request.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from guardian_core.anonymize import encoded, grammar, levels
from guardian_core.anonymize.guarantee import residue
from guardian_core.anonymize.kinship import DERIVED, Kinship
from guardian_core.anonymize.links import as_in_link, in_link, said
from guardian_core.anonymize.surrogates import WITHHELD, Surrogates, Wanted
from guardian_core.anonymize.tags import Tags
from guardian_core.anonymize.traces import SECRETS, Traces, fold, name_words
from guardian_core.sentences import before_full_stop
from guardian_core.vocabulary import Edit, Entity, Finding, Item, Level, Role

_DEGRADED: dict[Level, str] = {
    Level.MINIMAL_EDIT: "level 4 served without a language model: general descriptions by rule",
    Level.SEMANTIC: "level 5 served without a language model: redaction",
}


_MAILBOX = re.compile(r"[\w.+'-]+")  # an address without its host, which stands beside it
# What a surname that stands alone is taken for.
_MISTAKEN = frozenset({Entity.PLACE, Entity.CITY, Entity.ORGANIZATION, Entity.DEMOGRAPHIC, Entity.MISC})


@dataclass(frozen=True, slots=True)
class _Span:
    item: int
    start: int
    end: int
    entity: Entity
    text: str = field(repr=False)
    value: str = field(default="", repr=False)  # see `Finding`
    encoding: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The value itself, where it is written in another way."""
        return self.value or self.text


class Anonymizer:
    """Rewrites for one session: its surrogates are stable and injective per destination."""

    def __init__(self, key: bytes) -> None:
        self._surrogates = Surrogates(key)

    def degraded(self, level: Level) -> tuple[str, ...]:
        """What is served by less than asked for; empty for levels 1 to 3."""
        return (_DEGRADED[level],) if level in _DEGRADED else ()

    def edits(self, items: Sequence[Item], findings: Sequence[Finding], level: Level, destination: str) -> tuple[Edit, ...]:
        """Replace every finding (SPEC §7).

        Args:
            items: all items of the request: their texts decide which tags are free.
            findings: what is to be replaced, offsets in code points; overlapping ones become one edit. What lies in a binary or an
                ambient item is left alone: such an item cannot or must not be edited.
            level: 1 to 5; 4 and 5 as `degraded` says.
            destination: host, for the surrogates.

        Returns:
            Edits in order of item and start. In prose one may be wider than its finding: it takes a title or an article with it.
        """
        spans = _with_surnames(_disjoint(items, findings))
        traces = Traces((text, span.entity) for span in spans for text in (span.text, span.value) if text)
        tags = Tags((item.text for item in items), traces.holds, people=_people(items, spans))
        kinship = self._kinship(items, spans, level, destination, traces)
        edits: list[Edit] = []
        for span in spans:
            item = items[span.item]
            floor = edits[-1].end if edits and edits[-1].item == span.item else 0
            if item.load_bearing is not None:
                edits.append(_edit(span, level, _withheld(item, traces)))
            elif span.encoding:
                wanted = Wanted(span.entity, span.value, level, destination)
                edits.append(_edit(span, level, encoded.written(wanted, span.encoding, span.text, self._surrogates, traces)))
            elif item.role is Role.PROSE and level is not Level.TAGS and _in_link(item, span):
                made = self._structured(item, span, level, destination, traces, kinship=kinship)
                edits.append(_edit(span, level, as_in_link(made, span.text)))
            elif item.role is Role.PROSE and not _is_number(item):
                edits.append(_in_prose(item.text, span, level, tags, traces, floor=floor))
            else:
                edits.append(_edit(span, level, self._structured(item, span, level, destination, traces, kinship=kinship)))
        return tuple(edits)

    def everywhere(self, items: Sequence[Item], findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """`findings`, and every other place where one of their values stands: one tag or surrogate for all of them."""
        spans = _disjoint(items, findings)
        places: dict[int, list[tuple[int, int]]] = {}
        for span in spans:
            places.setdefault(span.item, []).append((span.start, span.end))
        more = residue(items, findings, [_edit(span, Level.TAGS, "") for span in spans], items)
        return (*findings, *(found for found in more if not _is_covered(found, places.get(found.item, []))))

    def with_doubtful(
        self, items: Sequence[Item], due: Sequence[Finding], seen: Sequence[Finding], level: Level
    ) -> tuple[Finding, ...]:
        """`due`, and for a level at which doubt is enough (3 and up) what is doubtful in an item in which something is due,
        everywhere in that item. Nothing is promised about the doubtful: where one of their words stands elsewhere, it stays."""
        some = {finding.item for finding in due} if seen and level >= Level.TAGS else set()
        more: list[Finding] = []
        for number in sorted(some):
            own = [replace(one, item=0) for one in seen if one.item == number]
            more += (replace(one, item=number) for one in self.everywhere((items[number],), own) if own)
        return (*due, *more)

    def _kinship(
        self, items: Sequence[Item], spans: Sequence[_Span], level: Level, destination: str, traces: Traces
    ) -> Kinship | None:
        """The people in fields of their own, where level 2 invents others and something may be derived from them."""
        fields = [span for span in spans if items[span.item].role is Role.VALUE and not span.encoding]
        if level is not Level.AGGRESSIVE or sum(span.entity in DERIVED for span in fields) < 2:
            return None

        def became(span: _Span, known: Kinship | None) -> tuple[str, str]:
            return span.text, self._structured(items[span.item], span, level, destination, traces, kinship=known)

        named = [span for span in fields if span.entity is Entity.PERSON]
        whole = [became(span, None) for span in named if len(name_words(span.text)) > 1]
        known = Kinship(whole)
        return Kinship([*whole, *(became(span, known) for span in named if len(name_words(span.text)) == 1)])

    def _structured(
        self, item: Item, span: _Span, level: Level, destination: str, traces: Traces, *, kinship: Kinship | None
    ) -> str:
        wanted = Wanted(
            Entity.USERNAME if span.entity is Entity.EMAIL and _MAILBOX.fullmatch(span.text) else span.entity,
            span.said,
            level,
            destination,
            number=_is_number(item),
            distinct=item.role is Role.STRUCTURE,  # two keys that became one would lose a value
        )
        if kinship and span.entity in DERIVED:
            wanted = replace(wanted, derived=kinship.derived(span.entity, span.text, self._surrogates.stream(wanted).digits))
        return self._surrogates.surrogate(wanted, traces)


def _disjoint(items: Sequence[Item], findings: Sequence[Finding]) -> list[_Span]:
    """The findings as spans in order, cut to their items; overlapping ones become one (B34): a secret, or what the longest is."""
    spans: list[_Span] = []
    longest = 0
    for finding in sorted(findings, key=lambda f: (f.item, f.start, -f.end)):
        item = items[finding.item]
        start, end = max(0, finding.start), min(finding.end, len(item.text))
        if start >= end or item.ambient or item.role is Role.BINARY:
            continue
        last = spans[-1] if spans and spans[-1].item == finding.item and start < spans[-1].end else None
        if last is None:
            value = finding.value or (_said_in_link(item, start, end) if finding.entity is Entity.PERSON else "")
            spans.append(_Span(finding.item, start, end, finding.entity, item.text[start:end], value, finding.encoding))
            longest = end - start
            continue
        entity = last.entity
        if finding.entity in SECRETS or (end - start > longest and entity not in SECRETS):
            entity = finding.entity
        longest = max(longest, end - start)
        end = max(end, last.end)
        spans[-1] = _Span(last.item, last.start, end, entity, item.text[last.start : end])
    return spans


def _in_link(item: Item, span: _Span) -> bool:
    """Whether a phrase would break what the value stands in; a secret is removed all the same, never something plausible."""
    return span.entity not in SECRETS and in_link(item.text, span.start)


def _said_in_link(item: Item, start: int, end: int) -> str:
    text = item.text[start:end]
    return said(text) if item.role is Role.PROSE and ("%" in text or "+" in text) and in_link(item.text, start) else ""


def _with_surnames(spans: list[_Span]) -> list[_Span]:
    """The same word is the same person: what was taken for a place or a firm is the surname of somebody named in full."""
    full = [words for span in spans if span.entity is Entity.PERSON and len(words := name_words(span.text)) > 1]
    surnames = {fold(words[-1])[0] for words in full} - {""}
    return [
        replace(span, entity=Entity.PERSON) if span.entity in _MISTAKEN and fold(span.text)[0] in surnames else span
        for span in spans
    ]


def _people(items: Sequence[Item], spans: Sequence[_Span]) -> Iterator[str]:
    """Whoever is named in sentences, with the titles before the names, in order."""
    for span in spans:
        item = items[span.item]
        if span.entity is Entity.PERSON and item.role is Role.PROSE and not span.encoding:
            yield item.text[grammar.title_before(item.text, span.start, 0) : span.start] + span.said


def _in_prose(text: str, span: _Span, level: Level, tags: Tags, traces: Traces, *, floor: int) -> Edit:
    """The first phrase that reads well and holds no value of the request."""
    start = grammar.title_before(text, span.start, floor) if span.entity is Entity.PERSON else span.start
    end = grammar.before_genitive(text, start, span.end)
    end = end if span.entity in SECRETS else before_full_stop(text, start, end)
    phrases = levels.phrases(span.entity, level, text[start:end], _name(span.value or text[start:end], span.entity, level, tags))
    fits = (grammar.fit(text, start, end, phrase, floor=floor) for phrase in phrases)
    fitted = next((fit for fit in fits if not traces.holds(fit.text)), grammar.Fitted(start, end, levels.NOTHING))
    return Edit(span.item, fitted.start, fitted.end, fitted.text, span.entity, level)


def _name(written: str, entity: Entity, level: Level, tags: Tags) -> str:
    """What a thing is called in this request: a tag at level 3, a person's letter at level 1."""
    if level is Level.TAGS:
        return tags.tag(entity, written)
    return tags.letter(written) if level is Level.PARTIAL and entity is Entity.PERSON else ""


def _edit(span: _Span, level: Level, replacement: str) -> Edit:
    return Edit(span.item, span.start, span.end, replacement, span.entity, level)


def _withheld(item: Item, traces: Traces) -> str:
    """What stands for a load-bearing value: never something plausible (SPEC §3)."""
    return "0" if _is_number(item) else next(word for word in WITHHELD if not traces.holds(word))


def _is_covered(found: Finding, places: list[tuple[int, int]]) -> bool:
    """Whether a finding lies within one of the places, which are disjoint and in order."""
    at = bisect_left(places, (found.end,))
    return at > 0 and places[at - 1][0] <= found.start and found.end <= places[at - 1][1]


def _is_number(item: Item) -> bool:
    return "json-number" in item.encoders
