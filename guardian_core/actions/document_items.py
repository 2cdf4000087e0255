"""A small office document or PDF in; the text in it out, as one item that is searched and never written.

Office files are archives of XML (OOXML, OpenDocument); of a PDF the strings that its streams show are taken, as far as they are
spelled in letters. What is not understood is left to the runs of printable bytes (`media_items`). Nothing is unpacked beyond a cap.
"""

import io
import re
import zipfile
import zlib
from array import array
from collections.abc import Iterator
from itertools import islice

from guardian_core.actions.media_items import BINARY_REASON
from guardian_core.actions.views import Gathering, View, longer
from guardian_core.vocabulary import Role

SMALL = 4_000_000  # bytes of a file that is looked into
_ROOM = 2_000_000  # bytes that unpacking may make
_TOKENS = 200_000  # of one stream of a PDF
_LETTERS = 400_000  # of text that is taken
_ENTRY = re.compile(
    r"(?:word/(?:document|header\d*|footer\d*|comments|footnotes)|ppt/(?:slides|notesSlides)/\w+|xl/(?:sharedStrings|worksheets/\w+)|content|docProps/\w+|meta)\.xml"
)
_BREAK = re.compile(
    r"</(?:w:p|a:p|si|text:p|text:h|table:table-cell)>|<(?:w:tab|w:br|a:br|text:tab)\b[^>]*>|</row>|</(?:dc|cp|meta):\w+>"
)
_TAG = re.compile(r"<[^>]*>")
_ENTITY = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
_STREAM = re.compile(rb"stream\r?\n")
# A string without its end takes all that was looked at, or each of its letters would be looked at again and again.
_TOKEN = re.compile(rb"\(((?:[^()\\]|\\.)*+)\)?|(-?\d{3,})|(T[jJ*dD]|ET|'|\[)", re.DOTALL)


def read_document(data: bytes, start: int, end: int, *, path: str, key: str, out: Gathering) -> bool:
    """Add the text of the file data[start:end]; False where it is no such file, is too large, or says nothing."""
    if end - start > SMALL:
        return False
    piece = data[start:end]
    text = _office(piece) if piece.startswith(b"PK\x03\x04") else _pdf(piece) if piece.startswith(b"%PDF-") else ""
    text = text[:_LETTERS].strip()
    if not text:
        return False
    view = View(text, array("q", [start] * len(text) + [end]), start)
    out.add(view, longer(path, "text"), key, Role.BINARY, load_bearing=BINARY_REASON)
    return True


def _office(data: bytes) -> str:
    """The text of an archive's documents, one paragraph or cell a line."""
    texts: list[str] = []
    room = _ROOM
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist()[:2_000]:
                if room > 0 and _ENTRY.fullmatch(entry.filename):
                    with archive.open(entry) as file:
                        xml = file.read(room)
                    room -= len(xml)
                    texts.append(_plain(xml.decode("utf-8", "replace")))
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError):
        return "\n".join(texts)  # as far as it goes: RuntimeError says that it is encrypted
    return "\n".join(texts)


def _plain(xml: str) -> str:
    text = _TAG.sub("", _BREAK.sub("\n", xml))
    for entity, letter in _ENTITY.items():
        text = text.replace(entity, letter)
    return text


def _pdf(data: bytes) -> str:
    """The strings that the page streams show, in order."""
    found: list[str] = []
    room = _ROOM
    for begin in _STREAM.finditer(data):
        stop = data.find(b"endstream", begin.end())
        stream = data[begin.end() : stop if stop >= 0 else len(data)]
        if stream[:1] in (b"\x78", b"\x58", b"\x68", b"\x48"):
            try:
                stream = zlib.decompressobj().decompress(stream, room)
            except zlib.error:
                continue
        room -= len(stream)
        if b"BT" in stream[:200_000]:
            found += _shown(stream)
        if room <= 0:
            break
    return "".join(found)


def _shown(stream: bytes) -> Iterator[str]:
    """Strings are shown by the operator behind them (§9.4.3); a large step between two of an array is a space."""
    waiting: list[str] = []
    for token in islice(_TOKEN.finditer(stream), _TOKENS):
        operator = token[3]
        if token[1] is not None:
            waiting.append(_string(token[1]))
        elif operator is None:
            waiting.append(" ")
        else:
            if operator in {b"Tj", b"TJ", b"'"}:
                yield from waiting
            elif operator != b"[":
                yield "\n"
            waiting.clear()


def _string(raw: bytes) -> str:
    """A literal string of PDF (ISO 32000-1 §7.3.4.2); two-byte fonts give nothing readable, and nothing is lost by that."""
    plain = re.sub(rb"\\([0-7]{1,3})", lambda octal: bytes([int(octal[1], 8) & 0xFF]), raw)
    return re.sub(rb"\\(.)", rb"\1", plain, flags=re.DOTALL).decode("cp1252", "replace")
