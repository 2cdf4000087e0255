"""HTML of any size and kind in, a small well-formed part of it out, in one pass and bounded time.

BeautifulSoup and html.parser are slow or quadratic on hostile input (100,000 nested elements, unclosed constructs). What they
get to see is therefore only tags with complete ends, of bounded number and depth, without comments, scripts and styles.
"""

import re
from dataclasses import dataclass, field

from policy_cache.soup import BeautifulSoup

MAX_TAGS = 60_000
MAX_DEPTH = 250
_MAX_TAG = 2_000  # characters of one tag; a longer one is dropped
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"([a-zA-Z][\w:-]{0,30})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_KEPT = frozenset(
    [
        "href",
        "rel",
        "title",
        "alt",
        "aria-label",
        "aria-hidden",
        "aria-controls",
        "aria-expanded",
        "aria-labelledby",
        "data-target",
        "data-bs-target",
        "hidden",
        "style",
        "class",
        "id",
        "role",
        "lang",
        "type",
        "http-equiv",
        "content",
        "name",
        "property",
    ]
)
_RAW = frozenset(["script", "style", "template", "svg", "math", "iframe", "object", "canvas", "noembed", "xmp", "audio", "video"])
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
_BLOCK = frozenset([
    "address", "article", "aside", "div", "dl", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main",
    "nav", "ol", "section", "table", "ul",
])  # fmt: skip
_CLOSED_BY_BLOCK = ("p",)
_ROW = ("td", "th", "tr", "p", "li")
# An element that opens closes these, where they are the innermost open ones.
_CLOSES: dict[str, tuple[str, ...]] = {
    "li": ("li", "p"),
    "p": ("p",),
    "dt": ("dt", "dd", "p"),
    "dd": ("dt", "dd", "p"),
    "td": ("td", "th", "p"),
    "th": ("td", "th", "p"),
    "tr": _ROW,
    "tbody": (*_ROW, "thead"),
    "option": ("option",),
}
_OTHER_MEDIA = re.compile(r"media\s*=\s*[\"']?\s*(?!all|screen\s*[\"'>]|[\"'])", re.IGNORECASE)
_RAW_END = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in _RAW}


@dataclass(frozen=True, slots=True)
class Markup:
    """A page as a bounded tree, and what was left out of it."""

    soup: BeautifulSoup = field(repr=False)
    scripts: int  # script elements seen
    cut: bool  # the page held more tags than are read
    css: str = field(default="", repr=False)  # the page's own style rules


def parse(html: str) -> Markup:
    """The page as a tree of at most MAX_TAGS tags and MAX_DEPTH levels; time is linear in the length of `html`."""
    tree = _Tree(html)
    return Markup(BeautifulSoup("".join(tree.out), "html.parser"), tree.scripts, tree.cut, "\n".join(tree.css))


def tame(html: str) -> tuple[str, int, bool]:
    """`html` with only complete tags and known attributes, the number of its scripts, and whether it was cut.

    >>> tame("<p onclick='x()'>a < b<!-- c --><script>d</script><p>e<")
    ('<p>a &lt; b</p><p>e&lt;', 1, False)
    """
    tree = _Tree(html)
    return "".join(tree.out), tree.scripts, tree.cut


class _Tree:
    """The open elements, so that what is written is well formed: implied end tags are written, stray ones dropped."""

    def __init__(self, html: str) -> None:
        self.out: list[str] = []
        self.css: list[str] = []
        self.scripts = 0
        self._html = html
        self._open: list[str] = []
        self._too_deep = 0
        self.cut = self._read()

    def _read(self) -> bool:
        """Everything up to MAX_TAGS tags; whether more was left."""
        html, at = self._html, 0
        for _ in range(MAX_TAGS):
            start = html.find("<", at)
            if start < 0:
                self.out.append(html[at:])
                return False
            self.out.append(html[at:start])
            if html.startswith("<!--", start):
                end = html.find("-->", start + 4)
                at = len(html) if end < 0 else end + 3
                continue
            tag = _TAG.match(html, start, start + _MAX_TAG)
            if tag is None:
                at = _after_bogus(html, start, self.out)
                continue
            name, at = tag[2].lower(), tag.end()
            if name in _RAW:
                at = self._skip(name, tag, at)
            elif tag[1]:
                self.close(name)
            else:
                self.open(name, tag[3])
        return True

    def _skip(self, name: str, tag: re.Match[str], at: int) -> int:
        """Where to go on after an element whose content is no text of the page; style rules are kept apart."""
        self.scripts += name == "script" and not tag[1]
        if tag[1] or tag[3].endswith("/"):
            return at
        end = _RAW_END[name].search(self._html, at)
        if name == "style" and not _OTHER_MEDIA.search(tag[3]):
            self.css.append(self._html[at : end.start() if end else len(self._html)])
        return end.end() if end else len(self._html)

    def open(self, name: str, attributes: str) -> None:
        """Write a start tag, after the end tags that it implies (HTML, "optional tags")."""
        while self._open and self._open[-1] in _CLOSES.get(name, _CLOSED_BY_BLOCK if name in _BLOCK else ()):
            self.out.append(f"</{self._open.pop()}>")
        if len(self._open) >= MAX_DEPTH:
            self._too_deep += name not in _VOID
            return
        self.out.append(f"<{name}{_attributes(attributes)}>")
        if name not in _VOID:
            self._open.append(name)

    def close(self, name: str) -> None:
        """Write an end tag and those of what is still open inside; nothing for an element that is not open."""
        if self._too_deep:
            self._too_deep -= 1
            return
        if name in self._open:
            while (last := self._open.pop()) != name:
                self.out.append(f"</{last}>")
            self.out.append(f"</{name}>")


def _after_bogus(html: str, start: int, out: list[str]) -> int:
    """Where to go on after a "<" that opens no complete tag: a doctype or bogus comment is dropped, other text is kept."""
    if html[start + 1 : start + 2] in {"!", "?", "/"}:
        end = html.find(">", start, start + _MAX_TAG)
        return start + 2 if end < 0 else end + 1
    out.append("&lt;")
    return start + 1


def _attributes(text: str) -> str:
    """The attributes that are read later, quoted anew."""
    if not text or text.isspace():
        return ""
    kept = []
    for name, double, single, bare in _ATTRIBUTE.findall(text):
        if name.lower() in _KEPT:
            value = (double or single or bare).replace('"', "&quot;")
            kept.append(f' {name.lower()}="{value}"')
    return "".join(kept)
