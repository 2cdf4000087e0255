"""A GraphQL document in; an item for each string literal in it out, and the rest as one that is searched but not rewritten.

A document is code: what a person said stands in its literals, and a text that is rewritten as a whole is code no more. Variables
are JSON beside it, and read as such. Grammar: spec.graphql.org/October2021/#StringValue.
"""

import re

from guardian_core.actions.escapes import unescape_json
from guardian_core.actions.views import Gathering, View
from guardian_core.vocabulary import Item, Role

_DOCUMENT = re.compile(r"(?:[\s,\ufeff]|#[^\r\n]*+(?:[\r\n]|\Z))*+(?:(?:query|mutation|subscription|fragment)\b[^{]*+)?\{")
_TOKEN = re.compile(r'#[^\r\n]*+|"""((?:[^"\\]|\\"""|\\|"(?!""))*+)"""|"((?:[^"\\\r\n]|\\.)*+)"')
CODE_REASON = "code of a GraphQL document"
HASH_REASON = "text of a persisted query, which its hash names"
_HASH = re.compile(r"(?i)/extensions/persistedquery/sha256hash\Z")


def is_document(text: str) -> bool:
    """Whether a text is a GraphQL document: an operation or a fragment, with its braces."""
    return bool(_DOCUMENT.match(text)) and text.rstrip().endswith("}")


def read_document(view: View, path: str, key: str, out: Gathering) -> None:
    """Add the items of a document."""
    position = 0
    for token in _TOKEN.finditer(view.text):
        group = 1 if token[1] is not None else 2
        if token[group] is None:  # a comment is sent, too
            _code(view.cut(position, token.start()), path, key, out)
            out.add(view.cut(*token.span()).through("markup-line"), path, key, Role.PROSE)
            position = token.end()
            continue
        begin, end = token.span(group)
        _code(view.cut(position, begin), path, key, out)
        inner = view.cut(begin, end)
        out.add(inner.through("graphql-block") if group == 1 else unescape_json(inner), path, key, Role.VALUE)
        position = end
    _code(view.cut(position, len(view.text)), path, key, out)


def _code(view: View, path: str, key: str, out: Gathering) -> None:
    out.add(view, path, key, Role.STRUCTURE, load_bearing=CODE_REASON)


def persisted(items: list[Item]) -> bool:
    """Whether a body names its document by a hash, so that the document cannot be changed."""
    return any(_HASH.search(item.path) for item in items)
