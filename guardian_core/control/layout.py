"""What the pages share: the document around them, the way from one to another, lists, numbers and times as a person reads them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from guardian_core.control.html import Child, Markup, element, joined

DOCTYPE = Markup("<!doctype html>")
PLACES = (("/", "Overview"), ("/flows", "Requests"), ("/sites", "Sites"), ("/grants", "Grants and rules"), ("/status", "Status"))
MARKS = {"allow": "✔", "transform": "✎", "deny": "✖"}
DONE = {"allow": "sent as it was", "transform": "rewritten", "deny": "held back"}


def document(title: str, *content: Child, head: Child = None, here: str | None = None, form: Child = None) -> Markup:
    """A whole page; `here` marks the place in the navigation, without it there is none (nobody is let in)."""
    links = [element("a", name, href=path, aria_current="page" if path == here else None) for path, name in PLACES]
    top = element("header", element("strong", "GuardianAgent"), element("nav", links) if here is not None else None, form)
    meta = (
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · GuardianAgent"),
        element("link", rel="stylesheet", href="/style.css"),
        head,
    )
    return joined((DOCTYPE, element("html", element("head", meta), element("body", top, element("main", content)), lang="en")))


def listed(heads: Sequence[str], rows: Iterable[Sequence[Child]], *, empty: str, class_: str | None = None) -> Markup:
    """A table with a head; `empty` in its place where there is no row. A cell that is a number stands to the right."""
    lines = [element("tr", [element("td", cell, class_="number" if _is_number(cell) else None) for cell in row]) for row in rows]
    if not lines:
        return element("p", empty, class_="none")
    head = element("thead", element("tr", [element("th", name, scope="col") for name in heads]))
    return element("div", element("table", head, element("tbody", lines), class_=class_), class_="wide")


def facts(pairs: Iterable[tuple[str, Child]]) -> Markup:
    """Names and what they are; those without are left out."""
    return element("dl", [(element("dt", name), element("dd", value)) for name, value in pairs if value])


def badge(verdict: str, *, observed: bool = False, level: object = None) -> Markup:
    """What was done, as a mark and a word: colour alone would not do."""
    word = ("would be " if observed and verdict != "allow" else "") + DONE.get(verdict, verdict)
    return element("span", MARKS.get(verdict, "?"), " ", word, f" (level {level})" if level else None, class_=f"badge {verdict}")


def moment(seconds: object, *, date: bool = True) -> Markup:
    """A time of day here; the exact one beside it, for whoever needs it."""
    if not isinstance(seconds, int | float):
        return element("span", "–")
    local = datetime.fromtimestamp(seconds, UTC).astimezone()
    shown = local.strftime("%d %b %H:%M:%S" if date else "%H:%M:%S")
    return element("time", shown, datetime=local.isoformat(timespec="seconds"))


def words(values: object) -> str:
    """A list of the tables' words as a person reads them: ``unknown third party, advertising``."""
    return ", ".join(str(value).replace("_", " ") for value in values) if isinstance(values, Iterable) else ""


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "site"), count(2, "policy", "policies")
    ('1 site', '2 policies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _is_number(cell: Child) -> bool:
    return isinstance(cell, str) and cell.replace(".", "").replace(",", "").isdigit()
