"""Bytes of media, archives, protobuf, or base64 of them, in; one item for each run of printable characters out.

Such items are searched and never written: a secret's pattern met by chance in an image must not destroy the image (BUGS B38).
"""

import re
from array import array
from collections.abc import Callable, Iterator

from guardian_core.actions.cut_items import read_cut
from guardian_core.actions.encoders import unbase64
from guardian_core.actions.views import Gathering, View, whole
from guardian_core.vocabulary import Role

BINARY_REASON = "bytes of a binary format"
_RUN = re.compile(rb"[\x20-\x7e]{6,}")
MAGIC = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|%PDF-|PK\x03\x04|PK\x05\x06|RIFF....(?:WEBP|WAVE|AVI )"
    rb"|OggS|ID3|\xff[\xfb\xf3\xf2]|fLaC|....ftyp"
    rb"|\x1f\x8b|\x28\xb5\x2f\xfd|BZh[1-9]|\xfd7zXZ\x00|7z\xbc\xaf|Rar!\x1a|\x7fELF|MZ.{0,64}\x00"
    rb"|SQLite format 3\x00|wOF[F2]|\x00\x00\x01\x00"
    rb"|\x1aE\xdf\xa3|II\*\x00|MM\x00\*|\x00asm|\xd0\xcf\x11\xe0",
    re.DOTALL,
)
# What is looked at or listened to, or letters are drawn with: it says nothing beside its runs of text.
_SHOWN = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|OggS|ID3|\xff[\xfb\xf3\xf2]|fLaC|....ftyp"
    rb"|wOF[F2]|\x00\x00\x01\x00|\x1aE\xdf\xa3|II\*\x00|MM\x00\*",
    re.DOTALL,
)
File = Callable[[bytes, View], None]  # takes the bytes of a file, and where they stand
_ZEROS, _SOME = re.compile(rb"\x00+"), bytes(6)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\x0c\x1b")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w.+-]+=[^;,\s]{0,100})*+)(;base64)?,", re.IGNORECASE)
_MEDIA = re.compile(
    r"(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|UEsDB|SUQz|T2dnUw|ZkxhQ|H4sI|AAAA.{4}ZnR5c|GkXfo|Qk0)[A-Za-z0-9+/\s_-]{40,}+[=\s]*+"
)


def is_text(data: bytes) -> bool:
    """Whether bytes are text in some charset that keeps ASCII: no known file type and (almost) no control characters."""
    if MAGIC.match(data):
        return False
    head = data[:65536]
    return b"\0" not in data and (len(head) - len(head.translate(None, _CONTROLS))) * 100 <= len(head)


def is_media(head: bytes) -> bool:
    """Whether bytes begin as an image, sound, film or font."""
    return bool(_SHOWN.match(head))


def runs_of(data: bytes, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Where each run of printable characters begins, the bytes of each of its characters, and the run: of ASCII, then of UTF-16."""
    for found in _RUN.finditer(data, start, end):
        yield found.start(), 1, found[0].decode("ascii")
    if data.find(0, start, end) >= 0:
        yield from _wide(data[start:end], start)


def _wide(data: bytes, start: int) -> Iterator[tuple[int, int, str]]:
    """Every second byte of Latin text in UTF-16 is zero: where many are, the bytes between them are looked at."""
    for odd in (0, 1):
        zeros, others = data[odd::2], data[1 - odd :: 2]
        at = zeros.find(_SOME)
        while at >= 0:
            stop = _ZEROS.match(zeros, at).end()  # type: ignore[union-attr] # zeros are there
            # A letter stands in front of its zero (little endian), or behind it: at an edge it may be either's, or nobody's.
            first, last = at + odd, stop + odd
            between = others[max(0, first - 1) : last].strip(b"\0")
            for run in _RUN.finditer(others, max(0, first - 1), last) if between else ():
                spans = {(run.start(), min(run.end(), last - 1)), (max(run.start(), first), run.end())}
                for begin, end in sorted(spans):
                    yield start + 2 * begin + 1 - odd, 2, others[begin:end].decode("ascii")
            at = zeros.find(_SOME, stop)


def read_runs(data: bytes, start: int, end: int, *, path: str, key: str, out: Gathering) -> None:
    """Add the runs of printable characters in data[start:end]."""
    for begin, size, text in runs_of(data, start, end):
        offsets = None if size == 1 else array("q", range(begin, begin + size * len(text) + 1, size))
        out.add(View(text, offsets, begin), path, key, Role.BINARY, load_bearing=BINARY_REASON)


def read_data_url(view: View, path: str, key: str, out: Gathering, file: File) -> View | None:
    """Add the items of a data URL; returns the view of its text if that is text still to be read, and None if all is done.

    `file` reads the bytes of an archive or document.
    """
    text = view.text
    found = _DATA_URL.match(text)
    if not found:
        return view
    textual = (found[1] or "text/plain").lower().startswith(("text/", "application/json", "application/xml"))
    body = view.cut(found.end(), len(text))
    if not found[3]:
        return body
    data = unbase64(body.text)
    if data is None:
        # Not base64 though it says so: text may hide here, but what may be an image is not edited.
        if textual:
            return body
        out.add(body, path, key, Role.BINARY, load_bearing=BINARY_REASON)
        return None
    if textual and _add_text(data, body, path, key, out):
        return None
    if _is_packed(data):
        file(data, body)
    else:
        read_media(data, body, path, key, out)
    return None


def read_base64_media(view: View, path: str, key: str, out: Gathering, file: File) -> bool:
    """Add the runs in base64 of a known file type that stands without a data URL; False if it is none; `file` as above."""
    if not _MEDIA.fullmatch(view.text):
        return False
    data = unbase64(view.text)
    if data is None or not MAGIC.match(data):
        return False
    if _is_packed(data):
        file(data, view)
    else:
        read_media(data, view, path, key, out)
    return True


def _is_packed(data: bytes) -> bool:
    """Whether bytes are a file that says more than its runs."""
    return bool(MAGIC.match(data)) and not is_media(data[:64])


def _add_text(data: bytes, body: View, path: str, key: str, out: Gathering) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    decoded = whole(text, body, "base64")
    out.add(decoded, path, key, Role.PROSE)
    read_cut(decoded, path, key, out)
    return True


def read_media(data: bytes, body: View, path: str, key: str, out: Gathering) -> None:
    """Runs of the decoded bytes. They are never written, so all code points of one lie where its first base64 letter lies."""
    last = len(body.text)
    for start, size, text in runs_of(data, 0, len(data)):
        begin, end = min(start * 4 // 3, last), min((start + size * len(text)) * 4 // 3 + 1, last)
        run = whole(text, body.cut(begin, end), "base64")
        out.add(run, path, key, Role.BINARY, load_bearing=BINARY_REASON)
