"""A text in, spans of people out whose home folders stand in it: `/home/dana.quill/cv.pdf`, `C:\\Users\\Dana Quill\\cv.pdf`.

Only what is written like a name: first name, dot, surname, or two words. Most other folders are of programs, or nicknames.
"""

import re
from collections.abc import Iterator

from guardian_core.detect.addresses import LIKELY_TOP
from guardian_core.detect.context import Context
from guardian_core.detect.spans import SHAPE, Span
from guardian_core.vocabulary import Entity

_WORD = r"[^\W\d_](?:[^\W\d_]|['\u2019-]){1,30}"
_FOLDER = re.compile(
    r"(?:[/\\]{1,2}home|[/\\]{1,2}Users|\\{1,2}Documents and Settings)[/\\]{1,2}"
    rf"(?:(?P<login>{_WORD}\.(?P<last>{_WORD})\d{{0,4}})|"
    rf"(?P<name>[^\W\d_a-zß-öø-ÿ](?:[^\W\d_]|['\u2019-]){{1,30}}(?:(?: |%20){_WORD}){{1,2}}))"
    r"(?=[/\\\"'<>|:,;)\]]|\s|$)"
)


def home_folders(text: str, _context: Context) -> Iterator[Span]:
    """The name of the folder below the one of all homes."""
    for match in _FOLDER.finditer(text):
        if match["name"]:
            yield Span(*match.span("name"), Entity.PERSON, 0.8, SHAPE)
        elif not LIKELY_TOP.fullmatch(match["last"]):  # `/home/shop.example.com/`: where servers keep their sites
            yield Span(*match.span("login"), Entity.USERNAME, 0.85, SHAPE)
