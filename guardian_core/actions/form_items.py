"""A view of application/x-www-form-urlencoded (or a query) in; an item for each name and value out.

`&` alone separates; `;` does not (BUGS B09). A piece without `=` is a value without a name.
"""

from collections.abc import Callable

from guardian_core.actions.escapes import unescape_form
from guardian_core.actions.views import MAX_KEY, Gathering, View, longer
from guardian_core.vocabulary import Role

Leaf = Callable[[View, str, str], None]


def read_form(view: View, path: str, key: str, out: Gathering, leaf: Leaf) -> None:
    """Add the items of the pairs in `view`; `key` names what has no name of its own."""
    position = 0
    for pair in view.text.split("&"):
        name, equals, value = pair.partition("=")
        begin = position
        position += len(pair) + 1
        if not equals:
            if pair:
                leaf(unescape_form(view.cut(begin, begin + len(pair)), out.charset), path, key)
            continue
        decoded = key
        where = path
        if name:
            named = unescape_form(view.cut(begin, begin + len(name)), out.charset)
            decoded, where = named.text[:MAX_KEY], longer(path, named.text)
            out.add(named, where, decoded, Role.STRUCTURE)
        if value:
            leaf(unescape_form(view.cut(begin + len(name) + 1, begin + len(pair)), out.charset), where, decoded)
