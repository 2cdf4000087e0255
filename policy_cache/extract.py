"""A page's bytes in, its visible main text as blocks with headings and lead-ins, and its links, out. Pure."""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urldefrag, urljoin

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from guardian_core.errors import FetchError
from policy_cache import charset, markup
from policy_cache.page import Block, Link, Page
from policy_cache.plain import MAX_BLOCK, MAX_BLOCKS, clean, plain_blocks

EXTRACTOR = 2  # raised whenever the same bytes would give other statements
_MAX_LINKS = 3_000

_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,}",
    re.IGNORECASE,
)
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
        "tr",
        "ul",
    ]
)
_BOLD = frozenset({"b", "strong"})
_PSEUDO_HEADING = 7  # a bold line of its own: below every real heading


def read_page(content: bytes, content_type: str, url: str = "") -> Page:
    """Take a page apart; HTML, XHTML and plain text, whatever the label says.

    Raises:
        FetchError: a binary format; of those PDF is read elsewhere (`worker.py`).
    """
    start = content[:1024].lstrip()
    if start.startswith(b"%PDF-"):
        raise FetchError("PDF is not read here")
    if b"\0" in start and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FetchError("not a text page")
    text = charset.decode(content, content_type)
    looks_html = re.search(r"<(?:!doctype html|html|head|body|p|div|h[1-6]|ul|br|strong)\b", text[:20_000], re.IGNORECASE)
    if looks_html is None or content_type.partition(";")[0].strip().lower() == "text/plain":
        return Page(title="", language="", blocks=tuple(plain_blocks(text)))
    tree = markup.parse(text)
    return _html_page(tree, url)


def _html_page(tree: markup.Markup, url: str) -> Page:
    soup = tree.soup
    html = soup.find("html")
    title = soup.find("title")
    noscript = " ".join(clean(tag.get_text(" ")) for tag in soup.find_all("noscript", limit=5))
    return Page(
        title=clean(title.get_text(" "))[:300] if title else "",
        language=str(html.get("lang", ""))[:2].lower() if isinstance(html, Tag) else "",
        blocks=tuple(_main_blocks(soup)),
        links=tuple(_links(soup, url)),
        scripts=tree.scripts,
        password=soup.find("input", attrs={"type": re.compile("^password$", re.IGNORECASE)}) is not None,
        noscript=noscript[:500],
        cut=tree.cut,
    )


def _main_blocks(soup: BeautifulSoup) -> list[Block]:
    """The blocks of the main part; of the whole body where the page marks none, with its furniture if nothing else is left."""
    everything = list(_Walk(soup, furniture=False).blocks())
    for marked in (soup.find("main"), soup.find(True, attrs={"role": "main"}), *soup.find_all("article", limit=3)):
        if isinstance(marked, Tag):
            part = list(_Walk(marked, furniture=False).blocks())
            if _length(part) >= 0.5 * _length(everything) and part:
                return part
    if _length(everything) < 200:
        whole = list(_Walk(soup, furniture=True).blocks())
        return whole if _length(whole) > 4 * _length(everything) + 400 else everything
    return everything


def _length(blocks: list[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def is_hidden(tag: Tag) -> bool:
    """Whether the page's own marks say that nobody sees this element."""
    if tag.has_attr("hidden") or str(tag.get("aria-hidden", "")).lower() == "true":
        return True
    style = tag.get("style")
    return style is not None and _HIDDEN_STYLE.search(str(style)) is not None


def _is_furniture(tag: Tag) -> bool:
    if tag.name in _SKIPPED:
        # A <header> or <form> that wraps the whole text is not furniture.
        return tag.name not in {"header", "form", "aside"} or len(tag.get_text()) < 2_000
    if str(tag.get("role", "")).lower() in _SKIPPED_ROLES:
        return True
    marks = f"{tag.get('id', '')} {tag.get('class', '')}" if tag.attrs else ""
    return _BANNER.search(marks) is not None and len(tag.get_text()) < 3_000


class _Walk:
    """One pass over a subtree with a stack of its own; recursion would end at Python's limit."""

    def __init__(self, root: Tag, *, furniture: bool) -> None:
        self._root = root
        self._furniture = furniture
        self._text: list[str] = []
        self._plain = False  # the paragraph holds text that is not bold
        self._bold = 0
        self._headings: list[tuple[int, str]] = []
        self._leads: list[str] = []  # one per open list
        self._last = ""
        self._columns: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """Every block in reading order, at most MAX_BLOCKS."""
        return islice(self._events(), MAX_BLOCKS)

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
            if node is not self._root and (is_hidden(node) or (not self._furniture and _is_furniture(node))):
                continue
            if self._furniture and node.name in {"head", "title", "noscript", "select"}:
                continue
            if node.name == "tr":
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

    def _path(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._headings)

    def _row(self, row: Tag) -> Iterator[Block]:
        """A table row as one block: "Column: cell; column: cell"."""
        cells = [cell for cell in row.find_all(["td", "th"], recursive=False) if isinstance(cell, Tag) and not is_hidden(cell)]
        texts = [clean(cell.get_text(" "))[:MAX_BLOCK] for cell in cells]
        if cells and all(cell.name == "th" for cell in cells):
            self._columns = tuple(texts)
            return
        if len(texts) == 1:
            yield Block(texts[0], self._path()) if texts[0] else Block("")
            return
        columns = self._columns if len(self._columns) == len(texts) else ()
        named = [
            f"{column}: {text}" if column else text
            for column, text in zip(columns or [""] * len(texts), texts, strict=True)
            if text
        ]
        if named:
            yield Block("; ".join(named), self._path(), self._last if self._last.endswith(":") else "")


def _links(soup: BeautifulSoup, url: str) -> Iterator[Link]:
    """Every link with all its names. Hidden links count: menus are hidden until they are opened."""
    for tag in soup.find_all("a", href=True, limit=_MAX_LINKS):
        try:
            target = urldefrag(urljoin(url, str(tag["href"]).strip())).url
        except ValueError:
            continue
        images = [str(image.get("alt", "")) for image in tag.find_all("img", limit=3)]
        names = (tag.get_text(" "), str(tag.get("aria-label", "")), str(tag.get("title", "")), *images)
        yield Link(
            url=target,
            names=tuple(name for raw in names if (name := clean(raw)[:200])),
            rel=tuple(str(rel).lower() for rel in tag.get_attribute_list("rel") if rel),
            place=_place(tag),
        )


def _place(tag: Tag) -> str:
    for depth, parent in enumerate(tag.parents):
        if depth > 30:
            break
        marks = f"{parent.get('id', '')} {parent.get('class', '')} {parent.get('role', '')}".lower() if parent.attrs else ""
        if parent.name == "footer" or "footer" in marks or "contentinfo" in marks:
            return "footer"
        if parent.name in {"nav", "header"}:
            return "nav"
    return ""
