"""A view of XML or HTML in; an item for each text node, attribute value, comment and declaration out, and for each name.

Well formed only loosely: whatever does not tokenize (a bare `<` in a script) ends the reading, and the caller reads it all as text.
"""

import re
from collections.abc import Callable

from guardian_core.actions.cut_items import read_cut
from guardian_core.actions.escapes import unescape_xml
from guardian_core.actions.views import Gathering, View, longer
from guardian_core.vocabulary import Role

Leaf = Callable[[View, str, str], None]

# An unclosed comment, quote or section matches nothing, so it is looked for once and not once for every `<`.
_TOKEN = re.compile(
    r"([^<]++)|<!--(.*?)-->|<!\[CDATA\[(.*?)\]\]>|<\?(.*?)\?>|<!(?!--|\[CDATA\[)([^>]*+)>"
    r"""|<(/?)([A-Za-z_][\w:.-]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?<![^\s"'])([^\s=<>"'/]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++))""")
_NAME_ENDS = re.compile(r"""[\s"'=/]""")
NAME_REASON = "a name in the markup"
_RAW = {2: "xml-markup", 3: "xml-cdata", 4: "xml-markup", 5: "xml-markup"}
_MAX_OPEN = 64


def read_xml(view: View, path: str, out: Gathering, leaf: Leaf) -> bool:
    """Add the items of a document; False, with nothing added, if it does not tokenize."""
    text, position, before = view.text, 0, len(out.items)
    stack: list[tuple[str, str]] = [("", path)]
    named = set[str]()
    while position < len(text):
        found = _TOKEN.match(text, position)
        if not found:
            del out.items[before:]
            return False
        position = found.end()
        key, where = stack[-1]
        if found[1] is not None:
            if not found[1].isspace():
                leaf(unescape_xml(view.cut(*found.span(1)), "xml"), where, key)
        elif found[7]:
            _names(view, found, stack[-1], named, out)
            _element(view, found, stack, leaf)
        else:
            group = found.lastindex or 0
            if group in _RAW and found[group].strip():
                inner = view.cut(*found.span(group)).through(_RAW[group])
                out.add(inner, where, key, Role.PROSE)
                if group == 3:  # HTML within XML, as feeds have it
                    read_cut(inner, where, key, out)
    return True


def _element(view: View, found: re.Match[str], stack: list[tuple[str, str]], leaf: Leaf) -> None:
    """Follow a tag: names around it, and the values of its attributes."""
    name = found[7]
    if found[6]:
        names = [opened for opened, _ in stack[-8:]]
        if name in names:  # void and unclosed elements of HTML are closed by what is around them
            del stack[len(stack) - (names[::-1].index(name) + 1) :]
        return
    where = longer(stack[-1][1], name)
    begin, end = found.span(8)
    for attribute in _ATTRIBUTE.finditer(view.text, begin, end):
        group = attribute.lastindex or 0
        if group > 1 and attribute[group]:
            value = unescape_xml(view.cut(*attribute.span(group)), "xml-attribute")
            leaf(value, longer(where, attribute[1]), attribute[1])
    if not found[8].endswith("/") and len(stack) < _MAX_OPEN:
        stack.append((name, where))


def _names(view: View, found: re.Match[str], inside: tuple[str, str], named: set[str], out: Gathering) -> None:
    """Add what a tag holds beside the values of its attributes, names and what is no markup at all, each once (`named`).

    A browser makes attributes of anything in a tag, and a name opens and closes: none of it can be replaced by something else.
    """
    name, edge = found.start(7), found.end(8)
    end = _NAME_ENDS.search(view.text, found.end(7), edge)
    at = end.start() if end else edge
    spans = [(name, at)]
    for attribute in _ATTRIBUTE.finditer(view.text, at, edge):
        spans += [(at, attribute.start()), attribute.span(1)]
        at = attribute.end()
    for begin, until in (*spans, (at, edge)):
        said = view.text[begin:until]
        if said not in named and any(map(str.isalnum, said)):
            named.add(said)
            out.add(view.cut(begin, until), longer(inside[1], said), said, Role.STRUCTURE, load_bearing=NAME_REASON)
