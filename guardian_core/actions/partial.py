"""A request in; out, whether its body is a part of an upload, which part, and what stands on both sides of where parts meet.

Servers put parts together by the positions that their requests name, so the length of a part is not ours to change, and a value cut
by a client is whole again behind the server. Known: Content-Range and its relatives (RFC 9110 §14.4), tus 1.0 and the resumable
uploads of the IETF, Google, object stores' numbered parts, and the fields of common upload scripts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from guardian_core.actions.charset import choose, view_of
from guardian_core.actions.encoders import WHOLE
from guardian_core.actions.multipart_items import boundary_of
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import Gathering, View
from guardian_core.vocabulary import Finding, Item, Place, Request

EDGE = 512  # bytes on each side of a seam that are read together
SEAM = "body/seam"

_METHODS = frozenset(("POST", "PUT", "PATCH"))
_RANGE = re.compile(rb"\s*(?:bytes)?[\s=:]*(\d{1,18})-(\d{1,18})?")
_NUMBER = re.compile(rb"\s*(\d{1,18})\s*")
# Headers that tell where a part begins. A range, an offset, or the number of a part.
_RANGES = frozenset((b"content-range", b"x-content-range", b"x-ms-range", b"x-update-range"))
_OFFSETS = frozenset((b"upload-offset", b"x-goog-upload-offset", b"x-upload-offset", b"x-ms-blob-condition-appendpos"))
_NUMBERS = frozenset((b"x-bz-part-number", b"x-chunk-number", b"x-chunk-index"))
# Those that a request with the first part has, or with all of it: its length is known to the server beforehand.
_COMMAND = b"x-goog-upload-command"
_BEGIN = frozenset((b"upload-length", b"upload-defer-length", b"upload-complete", b"upload-incomplete", b"tus-resumable", _COMMAND))
_ARGUMENT, _PARTED = b"dropbox-api-arg", b"oc-total-length"
_SAID = _RANGES | _OFFSETS | _NUMBERS | _BEGIN | {b"range", b"content-type", _ARGUMENT, _PARTED}
_OFFSET_ARGUMENT = re.compile(rb'"offset"\s*:\s*(\d{1,18})')
_SESSION_ARGUMENT = re.compile(rb'"session_id"\s*:\s*"([^"]{1,200})"')
_LAST_NUMBER = re.compile(r"/(\d{1,12})(?:\?|\Z)")
_KINDS = re.compile(rb"(?i)\s*(application/(?:offset\+octet-stream|partial-upload|x-sabredav-partialupdate)|\w+/byteranges?)\b")
# Fields of a query or a form. Those in the second line are numbers of parts only where a field names the upload, too.
_INDEX = re.compile(
    r"(?i)(?:resumablechunknumber|flowchunknumber|qqpartindex|dzchunkindex|chunk_?(?:index|number)|segment_index)"
    r"|(part_?number|chunk)"
)
_START = re.compile(r"(?i)start_offset|dzchunkbyteoffset")
_UPLOAD = re.compile(
    r"(?i)(?:upload|media|file|session|upload_session)_?id|upload_?token|(?:resumable|flow)identifier|(?:qq|dz)?u?uid|identifier|chunks"
)
_BLOCK = re.compile(r"(?i)[?&]comp=(?:block|appendblock|page)(?:&|\Z)")
_QUERY = re.compile(r"[?&]([^=&#]{1,60})=([^&#]{0,200})")
_FIELD = re.compile(rb'(?i)form-data; *name="?([\w.-]{1,60})"?\r?\n(?:[\w-]+:[^\r\n]{0,200}\r?\n)*\r?\n([^\r\n]{0,200})\r?\n')
_FILE = re.compile(rb'(?i);\s*filename\*?\s*=\s*"?([^"\r\n]{0,200})[^\r\n]*\r?\n(?:[\w-]+:[^\r\n]{0,400}\r?\n)*\r?\n')
_FIELDS = 16_384  # bytes at both ends of a form in which such fields are looked for
_STATE = re.compile(r"[?&]_state=[^&]*")  # of container registries: another with each part
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Part:
    """Where a body belongs. Positions are bytes, or numbers of parts (`counted`); None: behind what came before."""

    how: str  # it says so: "Content-Range"
    upload: str = field(repr=False)  # tells it from the client's other uploads to the same host
    start: int | None = None
    end: int | None = None
    counted: bool = False


def part_of(request: Request) -> Part | None:
    """The part of an upload that the request's body is; None for a whole body, and for none."""
    if not request.body or request.method.upper() not in _METHODS:
        return None
    said = {lower: value for name, value in request.headers if (lower := name.lower()) in _SAID}
    found = (_by_header(request, said) if said else None) or _by_query(request)
    if found is None and said.get(b"content-type", b"")[:32].lower().lstrip().startswith(b"multipart/form-data"):
        found = _by_fields(request)
    return found


def _by_header(request: Request, said: Mapping[bytes, bytes]) -> Part | None:
    size = len(request.body)
    ranges = _RANGES | {b"range"} if request.method.upper() != "POST" else _RANGES
    for name in sorted(ranges & said.keys()):
        found = _RANGE.match(said[name])
        start = int(found[1]) if found else None
        last = int(found[2]) if found and found[2] else None
        whole = start is not None and (last is None or last - start + 1 == size)
        return _at(request, name, start, start + size if start is not None and whole else None)
    for name in sorted(_OFFSETS & said.keys()):
        found = _NUMBER.fullmatch(said[name])
        return _at(request, name, int(found[1]) if found else None, int(found[1]) + size if found else None)
    if b"session" in said.get(_ARGUMENT, b"") and "/upload_session/" in request.target:
        return _by_argument(said[_ARGUMENT], size)
    for name in sorted(_NUMBERS & said.keys()):
        found = _NUMBER.fullmatch(said[name])
        return _numbered(request, _spelled(name), int(found[1]) if found else None)
    if _PARTED in said and (last_name := _LAST_NUMBER.search(request.target)):
        number = int(last_name[1])
        return Part("OC-Total-Length", request.target[: last_name.start()], number, number + 1, counted=True)
    for name in sorted(_BEGIN & said.keys()):
        if name != _COMMAND or b"upload" in said[name].lower():  # "start" has what is told about the file
            return _at(request, name, 0, size)
    if kind := _KINDS.match(said.get(b"content-type", b"")):
        return Part(kind[1].decode("latin-1").lower(), _upload(request))
    return None


def _at(request: Request, name: bytes, start: int | None, end: int | None) -> Part:
    """A part by bytes; of one that is longer than what was seen of it nobody knows the end."""
    length = (request.header("content-length") or "").strip()
    seen = not length.isdecimal() or int(length[:19]) == len(request.body)
    return Part(_spelled(name), _upload(request), start, end if seen else None)


def _by_argument(argument: bytes, size: int) -> Part:
    offset, session = _OFFSET_ARGUMENT.search(argument), _SESSION_ARGUMENT.search(argument)
    start = int(offset[1]) if offset else 0
    return Part("Dropbox-API-Arg", session[1].decode("latin-1") if session else "", start, start + size)


def _by_query(request: Request) -> Part | None:
    if "=" not in request.target or "?" not in request.target:
        return None
    if _BLOCK.search(request.target):
        return Part("comp", request.target.partition("?")[0])
    return _by_names(request, dict(_QUERY.findall(request.target)), len(request.body))


def _by_fields(request: Request) -> Part | None:
    """Of a form whose fields say which part of a file is in it."""
    body = request.body
    ends = body if len(body) <= 2 * _FIELDS else body[:_FIELDS] + b"\n" + body[-_FIELDS:]
    names = {name.decode("latin-1"): value.decode("latin-1") for name, value in _FIELD.findall(ends)}
    begin, end = chunk_in(request)
    return _by_names(request, names, end - begin) if names else None


def _by_names(request: Request, names: Mapping[str, str], size: int) -> Part | None:
    upload = "&".join(f"{name}={value}" for name, value in sorted(names.items()) if _UPLOAD.fullmatch(name))
    for name, value in names.items():
        if (found := _INDEX.fullmatch(name)) and value.isdecimal() and (upload or not found[1]):
            return _numbered(request, name, int(value[:18]), upload)
    for name, value in names.items():
        if _START.fullmatch(name) and value.isdecimal():
            return Part(name, request.target.partition("?")[0] + upload, int(value[:18]), int(value[:18]) + size)
    return None


def _numbered(request: Request, how: str, number: int | None, upload: str | None = None) -> Part:
    where = _upload(request) if upload is None else f"{request.target.partition('?')[0]} {upload} {_filename(request)}"
    return Part(how, where, number, None if number is None else number + 1, counted=True)


def _upload(request: Request) -> str:
    """Path and what names the upload there; the whole target where nothing does."""
    path, _, query = request.target.partition("?")
    named = [f"{name}={value}" for name, value in _QUERY.findall(f"?{query}") if _UPLOAD.fullmatch(name)]
    return f"{path}?{'&'.join(named)} {_filename(request)}" if named else f"{_STATE.sub('', request.target)} {_filename(request)}"


def _filename(request: Request) -> str:
    """The name of the file in a form."""
    if not (request.header("content-type") or "").lower().startswith("multipart/"):
        return ""
    found = _FILE.search(request.body)
    return found[1].decode("latin-1") if found else ""


def _spelled(name: bytes) -> str:
    return "-".join(part.capitalize() for part in name.decode("ascii").split("-"))


def chunk_in(request: Request, body: bytes | None = None) -> tuple[int, int]:
    """Begin and end of the file's bytes: in a form its first file, else the whole of `body` (by default the request's)."""
    data = request.body if body is None else body
    kind = request.header("content-type") or ""
    boundary = boundary_of(kind, data) if kind.lower().startswith("multipart/") else None
    found = _FILE.search(data) if boundary else None
    if boundary is None or found is None:
        return 0, len(data)
    end = data.find(b"\r\n--" + boundary, found.end())
    return found.end(), end if end >= 0 else len(data)


def trimmed(data: bytes) -> bytes:
    """UTF-8 without the letters that were cut at its ends; other bytes as they are.

    >>> trimmed("ëa€".encode()[1:-1])
    b'a'
    """
    if data.isascii():
        return data
    begin = next((at for at, byte in enumerate(data[:4]) if byte & 0xC0 != 0x80), 0)
    end = len(data)
    for at in range(1, min(4, len(data)) + 1):
        byte = data[-at]
        if byte & 0xC0 != 0x80:
            length = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
            end = len(data) - at if length > at else end
            break
    try:
        data[begin:end].decode("utf-8")
    except UnicodeDecodeError:
        return data
    return data[begin:end]


def read_seams(request: Request, chunk: bytes) -> list[Item]:
    """What stands where `chunk` meets the parts around it. Offsets count from the seam: bytes in front of it have negative ones."""
    before, after = request.neighbours
    out = Gathering(Place.BODY)
    if before:
        _seam(before, (chunk + after if len(chunk) < EDGE else chunk)[:EDGE], out)
    if after:
        _seam((before + chunk if len(chunk) < EDGE else chunk)[-EDGE:], after, out)
    return out.items


def _seam(left: bytes, right: bytes, out: Gathering) -> None:
    data = trimmed(left + right)
    start = (left + right).find(data)
    view = view_of(data, 0, len(data), choose(data)[0])
    offsets = view.offsets if view.offsets is not None else range(len(view.text) + 1)
    middle = sum(1 for offset in offsets if offset < len(left) - start)
    controls = [found.start() for found in _CONTROLS.finditer(view.text)]
    first = max((at + 1 for at in controls if at < middle), default=0)
    last = min((at for at in controls if at >= middle), default=len(view.text))
    moved = [offset + start - len(left) for offset in offsets[first : last + 1]]
    if first < middle < last:
        read_value(View(view.text[first:last], moved, moved[0]), SEAM, "", out)


def crosses(finding: Finding, item: Item) -> bool:
    """Whether a finding is not on one side of a seam: this side is searched without it, and the other one was decided about."""
    if item.path != SEAM and not item.path.startswith(SEAM + "/"):
        return True
    packing = item.packing
    while packing is not None and packing.outer is not None:
        packing = packing.outer
    if packing is not None:
        return packing.start < 0 < packing.end
    if not WHOLE.isdisjoint(item.encoders):
        return item.start < 0 < item.end
    offsets = item.offsets
    begin, end = (
        (item.start + finding.start, item.start + finding.end)
        if offsets is None
        else (offsets[finding.start], offsets[finding.end])
    )
    return begin < 0 < end
