"""A text with markup in; an item out for each stretch that markup cuts although every parser reads it as one text.

`4242<!-- -->4242`, an address over the edge of a CDATA section or within inline tags, an entity that the document declares. Parts
are items of their own; these say where they meet (`Item.seams`): only what lies across a seam counts, and it is never rewritten.
"""

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from guardian_core.actions.entity_table import REFERENCE, Entities, decoded
from guardian_core.actions.roles import role_of
from guardian_core.actions.views import Gathering, View, longer
from guardian_core.seams import INLINE

REASON = "a value that is cut by markup"
# Letters on each side of a seam that are read once more; no value that is looked for is longer.
_BESIDE = 400
_LONGEST_TAG = 4_096
_TAG = re.compile(r"""<(/?)([A-Za-z_][\w:.-]*+)(?:[^<>"']++|"[^"]*+"|'[^']*+')*+>""")
_DEFAULT = re.compile(r"\"([^\"]*+)\"|'([^']*+)'")
# A section that HTML, where it is a comment, ends earlier than XML.
_ENDS_EARLIER = re.compile(r"<!\[CDATA\[[^>]*+(?<!\]\])>")
_HTML = re.compile(r"<(?:!doctype html|html|head|body|div|p|h\d|ul|ol|li|table|td|form|input|br|span|a|b|i)[\s/>]", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?<![^\s"'])([^\s=<>"'/]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
# Most markup stands around whole texts.
_CUTS = re.compile(rf"<(?:!(?!doctype\b)|\?(?!xml\s)|/[^A-Za-z_]|/?(?:{'|'.join(sorted(INLINE))})[\s/>])|<!ENTITY", re.IGNORECASE)
_DECLARATION = re.compile(r"<!(?:doctype|entity|element|attlist|notation)\b", re.IGNORECASE)
type Openings = tuple[tuple[str, str], ...]
# In order: what XML does not close is a comment up to the next > in HTML.
_OPENINGS: Openings = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"), ("<?", ">"), ("</", ">"))


_OF_HTML = tuple(pair for pair in _OPENINGS if pair[1] != "]]>")


class _Mark(NamedTuple):
    """Markup in the text, and what it means to the text on both sides."""

    begin: int
    end: int
    joins: bool = True
    raw: bool = False  # whether the text behind it has no references
    opened: str = ""  # name of the element


@dataclass(slots=True)
class _Run:
    """The parts of one text, so far."""

    text: list[str] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("q"))
    seams: list[int] = field(default_factory=list)
    parts: int = 0  # that are more than space
    expanded: bool = False
    end: int = 0

    def add(self, view: View) -> None:
        if view.text:
            self.text.append(view.text)
            self.offsets.extend(range(view.start, view.end) if view.offsets is None else view.offsets[:-1])
            self.end = view.end

    def spell(self, view: View, text: str) -> None:
        """Add what a reference stands for."""
        begin = len(self.offsets)
        self.text.append(text)
        self.offsets.extend([view.start] * len(text))
        self.end = view.end
        if len(text) > 1:
            self.expanded = True
            self.seams.extend(range(begin + 1, begin + len(text)))

    def decode(self, view: View, entities: Entities | None) -> None:
        """Add a part with its references read."""
        at = 0
        for found in REFERENCE.finditer(view.text) if "&" in view.text else ():
            meant = entities.meant(found) if entities else decoded(found)
            if meant is not None:
                self.add(view.cut(at, found.start()))
                self.spell(view.cut(*found.span()), meant)
                if entities and entities.declares(found):
                    self.expanded = True
                    self.seams += [len(self.offsets) - len(meant), len(self.offsets)]
                at = found.end()
        self.add(view.cut(at, len(view.text)))

    def finish(self, view: View, path: str, key: str, out: Gathering) -> None:
        """Add the item, if the text was cut."""
        if self.parts > 1 or self.expanded:
            text = "".join(self.text)
            seams = tuple(sorted({seam for seam in self.seams if 0 < seam < len(text)}))
            whole = View(text, array("q", [*self.offsets, self.end]), self.offsets[0] if text else 0, view.encoders)
            if seams:
                out.add(whole, path, key, role_of(text, key), load_bearing=REASON, seams=seams)


def read_cut(view: View, path: str, key: str, out: Gathering) -> None:
    """Add an item for each text in `view` that is cut."""
    if _CUTS.search(view.text):
        _read(view, path, key, out, _OPENINGS)
        earlier = _ENDS_EARLIER.search(view.text)
        if earlier and _HTML.search(view.text, 0, earlier.start()):
            _read(view, path, key, out, _OF_HTML)


def _read(view: View, path: str, key: str, out: Gathering, openings: Openings) -> None:
    text = view.text
    entities = Entities.declared_in(text)
    name, where, run, at, raw = key, path, _Run(), 0, False
    for mark in (*_marks(text, openings), _Mark(len(text), len(text), joins=False)):
        if at < mark.begin:
            _part(view.cut(at, mark.begin), run, entities if entities and not raw else None, raw=raw)
        if mark.joins and mark.begin - at > 2 * _BESIDE:
            run.finish(view, where, name, out)
            run = _Run()
            _part(view.cut(mark.begin - _BESIDE, mark.begin), run, entities if not raw else None, raw=raw)
        if mark.joins:
            if run.text:
                run.seams.append(len(run.offsets))
        else:
            if run.text:
                run.finish(view, where, name, out)
                run = _Run()
            name, where = (mark.opened, longer(path, mark.opened)) if mark.opened else (key, path)
        if entities:
            _attributes(view.cut(mark.begin, mark.end), path, entities, out)
        at, raw = mark.end, mark.raw
    out.sealed |= entities is not None and entities.unsafe


def _part(view: View, run: _Run, entities: Entities | None, *, raw: bool) -> None:
    """Add the text between two marks: of a long one, where nothing is expanded, only what stands at its edge."""
    run.parts += not view.text.isspace()
    if entities is None and len(view.text) > 2 * _BESIDE:
        view = view.cut(0, _BESIDE) if run.text else view.cut(len(view.text) - _BESIDE, len(view.text))
    if raw:
        run.add(view)
    else:
        run.decode(view, entities)


def _attributes(tag: View, path: str, entities: Entities, out: Gathering) -> None:
    """Values of attributes in which a declared entity stands, and those that a declaration gives to who has none."""
    default = tag.text.startswith("<!ATTLIST")
    for found in (_DEFAULT if default else _ATTRIBUTE).finditer(tag.text) if "&" in tag.text else ():
        run, name = _Run(), "" if default else found[1]
        run.decode(tag.cut(*found.span(found.lastindex or 0)), entities)
        run.finish(tag, longer(path, name) if name else path, name, out)


def _marks(text: str, openings: Openings) -> Iterator[_Mark]:
    """The markup of a text, in order; what is not closed is text, and is looked for once."""
    closed = dict.fromkeys(openings, True)
    at = text.find("<")
    while at >= 0:
        end = at + 1
        if tag := _TAG.match(text, at, at + _LONGEST_TAG):
            end = tag.end()
            yield _tag(text, tag)
        for pair in openings if not tag else ():
            if not closed[pair] or not text.startswith(pair[0], at):
                continue
            stop = text.find(pair[1], at + 2)
            if stop < 0:
                closed[pair] = False
                continue
            end = stop + len(pair[1])
            if pair[1] == "]]>":
                yield _Mark(at, at + len(pair[0]), raw=True)
                yield _Mark(stop, end)
            else:
                yield _Mark(at, end, joins=not _DECLARATION.match(text, at))
            break
        at = text.find("<", end)


def _tag(text: str, tag: re.Match[str]) -> _Mark:
    """A tag: an inline one joins where no space stands beside it."""
    begin, end = tag.span()
    apart = not begin or end == len(text) or text[begin - 1].isspace() or text[end].isspace()
    inline = tag[2].lower() in INLINE
    return _Mark(begin, end, joins=inline and not apart, opened="" if inline or tag[1] else tag[2])
