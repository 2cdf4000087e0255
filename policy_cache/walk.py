"""An element of a page in, its visible text as blocks with headings and lead-ins out. Pure."""

import re
from collections.abc import Iterator
from itertools import islice

from policy_cache.hidden import Sight
from policy_cache.page import Block
from policy_cache.plain import MAX_BLOCK, MAX_BLOCKS, clean
from policy_cache.soup import NavigableString, Tag

MAX_TEXT = 600_000  # characters; the longest policies have half as many

_BANNER = re.compile(
    r"cookie-?(?:banner|consent|notice|bar|popup|law)|onetrust|cookiebot|cmp-|consent-(?:banner|modal|popup)", re.IGNORECASE
)
_SKIPPED = frozenset([
    "title", "nav", "header", "footer", "aside", "form", "menu", "dialog", "head", "noscript", "button", "select", "textarea",
    "label", "input", "img",
])  # fmt: skip
_SKIPPED_ROLES = frozenset(["navigation", "banner", "contentinfo", "search", "menu", "dialog", "alertdialog", "complementary"])
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "figcaption",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "thead",
        "tfoot",
        "td",
        "th",
        "tr",
        "ul",
    ]
)
_BOLD = frozenset({"b", "strong"})
_PSEUDO_HEADING = 7  # a bold line of its own: below every real heading


def _is_furniture(tag: Tag) -> bool:
    if tag.name in _SKIPPED:
        # A <header> or <form> that wraps the whole text is not furniture.
        return tag.name not in {"header", "form", "aside"} or len(tag.get_text()) < 2_000
    if str(tag.get("role", "")).lower() in _SKIPPED_ROLES:
        return True
    marks = f"{tag.get('id', '')} {tag.get('class', '')}" if tag.attrs else ""
    return _BANNER.search(marks) is not None and len(tag.get_text()) < 3_000


def _is_layout(row: Tag) -> bool:
    """Whether a table row only arranges the page: its cells hold sections, not values."""
    parts = 0
    for node in row.descendants:
        if isinstance(node, Tag):
            if node.name == "table" or node.name in _HEADINGS:
                return True
            parts += node.name in {"p", "li", "div", "br"}
    return parts > 3 and len(row.get_text()) > 800


class Walk:
    """One pass over a subtree with a stack of its own; recursion would end at Python's limit."""

    def __init__(self, root: Tag, sight: Sight, *, furniture: bool) -> None:
        self._root = root
        self._sight = sight
        self._furniture = furniture
        self._text: list[str] = []
        self._plain = False  # the paragraph holds text that is not bold
        self._bold = 0
        self._headings: list[tuple[int, str]] = []
        self._leads: list[str] = []  # one per open list
        self._last = ""
        self._columns: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """Every block in reading order, at most MAX_BLOCKS and about MAX_TEXT characters."""
        length = 0
        for block in islice(self._events(), MAX_BLOCKS):
            yield block
            length += len(block.text)
            if length > MAX_TEXT:
                return

    def _events(self) -> Iterator[Block]:
        stack: list[tuple[object, bool]] = [(self._root, False)]
        while stack:
            node, leaving = stack.pop()
            if not isinstance(node, Tag):
                if type(node) is NavigableString:
                    self._add(str(node))
                continue
            if leaving:
                yield from self._leave(node)
                continue
            if node is not self._root and (self._sight.hides(node) or (not self._furniture and _is_furniture(node))):
                continue
            if self._furniture and node.name in {"head", "title", "noscript", "select"}:
                continue
            if node.name == "tr" and not _is_layout(node):
                yield from self._flush()
                yield from self._row(node)
                continue
            yield from self._enter(node)
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.contents))
        yield from self._flush()

    def _add(self, text: str) -> None:
        self._text.append(text)
        if not self._bold and not text.isspace() and text:
            self._plain = True

    def _enter(self, tag: Tag) -> Iterator[Block]:
        if tag.name in _BLOCKS or tag.name in _HEADINGS:
            yield from self._flush()
        if tag.name == "br":
            if self._text and self._text[-1] == "\n":
                yield from self._flush()
            else:
                self._text.append("\n")
        if tag.name in {"ul", "ol"}:
            self._leads.append(self._last if self._last.endswith((":", "：")) else "")
        if tag.name in _BOLD:
            self._bold += 1

    def _leave(self, tag: Tag) -> Iterator[Block]:
        if tag.name in _HEADINGS:
            self._head(_HEADINGS[tag.name], clean("".join(self._text)))
            self._text, self._plain = [], False
        elif tag.name in _BLOCKS:
            yield from self._flush()
        if tag.name in {"ul", "ol"} and self._leads:
            self._leads.pop()
        if tag.name in _BOLD:
            self._bold -= 1

    def _head(self, level: int, text: str) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        if text:
            self._headings.append((level, text[:200]))
            self._last = ""

    def _flush(self) -> Iterator[Block]:
        raw = "".join(self._text)
        if not raw.strip():
            self._text[:] = ["\n"] if raw.endswith("\n") and "\n" in self._text[-1:] else []
            self._plain = False
            return
        text = clean(raw)[:MAX_BLOCK]
        only_bold = not self._plain
        self._text, self._plain = [], False
        if only_bold and not self._leads and len(text) <= 120 and not text.endswith((".", ":", ";", ",")):
            self._head(_PSEUDO_HEADING, text)
            return
        yield Block(text, self._path(), next((lead for lead in reversed(self._leads) if lead), ""))
        self._last = text

    def _seen(self, cell: Tag) -> str:
        """The visible text of a cell."""
        texts: list[str] = []
        stack: list[object] = [cell]
        while stack:
            node = stack.pop()
            if type(node) is NavigableString:
                texts.append(str(node))
            elif isinstance(node, Tag) and (node is cell or not self._sight.hides(node)):
                texts += [" "] if node.name in _BLOCKS or node.name == "br" else []
                stack.extend(reversed(node.contents))
        return "".join(texts)

    def _path(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._headings)

    def _row(self, row: Tag) -> Iterator[Block]:
        """A table row as one block: "Column: cell; column: cell"."""
        found = [node for node in row.contents if isinstance(node, Tag) and node.name in {"td", "th"}]
        cells = [cell for cell in found if not self._sight.hides(cell)]
        texts = [clean(self._seen(cell))[:MAX_BLOCK] for cell in cells]
        if cells and all(cell.name == "th" for cell in cells):
            self._columns = tuple(texts)
            return
        if len(texts) == 1:
            if texts[0]:
                yield Block(texts[0], self._path())
            return
        columns = self._columns if len(self._columns) == len(texts) else ()
        named = [
            f"{column}: {text}" if column else text
            for column, text in zip(columns or [""] * len(texts), texts, strict=True)
            if text
        ]
        if named:
            yield Block("; ".join(named), self._path(), self._last if self._last.endswith(":") else "")
