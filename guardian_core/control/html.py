"""Elements out of names, attributes and children; whatever is not markup already is escaped, so that nothing can be forgotten.

Beside `&<>"'`, what steers terminals or turns the reading direction is shown instead of done: texts here come from policies, hosts
and models.
"""

import html
from collections.abc import Iterable

from guardian_core.printable import printable

EMPTY = frozenset({"meta", "link", "input", "br", "hr"})  # elements without an end tag


class Markup(str):
    """Text that is HTML already; made here only."""

    __slots__ = ()


type Child = "str | Markup | Iterable[Child] | None"


def element(tag: str, /, *children: Child, **attributes: str | int | float | bool | None) -> Markup:
    """One element; an attribute that is None or False is left out, one that is True stands alone; class_ is class, _ is a hyphen.

    >>> element("a", "1 < 2", href='/?a="b"')
    '<a href="/?a=&quot;b&quot;">1 &lt; 2</a>'
    """
    written = "".join(map(_attribute, attributes.items()))
    return Markup(f"<{tag}{written}>" if tag in EMPTY else f"<{tag}{written}>{joined(children)}</{tag}>")


def joined(children: Iterable[Child]) -> Markup:
    """Children one after the other."""
    return Markup("".join(map(_child, children)))


def _child(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, str):
        return html.escape(printable(child))
    return joined(child)


def _attribute(pair: tuple[str, str | int | float | bool | None]) -> str:
    name, value = pair[0].removesuffix("_").replace("_", "-"), pair[1]
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(printable(str(value)))}"'
