"""A GraphQL document in; an item for each value and comment in it out, and the rest as one that is searched but not rewritten.

A document is code: what a person said stands in its values, and a text that is rewritten as a whole is code no more. A value has
the name of its argument, or of the field of an input object, as key and in its path. Variables are JSON beside it, read as such.
Grammar: spec.graphql.org/October2021/#sec-Input-Values.
"""

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from guardian_core.actions.escapes import unescape_json
from guardian_core.actions.json_items import ANSWER_REASON, ANSWERED, Leaf
from guardian_core.actions.keys import squeezed
from guardian_core.actions.views import MAX_KEY, Gathering, View, longer
from guardian_core.vocabulary import Item, Role

_DOCUMENT = re.compile(r"(?:[\s,\ufeff]|#[^\r\n]*+(?:[\r\n]|\Z))*+(?:(?:query|mutation|subscription|fragment)\b[^{]*+)?\{")
_TEXT = r'''(?P<comment>\#[^\r\n]*+)|"""(?P<block>(?:[^"\\]|\\"""|\\|"(?!""))*+)"""|"(?P<string>(?:[^"\\\r\n]|\\.)*+)"'''
# Among the fields that are asked for nothing counts but where arguments begin, and whose.
_ASKED = re.compile(rf"{_TEXT}|(?<!\w)(?P<field>[A-Za-z_]\w*+)[\s,]*+\(|\(")
_TOKEN = re.compile(
    rf"{_TEXT}|(?P<argument>\$?[A-Za-z_]\w*+)[\s,]*+:|@[A-Za-z_]\w*+|(?P<word>\$?[A-Za-z_]\w*+)"
    r"|(?P<number>-?\d++(?:\.\d++)?+(?:[eE][+-]?\d++)?+)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<default>=)"
)
CODE_REASON = "code of a GraphQL document"
HASH_REASON = "text of a persisted query, which its hash names"
_HASH = re.compile(r"(?i)/extensions/persistedquery/sha256hash\Z")
_DOCUMENT_PATH = re.compile(r"/(?:query|mutation)(?:/|\Z)")


@dataclass(slots=True)
class _Open:
    """What stands between two brackets: arguments, an object, or a list."""

    path: str
    key: str
    listed: bool = False
    index: int = 0  # of the next element of a list
    typed: bool = False  # behind `$name:` stands a type, whose words are no values


def is_document(text: str) -> bool:
    """Whether a text is a GraphQL document: an operation or a fragment, with its braces."""
    return bool(_DOCUMENT.match(text)) and text.rstrip().endswith("}")


def read_document(view: View, path: str, key: str, out: Gathering, leaf: Leaf) -> None:
    """Add the items of a document; `leaf` takes strings, which may hold a further layer."""
    position = 0
    for found, where, name in _values(view.text, path, key):
        kind = found.lastgroup or ""
        begin, end = found.span(kind)
        _code(view.cut(position, begin), path, key, out)
        inner = view.cut(begin, end)
        if kind == "comment":  # it is sent, too
            out.add(inner.through("markup-line"), path, key, Role.PROSE)
        elif kind == "number":
            out.add(inner.through("json-number"), where, name, Role.VALUE)
        elif kind == "word":  # nothing plausible can take the place of a constant
            out.add(inner, where, name, Role.VALUE, load_bearing=ANSWER_REASON if inner.text == "true" else CODE_REASON)
        else:
            leaf(inner.through("graphql-block") if kind == "block" else unescape_json(inner), where, name)
        position = end
    _code(view.cut(position, len(view.text)), path, key, out)


def _values(text: str, path: str, key: str) -> Iterator[tuple[re.Match[str], str, str]]:
    """Comments and values in their order, each with its path and the name of its argument or field."""
    position = 0
    while found := _ASKED.search(text, position):
        position = found.end()
        if found.lastgroup in {"comment", "block", "string"}:
            yield found, path, key
        else:
            position = yield from _arguments(text, position, longer(path, found["field"]) if found["field"] else path, key, path)


def _arguments(text: str, position: int, path: str, key: str, whole: str) -> Generator[tuple[re.Match[str], str, str], None, int]:
    """The same from behind an opening parenthesis to behind its closing one; returns where. `whole`: the path of the document."""
    here = _Open(path, key)
    around: list[_Open] = []
    where, name = path, key
    for found in _TOKEN.finditer(text, position):
        kind, word = found.lastgroup, found[0]
        if kind == "argument":
            here.typed = word.startswith("$")
            name = found["argument"].lstrip("$")[:MAX_KEY]
            where = longer(here.path, name)
        elif kind == "open":
            around.append(here)
            here = _Open(*_next(here, where, name), listed=word == "[", typed=here.typed)
            where, name = here.path, here.key
        elif kind == "close":
            if not around:
                return found.end()
            here = around.pop()
        elif kind == "default":
            here.typed = False
        elif kind == "comment":
            yield found, whole, key
        elif kind in {"block", "string", "number"} or (kind == "word" and not here.typed and _is_constant(word, name)):
            yield found, *_next(here, where, name)
    return len(text)


def _next(here: _Open, where: str, name: str) -> tuple[str, str]:
    """Path and key of the value that stands next: of an element of a list, or behind the name that was read last."""
    if not here.listed:
        return where, name
    here.index += 1
    return longer(here.path, str(here.index - 1)), here.key


def _is_constant(word: str, name: str) -> bool:
    """Whether a word says something: no variable, and of yes, no and nothing only a yes that tells of somebody, as in JSON."""
    return not word.startswith("$") and (word not in _PLAIN or (word == "true" and squeezed(name) in ANSWERED))


_PLAIN = frozenset({"true", "false", "null"})


def _code(view: View, path: str, key: str, out: Gathering) -> None:
    out.add(view, path, key, Role.STRUCTURE, load_bearing=CODE_REASON)


def persisted(items: Sequence[Item]) -> list[Item] | None:
    """The items of a body that names its document by a hash, the document's marked, which cannot be changed; None of any other."""
    if not any(_HASH.search(item.path) for item in items):
        return None
    return [replace(item, load_bearing=HASH_REASON) if _of_document(item.path) else item for item in items]


def _of_document(path: str) -> bool:
    return _DOCUMENT_PATH.search(path.partition("/variables")[0]) is not None
