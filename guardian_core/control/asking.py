"""A request to the control page, and the reply to it: plain nouns, so that whoever serves it need not be known here."""

import json
from dataclasses import dataclass, field
from urllib.parse import parse_qs, quote

from guardian_core.control.html import Markup

Field = tuple[str, str]

LONGEST_FORM = 20_000  # bytes; ours have a few hundred

# No script at all, nothing from elsewhere, in nobody's frame, never kept. Not "no-referrer": forms would then say Origin: null.
GUARDED: tuple[Field, ...] = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
    ("X-Frame-Options", "DENY"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("Cache-Control", "no-store"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for the control page; header names in lower case."""

    method: str
    scheme: str
    host: str  # of the connection, lower case
    port: int
    target: str = field(repr=False)
    headers: tuple[Field, ...] = field(repr=False)
    body: bytes = field(default=b"", repr=False)
    client: str = ""  # address of the client

    @property
    def path(self) -> str:
        """Without the query; with one slash at its beginning, for two would name another host."""
        return "/" + self._readable.partition("?")[0].partition("#")[0].lstrip("/\\")

    @property
    def again(self) -> str:
        """The address of the same page, for a link or a header."""
        query = self._readable.partition("?")[2].partition("#")[0]
        return quote(self.path, safe="/%") + (f"?{quote(query, safe='=&%')}" if query else "")

    @property
    def query(self) -> dict[str, str]:
        """The last value of each name."""
        return _fields(self._readable.partition("?")[2])

    @property
    def _readable(self) -> str:
        """The target as text: bytes that are no UTF-8 come from the wire as half a surrogate pair."""
        return self.target.encode("utf-8", "surrogatepass").decode("utf-8", "replace")

    @property
    def form(self) -> dict[str, str]:
        """The fields of a submitted form; none of another kind of body, or of one that is no form of ours."""
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/x-www-form-urlencoded" or len(self.body) > LONGEST_FORM:
            return {}
        return _fields(self.body.decode("utf-8", "replace"))

    def header(self, name: str) -> str | None:
        """The only value of a header; None where there is none. Two that differ are none: no browser sends them."""
        values = {value for key, value in self.headers if key == name}
        return values.pop() if len(values) == 1 else None

    def cookie(self, name: str) -> str | None:
        """The value of a cookie."""
        for key, value in self.headers:
            for part in value.split(";") if key == "cookie" else ():
                found, _, content = part.strip().partition("=")
                if found == name:
                    return content
        return None


def _fields(text: str) -> dict[str, str]:
    """The last value of each name; none of what is no form of ours."""
    try:
        return {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True, max_num_fields=50).items()}
    except ValueError:
        return {}


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back."""

    status: int
    body: bytes = field(default=b"", repr=False)
    content_type: str = "text/html; charset=utf-8"
    fields: tuple[Field, ...] = field(default=(), repr=False)

    @property
    def headers(self) -> tuple[Field, ...]:
        """All of them."""
        kind = (("Content-Type", self.content_type),) if self.body else ()
        return (*GUARDED, *kind, *self.fields, ("Content-Length", str(len(self.body))))


def page(markup: Markup, status: int = 200, *fields: Field) -> Answer:
    """An HTML document."""
    return Answer(status, markup.encode("utf-8", "replace"), fields=fields)


def onward(where: str, *fields: Field) -> Answer:
    """To another page of ours, by GET."""
    return Answer(303, fields=(("Location", where), *fields))


def refusal(status: int, message: str) -> Answer:
    """For whoever has no business here: one sentence, no page."""
    return Answer(status, json.dumps({"error": message}).encode(), "application/json")
