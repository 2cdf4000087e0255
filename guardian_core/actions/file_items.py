"""Bytes that are no text in; items of what they say out: text of documents, the entries of an archive, and theirs.

They are searched and never written. Whether all that a file says was read is told, too: what is looked at or listened to says
nothing, a small zip and a document say what their text says; other archives, databases and old Office files cannot be read.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

from guardian_core.actions.charset import choose, view_of
from guardian_core.actions.document_items import SMALL, read_document
from guardian_core.actions.media_items import BINARY_REASON, is_media, is_text, read_runs
from guardian_core.actions.views import Gathering, View, longer, packed_in
from guardian_core.vocabulary import Packing

Read = Callable[[View, str, str], None]  # takes the view of a text, its path and the nearest name

# Damaged, encrypted, or of a version that is not known.
_FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError)
_ENTRIES = 2_000
_DEEPEST = 3  # archives within archives
_ROOM = 2_000_000  # bytes that the entries of one archive may be
_BESIDE = 1_024  # bytes of an archive that may lie between what it lists
_HEADERS = 30 + 46 + 24 + 64  # of an entry: local, in the directory, a descriptor, what the local one has beside the other
# What an Office file needs to be one: how it looks and what belongs to what.
_OFFICE = frozenset({"[Content_Types].xml", "mimetype"})
_SCAFFOLD = re.compile(
    r"(?:word|xl|ppt|visio|docProps|customXml|_rels|META-INF|Configurations2)/(?:.*\.(?:xml|rels|vml|rdf)|.*printerSettings\d*\.bin)"
    r"|\[Content_Types\]\.xml|(?:content|settings|styles|meta|manifest)\.(?:xml|rdf)|mimetype"
)


def read_file(data: bytes, start: int, end: int, *, path: str, key: str, out: Gathering, read: Read, deep: int = 0) -> bool:
    """Add what a file, data[start:end], says beside its runs; whether that is all that it says."""
    said = read_document(data, start, end, path=path, key=key, out=out)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06"), start):
        small = end - start <= SMALL and deep < _DEEPEST
        return small and _archive(data[start:end], (start, end), path=path, key=key, out=out, read=read, deep=deep)
    return said or is_media(data[start : start + 64])


def read_inside(data: bytes, packing: Packing, path: str, out: Gathering, read: Read, *, deep: int = 0) -> bool:
    """Add what packed bytes say, of whatever kind they are, never to be written; whether that is all that they say."""
    before, out.packing = len(out.items), packing
    charset, mark = choose(data)
    known = charset.startswith(("utf-16", "utf-32")) or is_text(data)
    if known:
        read(view_of(data, mark, len(data), charset), path, packing.key)
    else:
        known = read_file(data, 0, len(data), path=path, key=packing.key, out=out, read=read, deep=deep)
        read_runs(data, 0, len(data), path=path, key=packing.key, out=out)
    out.packing = packing.outer
    out.items[before:] = [packed_in(one, packing, BINARY_REASON) for one in out.items[before:]]
    return known


def _archive(data: bytes, lies: tuple[int, int], *, path: str, key: str, out: Gathering, read: Read, deep: int) -> bool:
    """Add the entries of a zip; whether each was read, and nothing lies between them."""
    if data.count(b"PK\x01\x02") > _ENTRIES:
        return False
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _FAULTS:
        return False
    entries, room = archive.infolist(), _ROOM
    known = sum(map(_size, entries)) + len(archive.comment) + _BESIDE >= len(data)
    office = not _OFFICE.isdisjoint(one.filename for one in entries)
    for number, entry in enumerate(entries):
        if entry.is_dir() or (office and _SCAFFOLD.fullmatch(entry.filename)):
            continue
        content = _content(archive, entry, min(room, out.room))
        if content is None:
            known = False
            continue
        room, out.room = room - len(content), out.room - len(content)
        packing = Packing(content, *lies, ("zip",), (), key, out.packing)
        known &= read_inside(content, packing, longer(longer(path, "zip"), str(number)), out, read, deep=deep + 1)
    return known


def _size(entry: zipfile.ZipInfo) -> int:
    """The bytes that an entry takes in its archive, at most: itself, its two headers and what describes it."""
    names = 2 * (len(entry.orig_filename.encode()) + len(entry.extra))
    return entry.compress_size + names + len(entry.comment) + _HEADERS


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, room: int) -> bytes | None:
    """What an entry holds; None where that is more than there is room for, encrypted, damaged, or packed in a way few know."""
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.file_size > room:
        return None
    try:
        with archive.open(entry) as file:
            content = file.read(room + 1)
    except _FAULTS:
        return None
    return content if len(content) <= room else None
