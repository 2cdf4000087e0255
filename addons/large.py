"""A body too long to be held in; out, what goes on: headers and beginning are decided as ever, the rest goes by `[fail] opaque`.

Memory stays near `proxy.max_body`, whatever the length. Of multipart forms the text parts behind the beginning are decided about
before they go on (`late`), as fields of a short form.
"""

from dataclasses import replace
from typing import NamedTuple

from guardian_addons import apply, arriving, deny
from guardian_addons.parts import Piece, TextParts, skeleton
from guardian_addons.shell import InUse
from mitmproxy import http

from guardian_core import actions
from guardian_core.actions.digests import without
from guardian_core.actions.multipart_items import boundary_of
from guardian_core.beginnings import BEGINNING
from guardian_core.settings import FailMode, Settings
from guardian_core.vocabulary import Action, Outcome, Request, Verdict

DRAINED = 4_000_000_000  # bytes of a refused body that are thrown away so that its client can read the refusal
PATIENCE = 600.0  # seconds, for that
GRPC_SECONDS = 0.25  # within which a call that has one message has sent its end


def declared(request: http.Request) -> int | None:
    """The length that the headers say, 0 for a request without a body, None where its end must be waited for."""
    length = request.headers.get("content-length", "").strip()
    if length.isdecimal() and len(length) < 19:
        return int(length)
    if not (request.is_http2 or request.is_http3) and "transfer-encoding" not in request.headers:
        return 0
    return None


async def is_large(flow: http.HTTPFlow, most: int) -> bool:
    """Whether the body is longer than `most` bytes; waits for the end of one that does not say its length."""
    length = declared(flow.request)
    if length is not None:
        return length > most
    arrived = await arriving.wait(flow, most=most)
    return arrived is not None and arrived.size > most


async def is_stream(flow: http.HTTPFlow, most: int) -> bool:
    """Whether a gRPC call goes on after its first message; one that has ended by now is read like any request."""
    arrived = await arriving.wait(flow, most=most, seconds=GRPC_SECONDS)
    return arrived is None or not arrived.ended


async def decide(flow: http.HTTPFlow, held: InUse) -> Outcome:
    """The outcome for headers and beginning; denied where the rule for the rest is closed."""
    limit = held.settings.proxy.max_body
    request = apply.to_request(flow)
    readable = (request.header("content-encoding") or "identity").strip().lower() == "identity"
    if readable:
        await arriving.wait(flow, most=min(limit, BEGINNING) - 1)
        request = replace(request, body=arriving.first(flow, min(limit, BEGINNING)))
    if held.core is None:
        message = "no core decides here"
        raise RuntimeError(message)
    with arriving.paused(flow):
        outcome = await held.core.handle(request)
    action = outcome.action or actions.describe(request, actions.read(request), (), held.settings.decision)
    mode = mode_of(action, held.settings)
    seen = f"only the first {len(request.body)} bytes of the body were read" if request.body else "of the body nothing was read"
    reason = f"body larger than {limit} bytes (fail.opaque is {mode} for {', '.join(sorted(action.recipients))}): {seen}"
    verdict = outcome.decision.verdict if mode == "open" else Verdict.DENY
    decision = outcome.decision.model_copy(update={"verdict": verdict, "reasons": (reason, *outcome.decision.reasons)})
    rewritten = outcome.rewritten if verdict is Verdict.TRANSFORM else None
    return replace(outcome, decision=decision, action=action, rewritten=rewritten, degraded=(*outcome.degraded, "not inspected"))


def mode_of(action: Action, settings: Settings) -> FailMode:
    """What the rule for what cannot be read says of an action's recipients."""
    modes = {settings.fail.opaque.get(recipient, "closed") for recipient in action.recipients}
    return "open" if modes == {"open"} else "closed"


def told(outcome: Outcome, settings: Settings) -> str:
    """Why it is refused: for its length, or for what its beginning says."""
    closed = outcome.action is None or mode_of(outcome.action, settings) == "closed"
    return deny.unchecked(deny.TOO_LONG) if closed else deny.told(outcome)


def pass_on(flow: http.HTTPFlow, outcome: Outcome, held: InUse) -> None:
    """Let the body go on as it arrives, its beginning rewritten where that was decided."""
    before = outcome.reading.request
    after = outcome.rewritten or before
    if outcome.rewritten is not None:
        put(flow, before, after)
    boundary = boundary_of(before.header("content-type") or "", before.body) if before.body else None
    parts = None
    if boundary and held.core is not None and not held.observing:
        parts = TextParts(boundary, form=skeleton(boundary, after.body))
    flow.request.stream = Passing(len(before.body), after, parts)


_OF_THE_WHOLE = frozenset({b"content-length", b"transfer-encoding", b"content-range"})


def put(flow: http.HTTPFlow, before: Request, after: Request) -> None:
    """Target and headers of `after`; the length is that of the whole body, whose beginning alone was rewritten."""
    data = flow.request.data
    data.path = after.target.encode("latin-1")
    longer = len(after.body) - len(before.body)
    length = declared(flow.request)
    fields = without(after.headers) if after.body != before.body else after.headers
    data.headers = http.Headers(
        [
            (name, str(length + longer).encode() if name.lower() == b"content-length" and length is not None else value)
            for name, value in fields
        ]
    )


class Form(NamedTuple):
    """A request with a short form in place of a long one."""

    request: Request
    seen: int  # bytes of the body that were decided about before


class Passing:
    """What mitmproxy calls with the bytes that came, and with none at the end.

    What of them has to be looked at first is taken by `take` and decided about (`late`) before the call.
    """

    def __init__(self, begun: int, beginning: Request, parts: TextParts | None) -> None:
        """`begun`: bytes that were decided about; `beginning`: the request that goes on instead of them."""
        self._left, self._parts = begun, parts
        self._begun = begun
        self._request = beginning
        self._is_begun = False  # whether the beginning went on
        self._pieces: list[Piece] | None = None  # taken, and not given
        self.stopped = False  # after which nothing is given any more
        self.answered = False  # whether its client has our reply

    def take(self, data: bytes) -> list[Form]:
        """What must be decided about before these bytes may go on."""
        if self._parts is None:
            self._pieces = [Piece(data)]
        else:
            self._pieces = self._parts.feed(data, done=self._begun) if data else self._parts.finish(done=self._begun)
        fields = tuple(field for field in without(self._request.headers) if field[0].lower() not in _OF_THE_WHOLE)
        return [
            Form(replace(self._request, headers=fields, body=piece.before + piece.data + piece.behind), len(piece.before))
            for piece in self._pieces
            if piece.behind
        ]

    def __call__(self, data: bytes) -> list[bytes]:
        """The next bytes for the server; nothing is no chunk, for an empty one would end the body."""
        if self._pieces is None and self.take(data):
            self.stopped = True  # nobody looked at it
        pieces, self._pieces = self._pieces or [], None
        if self.stopped:
            return []
        out = self._skip(b"".join(piece.data for piece in pieces))
        return [piece for piece in out if piece]

    def _skip(self, data: bytes) -> list[bytes]:
        cut = min(self._left, len(data))
        self._left -= cut
        if self._left or self._is_begun:
            return [data[cut:]]
        self._is_begun = True
        return [self._request.body, data[cut:]]
