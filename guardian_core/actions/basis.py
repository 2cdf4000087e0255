"""How a request came about: a request's metadata and shape in; user_initiated, default or background, and the sentence for it, out.

A proxy does not see gestures. Each row of the table says what its signal proves; what proves nothing is a routine fetch.
"""

from collections.abc import Callable

from guardian_core.actions.context import UNASKED, Context
from guardian_core.actions.keys import PATH, path_words
from guardian_core.actions.purposes import MEASURING
from guardian_core.actions.shape import Shape
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Basis, Purpose, Recipient, Request

TRUSTED = frozenset({Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER, Recipient.GOVERNMENT})
PASSIVE = frozenset({"image", "script", "style", "font", "audio", "video", "track", "object", "embed"})
REPORTS = frozenset({"text/ping", "application/csp-report", "application/reports+json", "application/expect-ct-report+json"})

type Row = tuple[Callable[[Request, Context, Shape, frozenset[Purpose]], bool], Basis, str]

ROWS: tuple[Row, ...] = (
    (lambda r, _c, _s, _p: bool(r.header("Ping-To")), Basis.BACKGROUND, "Ping-To: a link's ping, sent behind the click"),
    (lambda _r, c, _s, _p: c.content_type in REPORTS, Basis.BACKGROUND, "a report the browser sends by itself"),
    (
        lambda _r, c, _s, _p: c.recipient in UNASKED and c.navigation,
        Basis.DEFAULT,
        "a navigation to somebody the user did not choose: the click proves no wish to tell them",
    ),
    (lambda _r, c, _s, _p: c.recipient in UNASKED, Basis.BACKGROUND, "sent to somebody that only measures or advertises"),
    (lambda _r, c, _s, _p: c.navigation and c.activated, Basis.USER_INITIATED, "a top-level navigation after a user's action"),
    (
        lambda _r, c, _s, _p: c.navigation and c.method == "POST" and c.recipient in TRUSTED,
        Basis.USER_INITIATED,
        "a form sent by top-level navigation",
    ),
    (lambda _r, c, _s, _p: c.navigation, Basis.DEFAULT, "a navigation that a script started"),
    (
        lambda _r, c, _s, _p: c.mode == "no-cors" and c.dest in {"", "empty"},
        Basis.BACKGROUND,
        "Sec-Fetch-Mode: no-cors with no destination: a beacon or keep-alive, whose answer nobody reads",
    ),
    (
        lambda _r, c, _s, _p: c.dest in PASSIVE and c.recipient not in TRUSTED,
        Basis.BACKGROUND,
        "an image or script of somebody else's: a pixel",
    ),
    (lambda _r, c, _s, _p: c.dest in PASSIVE, Basis.DEFAULT, "a part of the page"),
    (
        lambda _r, c, _s, _p: c.content_type == "text/plain" and c.recipient not in TRUSTED and not c.client,
        Basis.BACKGROUND,
        "text/plain to another site: how beacons avoid asking it first (CORS)",
    ),
    (
        lambda _r, c, s, p: _measures(c, p) and not c.client and not (s.password or s.card),
        Basis.BACKGROUND,
        "an address that measures or advertises",
    ),
    (
        lambda r, c, _s, _p: c.dest in {"iframe", "frame"} and r.header("Sec-Fetch-User") == "?1" and c.recipient in TRUSTED,
        Basis.USER_INITIATED,
        "a form sent in a frame after a user's action",
    ),
    (
        lambda _r, c, s, _p: s.chat and not c.client and c.recipient in TRUSTED,
        Basis.USER_INITIATED,
        "a chat message from a page: somebody wrote and sent it",
    ),
    (
        lambda _r, c, s, _p: (s.password or s.card) and not c.client and c.method != "GET" and c.recipient in TRUSTED,
        Basis.USER_INITIATED,
        "a password or card number: somebody typed and sent it",
    ),
    (
        lambda _r, c, s, p: c.client and s.password and c.method != "GET" and Purpose.AUTHENTICATION in p,
        Basis.USER_INITIATED,
        "a program signs on for its user",
    ),
    (
        lambda _r, c, s, _p: _first_party_form(c) and (s.form or s.file),
        Basis.USER_INITIATED,
        "fields that people fill in, sent to the page's own site",
    ),
    (
        lambda _r, c, _s, _p: _first_party_form(c) and c.content_type == "multipart/form-data",
        Basis.USER_INITIATED,
        "an upload or form (multipart) to the page's own site",
    ),
)


def _measures(context: Context, purposes: frozenset[Purpose]) -> bool:
    by_path = Purpose.MARKETING in purposes and bool(path_words(context.path) & PATH["analytics"])
    return by_path or bool(purposes & MEASURING)


def _first_party_form(context: Context) -> bool:
    return (
        context.recipient in {Recipient.FIRST_PARTY, Recipient.GOVERNMENT}
        and not context.client
        and context.method not in {"GET", "HEAD"}
    )


def basis_of(
    request: Request, context: Context, shape: Shape, purposes: frozenset[Purpose], settings: DecisionSettings
) -> tuple[Basis, str]:
    """The first row that holds; else the client's setting, or a routine fetch."""
    for holds, basis, why in ROWS:
        if holds(request, context, shape, purposes):
            return basis, f"{why} → {basis.replace('_', ' ')}"
    if context.client:
        return settings.client_basis, "nothing tells how a program came to send it → the basis set for clients"
    return Basis.DEFAULT, "nothing tells that the user asked for it → a routine fetch"
