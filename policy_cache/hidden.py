"""A page's own marks and style rules in, out whether a reader ever sees an element: text for nobody but machines is not evidence.

Only rules that stand in the page are known (nothing else is fetched), of selectors only tags, classes and ids with their ancestors;
a rule for print, narrow screens or states of the mouse says nothing here. What a switch opens (an accordion, a tab) is seen.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from guardian_core.errors import FetchError
from policy_cache.soup import BeautifulSoup, Tag

MAX_CSS = 400_000  # characters
_MAX_RULES = 2_000
_MAX_CHECKS = 500_000  # of one rule against one element

_INTERESTING = frozenset([
    "display", "visibility", "font-size", "opacity", "text-indent", "left", "top", "right", "margin-left", "clip", "clip-path",
    "height", "max-height", "width", "max-width", "overflow", "overflow-y", "color", "background", "background-color", "transform",
    "content-visibility", "position", "font",
])  # fmt: skip
_FRAMES = frozenset({"[document]", "html", "body", "main"})  # hidden until scripts ran, on real pages, and then shown
_ZERO = r"0+(?:\.0+)?(?:px|r?em|%|pt|v[hw])?"
_TINY = re.compile(r"(?:0*\.\d+|[0-2](?:\.\d+)?)(?:px|pt)|0*\.[01]\d*(?:r?em)|0+(?:\.0+)?(?:r?em|%)?|[0-5]%")
# A property, and the values of it that hide; only the first group can be undone by a switch.
_FOLDED = {"display": re.compile("none"), "max-height": re.compile(_ZERO), "height": re.compile(_ZERO)}
_GONE = {
    "visibility": re.compile("hidden|collapse"),
    "content-visibility": re.compile("hidden"),
    "opacity": re.compile(r"0+(?:\.0\d*)?|\.0\d*|0+(?:\.\d+)?%"),
    "font-size": _TINY,
    "font": re.compile(r"(?:.*\s)?(?:0|1)(?:px|pt)?(?:/\S+)?\s.*"),
    "text-indent": re.compile(r"-\d{3,}\S*"),
    "left": re.compile(r"-\d{4,}\S*|-\d{3,}(?:r?em|v[hw]|%)"),
    "top": re.compile(r"-\d{4,}\S*|-\d{3,}(?:r?em|v[hw]|%)"),
    "right": re.compile(r"-\d{4,}\S*|-\d{3,}(?:r?em|v[hw]|%)"),
    "margin-left": re.compile(r"-\d{4,}\S*"),
    "clip": re.compile(r"rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)"),
    "clip-path": re.compile(r"inset\(\s*(?:50|100)%.*\)|circle\(\s*0.*\)"),
    "transform": re.compile(r"(?:.*\s)?scale[xy]?\(\s*0(?:\.0+)?\s*(?:,.*)?\).*"),
    "color": re.compile(r"transparent|rgba\(.*,\s*0(?:\.0+)?\s*\)|#[0-9a-f]{3}0|#[0-9a-f]{6}00"),
}
_COMPOUND = re.compile(r"([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_NAMED = {"#fff": "white", "#ffffff": "white", "#000": "black", "#000000": "black", "rgb(255,255,255)": "white"}


@dataclass(frozen=True, slots=True)
class _Compound:
    tag: str
    id: str
    classes: frozenset[str]

    def fits(self, tag: Tag) -> bool:
        return (
            (not self.tag or tag.name == self.tag)
            and (not self.id or tag.get("id") == self.id)
            and (not self.classes or self.classes <= _classes(tag))
        )


@dataclass(frozen=True, slots=True)
class _Rule:
    chain: tuple[_Compound, ...]  # outermost first
    weight: tuple[int, int, int, int]  # the selector's specificity and the place of the rule
    style: dict[str, str]

    def fits(self, tag: Tag) -> bool:
        if not self.chain[-1].fits(tag):
            return False
        wanted = list(self.chain[:-1])
        for parent in tag.parents if wanted else ():
            if wanted[-1].fits(parent):
                wanted.pop()
                if not wanted:
                    return True
        return not wanted


class Sight:
    """What is visible on one page."""

    def __init__(self, soup: BeautifulSoup, css: str = "") -> None:
        self._rules: dict[str, list[_Rule]] = {}  # by ".class", "#id" or tag of the selector's last part
        for rule in _rules(css[:MAX_CSS]):
            last = rule.chain[-1]
            key = f"#{last.id}" if last.id else next((f".{name}" for name in sorted(last.classes)), last.tag)
            self._rules.setdefault(key, []).append(rule)
        self._opened = _opened(soup)
        self._checks = 0

    def hides(self, tag: Tag) -> bool:
        """Whether nobody sees this element.

        Raises:
            FetchError: the page's style rules are more than any page needs.
        """
        if tag.name in _FRAMES or (not tag.attrs and not self._rules):
            return False
        folded = tag.has_attr("hidden") or str(tag.get("aria-hidden", "")).lower() == "true"
        style = self._style(tag)
        if any(name in style and pattern.fullmatch(style[name]) for name, pattern in _GONE.items()) or _camouflaged(style):
            return True
        if style:
            clipped = style.get("overflow", style.get("overflow-y", "")) in {"hidden", "clip"}
            folded = folded or style.get("display") == "none"
            folded = folded or (clipped and any(_FOLDED[name].fullmatch(style.get(name, "-")) for name in ("height", "max-height")))
        return folded and not self._opens(tag)

    def _style(self, tag: Tag) -> dict[str, str]:
        fitting: list[_Rule] = []
        if self._rules:
            keys = [tag.name, "*", *(f".{name}" for name in _classes(tag)), f"#{tag.get('id', '')}"]
            for rule in (rule for key in keys for rule in self._rules.get(key, ())):
                self._checks += len(rule.chain)
                if rule.fits(tag):
                    fitting.append(rule)
            if self._checks > _MAX_CHECKS:
                raise FetchError("too many style rules")
        style: dict[str, str] = {}
        for rule in sorted(fitting, key=lambda rule: rule.weight):
            style |= rule.style
        inline = tag.get("style")
        return style | _declarations(str(inline)) if inline else style

    def _opens(self, tag: Tag) -> bool:
        """Whether something on the page opens this element: a link or button that names it, or the button right before it."""
        if tag.get("id") in self._opened or tag.get("role") == "tabpanel":
            return True
        before = tag.find_previous_sibling(True)
        if before is None:
            return False
        return _is_switch(before) or before.find(_is_switch) is not None


def _is_switch(tag: Tag) -> bool:
    return tag.name in {"button", "summary"} or tag.get("role") == "button" or tag.has_attr("aria-expanded")


def _opened(soup: BeautifulSoup) -> frozenset[str]:
    """The ids that a switch or a link within the page names."""
    names: set[str] = set()
    for tag in soup.find_all(True):
        for attribute in ("aria-controls", "data-target", "data-bs-target", "href"):
            value = str(tag.get(attribute, ""))
            if value and (attribute != "href" or value.startswith("#")):
                names |= {name.lstrip("#") for name in value.split()[:3]}
    return frozenset(names - {""})


def _classes(tag: Tag) -> frozenset[str]:
    value = tag.get("class")
    return frozenset(value if isinstance(value, list) else str(value or "").split())


def _camouflaged(style: dict[str, str]) -> bool:
    color = style.get("color", "")
    ground = style.get("background-color", style.get("background", ""))
    return bool(color) and _NAMED.get(color, color) == _NAMED.get(ground, ground)


def _rules(css: str) -> Iterator[_Rule]:
    """The rules that hold on a wide screen, in order."""
    place = 0
    for selectors, body in _blocks(re.sub(r"/\*.*?(?:\*/|$)", " ", css, flags=re.DOTALL)):
        style = _declarations(body)
        if not style:
            continue
        for selector in selectors.split(",")[:50]:
            chain = _chain(selector)
            if chain:
                place += 1
                if place > _MAX_RULES:
                    return
                ids = sum(bool(part.id) for part in chain)
                classes = sum(len(part.classes) for part in chain)
                yield _Rule(chain, (ids, classes, sum(bool(part.tag) for part in chain), place), style)


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Selectors with their declarations; blocks of at-rules are left out, but those for every screen are looked into."""
    at = 0
    while (brace := css.find("{", at)) >= 0:
        prelude = css[at:brace].rpartition("}")[2].rpartition(";")[2].strip()
        if prelude.startswith("@"):
            at = brace + 1 if re.fullmatch(r"@media\s+(?:all|screen)|@layer.*", prelude, re.IGNORECASE) else _past(css, brace)
            continue
        end = css.find("}", brace)
        end = len(css) if end < 0 else end
        yield prelude, css[brace + 1 : end]
        at = end + 1


def _past(css: str, brace: int) -> int:
    """Where the block that opens at `brace` is over."""
    depth = 0
    for found in _BRACE.finditer(css, brace):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.end()
    return len(css)


def _declarations(text: str) -> dict[str, str]:
    """The declarations that may hide something.

    >>> _declarations("color : Red !important; DISPLAY:None; float:left")
    {'color': 'red', 'display': 'none'}
    """
    found: dict[str, str] = {}
    for declaration in text.split(";")[:100]:
        name, _, value = declaration.partition(":")
        name = name.strip().lower()
        if name in _INTERESTING:
            found[name] = re.sub(r"\s*,\s*", ",", value.lower().replace("!important", "").strip())
    return found


def _chain(selector: str) -> tuple[_Compound, ...]:
    """A selector as its parts; empty for one of another kind (states, attributes, siblings)."""
    parts: list[_Compound] = []
    for word in selector.replace(">", " ").split():
        found = _COMPOUND.fullmatch(word)
        if found is None:
            return ()
        marks: Iterable[str] = re.findall(r"[.#][\w-]+", found[2])
        ids = [mark[1:] for mark in marks if mark.startswith("#")]
        classes = frozenset(mark[1:] for mark in marks if mark.startswith("."))
        parts.append(_Compound("" if found[1] in {None, "*"} else found[1].lower(), ids[0] if ids else "", classes))
    return tuple(parts)
