"""Who sends and what in, the request with a browser's own headers out: a form, a script, a frame, a beacon, a pixel, an SDK."""

import json
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from guardian_core.vocabulary import Verdict

ALLOWED = frozenset({Verdict.ALLOW})
REWRITTEN = frozenset({Verdict.TRANSFORM})
REFUSED = frozenset({Verdict.DENY})
PROTECTED = REWRITTEN | REFUSED  # the values do not arrive; whether the rest does is up to the score

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One request, the decisions that are right for it, and what must not or must arrive."""

    name: str
    method: str
    url: str
    headers: Headers = field(repr=False)
    body: bytes = field(repr=False)
    expect: frozenset[Verdict]
    canaries: tuple[str, ...] = field(default=(), repr=False)  # values that never arrive unless the request is allowed
    keeps: tuple[str, ...] = field(default=(), repr=False)  # what a rewrite leaves standing
    returns: tuple[str, ...] = field(default=(), repr=False)  # values that the reply gives back, though they never arrived

    @property
    def host(self) -> str:
        """The destination."""
        return urlsplit(self.url).hostname or ""

    @property
    def target(self) -> str:
        """Path and query, as they go on the wire."""
        return self.url.partition(self.host)[2]

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]


_BROWSER: Headers = (
    ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"),
    ("Accept-Language", "en-GB,en;q=0.9"),
    ("Accept-Encoding", "gzip, deflate, br"),
)
FORM, JSON, TEXT = "application/x-www-form-urlencoded", "application/json", "text/plain;charset=UTF-8"


def _fetch_headers(url: str, page: str, *, mode: str, dest: str, kind: str | None = None, accept: str = "*/*") -> Headers:
    """What Chromium adds: Fetch Metadata, and the Referer cut to the origin where the site changes (its default policy)."""
    same = urlsplit(url).netloc == urlsplit(page).netloc
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page))
    headers = [("Accept", accept), ("Sec-Fetch-Site", "same-origin" if same else "cross-site")]
    headers += [("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest), ("Referer", page if same else f"{origin}/")]
    if mode != "no-cors" and not (mode == "navigate" and kind is None):
        headers.append(("Origin", origin))
    if kind is not None:
        headers.append(("Content-Type", kind))
    return _BROWSER + tuple(headers)


_HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def visit(name: str, url: str, *, page: str, expect: frozenset[Verdict]) -> Step:
    """The user follows a link or sends a search form: a top-level navigation."""
    headers = _fetch_headers(url, page, mode="navigate", dest="document", accept=_HTML)
    return Step(name, "GET", url, (*headers, ("Sec-Fetch-User", "?1")), b"", expect)


def form(
    name: str,
    url: str,
    fields: dict[str, str],
    *,
    page: str,
    expect: frozenset[Verdict],
    frame: bool = False,
    **must: tuple[str, ...],
) -> Step:
    """The user sends a form, in the page or in a frame of it."""
    headers = _fetch_headers(url, page, mode="navigate", dest="iframe" if frame else "document", kind=FORM, accept=_HTML)
    return Step(name, "POST", url, (*headers, ("Sec-Fetch-User", "?1")), urlencode(fields).encode(), expect, **must)


def api(
    name: str,
    url: str,
    body: bytes,
    *,
    page: str,
    expect: frozenset[Verdict],
    kind: str = JSON,
    more: Headers = (),
    **must: tuple[str, ...],
) -> Step:
    """A script in a page calls an API with `fetch`."""
    headers = _fetch_headers(url, page, mode="cors", dest="empty", kind=kind)
    return Step(name, "POST", url, headers + more, body, expect, **must)


def beacon(name: str, url: str, value: object, *, page: str, expect: frozenset[Verdict], **must: tuple[str, ...]) -> Step:
    """`navigator.sendBeacon` with a string: JSON labelled as text."""
    headers = _fetch_headers(url, page, mode="no-cors", dest="empty", kind=TEXT)
    return Step(name, "POST", url, headers, packed(value), expect, **must)


def image(
    name: str, url: str, *, page: str, expect: frozenset[Verdict], whole_referer: bool = False, **must: tuple[str, ...]
) -> Step:
    """A tracking pixel: an image whose address carries the data, or that of its page under `Referrer-Policy: unsafe-url`."""
    headers = _fetch_headers(url, page, mode="no-cors", dest="image", accept="image/*")
    if whole_referer:
        headers = tuple((key, page if key == "Referer" else value) for key, value in headers)
    return Step(name, "GET", url, headers, b"", expect, **must)


def agent(name: str, url: str, value: object, *, expect: frozenset[Verdict], **must: tuple[str, ...]) -> Step:
    """A program without a page: an SDK with its key."""
    headers: Headers = (
        ("User-Agent", "reed-sdk/1.4 python/3.13"),
        ("Accept", JSON),
        ("Content-Type", JSON),
        ("Authorization", "Bearer sk-demo-8f2c41d7a90b4e63b1c5d2f7e8a6"),
    )
    return Step(name, "POST", url, headers, packed(value), expect, **must)


def packed(value: object) -> bytes:
    """JSON as `JSON.stringify` writes it, in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


_BOUNDARY = "----WebKitFormBoundaryq7TzW1nYb3Kd0sVe"


def upload(name: str, url: str, fields: dict[str, str], file: tuple[str, str, bytes], *, expect: frozenset[Verdict]) -> Step:
    """The user sends a form with a file (name, media type, content) from the page at `url`."""
    filename, media, content = file
    parts = [f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}'.encode() for key, value in fields.items()]
    head = f'Content-Disposition: form-data; name="receipt"; filename="{filename}"\r\nContent-Type: {media}\r\n\r\n'
    line = f"--{_BOUNDARY}".encode()
    body = b"".join(line + b"\r\n" + part + b"\r\n" for part in (*parts, head.encode() + content)) + line + b"--\r\n"
    kind = f"multipart/form-data; boundary={_BOUNDARY}"
    headers = _fetch_headers(url, url, mode="navigate", dest="document", kind=kind, accept=_HTML)
    return Step(name, "POST", url, (*headers, ("Sec-Fetch-User", "?1")), body, expect)


def preflight(name: str, url: str, *, page: str, expect: frozenset[Verdict]) -> Step:
    """What a browser asks before a script may send JSON to another site (Fetch standard, CORS-preflight)."""
    headers = _fetch_headers(url, page, mode="cors", dest="empty")
    asks: Headers = (("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type"))
    return Step(name, "OPTIONS", url, headers + asks, b"", expect)
