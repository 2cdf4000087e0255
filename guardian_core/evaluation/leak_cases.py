"""People who do not exist and ways to nest their addresses, for `guardian bench leaks`: a nesting and a person in, requests out."""

import base64
import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from guardian_core.vocabulary import Request


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whose values leak."""

    email: str
    first: str
    last: str
    username: str

    @property
    def values(self) -> tuple[str, ...]:
        """All of them, in one order."""
        return (self.email, self.first, self.last, self.username)


_WHO = (
    ("dana.quill", "dana", "quill"), ("mira_okafor", "mira", "okafor"), ("jvandenberg", "joost", "vandenberg"),
    ("zoe-lindqvist", "zoe", "lindqvist"), ("a.b.carter99", "abel", "carter"), ("tomasz.wojcik", "tomasz", "wojcik"),
    ("l33tgamer2004", "liam", "trotter"), ("maria.jose.perez", "mariajose", "perez"), ("n.oconnell+shop", "niamh", "oconnell"),
    ("kqx", "kaja", "quist"), ("first.middle.last", "firmin", "lastova"), ("x_y_z_1234567890", "xenia", "zeller"),
    ("hello", "helga", "lovasz"), ("very.long.local.part.of.an.address", "verena", "longley"), ("r2d2", "roman", "duda"),
    ("soren.kierk", "soren", "kierk"), ("ivanpetrov1980", "ivan", "petrov"), ("chen-wei", "chenwei", "zhao"),
    ("o_o", "olga", "orlova"), ("amelie.b", "amelie", "bernard"), ("yusuf.demir", "yusuf", "demir"),
    ("priya+news", "priya", "raman"),
)  # fmt: skip
_DOMAINS = ("example.com", "example.org", "mail.example.net", "example.co.uk", "a-b.example.com")
PEOPLE = tuple(
    Person(f"{local}@{_DOMAINS[number % len(_DOMAINS)]}", first, last, f"{last}{number}fan")
    for number, (local, first, last) in enumerate(_WHO)
)


def _hex(name: str, text: str) -> str:
    return hashlib.new(name, text.encode(), usedforsecurity=False).hexdigest()


def _raw(name: str, text: str) -> bytes:
    return hashlib.new(name, text.encode(), usedforsecurity=False).digest()


def _b64(data: str | bytes) -> str:
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def _b64url(data: str | bytes) -> str:
    return base64.urlsafe_b64encode(data.encode() if isinstance(data, str) else data).decode().rstrip("=")


def _json(mail: str) -> str:
    return json.dumps({"event": "view", "user": {"email": mail, "n": 3}})


# What is sent for an address; it stands in a query, a form, a JSON body and a cross-site cookie.
NESTED: dict[str, Callable[[str], str]] = {
    "plain": lambda mail: mail,
    "plain in capitals": lambda mail: mail.upper(),
    "percent twice": lambda mail: quote(quote(mail, safe=""), safe=""),
    "percent three times": lambda mail: quote(quote(quote(mail, safe=""), safe=""), safe=""),
    "hexadecimal": lambda mail: mail.encode().hex(),
    "base64": _b64,
    "base64url without padding": _b64url,
    "base64 of base64": lambda mail: _b64(_b64(mail)),
    "base64 behind another letter": lambda mail: "E" + _b64(mail),
    "base64 amid bytes": lambda mail: _b64(b"\x00\xff\x81" + mail.encode() + b"\xfe\x02\x90"),
    "base64 of JSON": lambda mail: _b64(_json(mail)),
    "base64 of JSON with escapes": lambda mail: _b64(_json(mail).replace("@", "\\u0040")),
    "base64 of JSON with a sha256": lambda mail: _b64(_json(_hex("sha256", mail))),
    "base64 of gzip of JSON": lambda mail: _b64(gzip.compress(_json(mail).encode(), mtime=0)),
    "base64 of a query": lambda mail: _b64(f"ev=1&em={quote(mail)}&z=9"),
    "base64 of a sha256 in hexadecimal": lambda mail: _b64(_hex("sha256", mail)),
    "md5": lambda mail: _hex("md5", mail),
    "sha1": lambda mail: _hex("sha1", mail),
    "sha224": lambda mail: _hex("sha224", mail),
    "sha256": lambda mail: _hex("sha256", mail),
    "sha384": lambda mail: _hex("sha384", mail),
    "sha512": lambda mail: _hex("sha512", mail),
    "SHA256 in capitals": lambda mail: _hex("sha256", mail).upper(),
    "sha256 of capitals": lambda mail: _hex("sha256", mail.upper()),
    "sha256 in base64": lambda mail: _b64(_raw("sha256", mail)),
    "sha256 in base64url": lambda mail: _b64url(_raw("sha256", mail)),
    "md5 in base64": lambda mail: _b64(_raw("md5", mail)),
    "sha256 of base64": lambda mail: _hex("sha256", _b64(mail)),
    "sha256 of md5": lambda mail: _hex("sha256", _hex("md5", mail)),
    "md5 of sha256": lambda mail: _hex("md5", _hex("sha256", mail)),
    "sha1 of sha1 of sha1": lambda mail: _hex("sha1", _hex("sha1", _hex("sha1", mail))),
    "URL in URL": lambda mail: f"https://shop.example.com/a?next={quote('https://b.example.net/?mail=' + quote(mail), safe='')}",
    "JSON in JSON": lambda mail: json.dumps({"payload": _json(mail)}),
}


def nested_requests(nesting: str, person: Person) -> list[Request]:
    """The value in a query, a form, a JSON body, a cookie of another site, a path and a header of its own."""
    value = NESTED[nesting](person.email)
    escaped = quote(value, safe="")
    headers = ((b"host", b"tags.tracker.test"), (b"referer", b"https://shop.example.com/"), (b"sec-fetch-site", b"cross-site"))
    form = (b"content-type", b"application/x-www-form-urlencoded")
    record = json.dumps({"v": 1, "x": [value]}).encode()

    def sent(target: str = "/c", body: bytes = b"", *more: tuple[bytes, bytes]) -> Request:
        return Request("POST" if body else "GET", "https", "tags.tracker.test", 443, target, (*headers, *more), body)

    return [
        sent(f"/c?v=1&x={escaped}&z=2"),
        sent("/c", f"v=1&x={escaped}&z=2".encode(), form),
        sent("/c", record, (b"content-type", b"application/json")),
        sent("/c", b"", (b"cookie", f"a=1; x={escaped}; b=2".encode())),
        sent(f"/u/{escaped}/p.gif"),
        sent("/c", b"", (b"x-visitor", escaped.encode())),
    ]
