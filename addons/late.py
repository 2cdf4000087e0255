"""Text parts of a long form that come behind its beginning: each is decided about as a field of a short form, then goes on or not.

mitmproxy asks no hook about pieces of a body that is passed on. Here it waits for one: what is allowed goes on; what would be
refused or rewritten, which is too late for a request that is under way, ends the upload, and its client is told why.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

from guardian_addons import apply, arriving, deny, large, streams, untyped
from guardian_addons.large import Form
from guardian_addons.shell import ENDING, Shell, closed
from mitmproxy import http
from mitmproxy.proxy.commands import StartHook
from mitmproxy.proxy.layers.http import HttpStream, SendHttp
from mitmproxy.proxy.layers.http._events import (
    ErrorCode,
    RequestData,
    RequestEndOfMessage,
    RequestProtocolError,
    ResponseProtocolError,
)
from mitmproxy.proxy.layers.http._hooks import HttpRequestHook

from guardian_core.vocabulary import Outcome, Place, Verdict

type Handling = Callable[[Any, Any], Generator[Any, Any, None]]

BEHIND = "a text part behind the beginning of a long body"
TOO_LATE = f"{BEHIND}: it would have to be rewritten, which its length, sent before, forbids"


@dataclass
class Late:
    """What has to be decided about one flow."""

    flow: http.HTTPFlow
    forms: list[Form]
    passes: bool = False  # unless somebody says so, it does not
    reply: http.Response | None = None  # where it is refused


@dataclass
class GuardianLateHook(StartHook):  # type: ignore[no-untyped-call] # of mitmproxy's, when a class is made of it
    """A text part of a body that is passed on waits."""

    late: Late


class LateParts:
    """Decides about such parts; a child of the shell's addon."""

    def __init__(self, shell: Shell, address: Callable[[str], str | None]) -> None:
        """`address`: where a refused flow is explained."""
        self._shell, self._address = shell, address

    async def guardian_late(self, late: Late) -> None:
        """Decide, and refuse where the outcome is anything but to let it pass."""
        flow, bare = late.flow, replace(late.forms[0].request, target="", headers=(), body=b"")

        def fail(fault: str) -> None:
            self._refuse(late, deny.unchecked(deny.ENDING if fault == ENDING else deny.FAULT))
            self._shell.note(flow, streams.unseen(bare, BEHIND, "closed", because=fault))

        with self._shell.held() as held, closed(flow.id, fail, self._shell.ending), arriving.paused(flow):
            for form in () if held.observing else late.forms:
                outcome = await held.handle(form.request)
                if outcome is None:
                    self._refuse(late, deny.unchecked(deny.FAULT))
                    return
                fresh = any(_is_fresh(outcome, finding.item, form) for finding in outcome.findings)
                if outcome.decision.verdict is not Verdict.ALLOW and (fresh or not outcome.findings):
                    self._refuse(late, deny.told(outcome) if outcome.unchecked else deny.STOPPED)
                    self._shell.note(flow, _stopped(outcome), held)
                    return
                if fresh:
                    self._shell.record(outcome, flow.id, held)
            late.passes = True

    def _refuse(self, late: Late, reason: str) -> None:
        flow = late.flow
        late.reply = deny.reply(flow.request, flow_id=flow.id, reason=reason, page=self._address(flow.id))


def _is_fresh(outcome: Outcome, number: int, form: Form) -> bool:
    """Whether an item stands in a part that was not decided about before; what stands for a value that was rewritten does not."""
    item = outcome.reading.items[number]
    return item.place is Place.BODY and item.start >= form.seen


def _stopped(outcome: Outcome) -> Outcome:
    """Denied, whatever it would have been in a short form."""
    why = BEHIND if outcome.decision.verdict is Verdict.DENY else TOO_LATE
    update = {"verdict": Verdict.DENY, "level": None, "reasons": (why, *outcome.decision.reasons)}
    return replace(outcome, decision=outcome.decision.model_copy(update=update), edits=(), rewritten=None, kept=None)


def wait() -> None:
    """Let mitmproxy wait so from now on; a second time does nothing."""
    stream: Any = HttpStream
    if not getattr(stream.state_stream_request_body, "waits", False):
        stream.state_stream_request_body = _waiting(stream.state_stream_request_body)
        stream.handle_protocol_error = _over(stream.handle_protocol_error)


def _waiting(original: Handling) -> Handling:
    def state_stream_request_body(self: Any, event: Any) -> Generator[Any, Any, None]:
        passing = self.flow.request.stream
        if not isinstance(passing, large.Passing) or not isinstance(event, RequestData | RequestEndOfMessage):
            yield from original(self, event)
            return
        if not passing.stopped:
            late = Late(self.flow, passing.take(event.data if isinstance(event, RequestData) else b""))
            if late.forms:
                yield GuardianLateHook(late)
            if late.forms and not late.passes:
                passing.stopped = True
                reply = late.reply or deny.reply(self.flow.request, flow_id=self.flow.id, reason=deny.unchecked(deny.FAULT))
                yield from _answer(self, reply, ended=isinstance(event, RequestEndOfMessage))
                return
            yield from original(self, event)
        elif isinstance(event, RequestEndOfMessage):  # what came meanwhile was thrown away
            yield from _ended(self)

    state_stream_request_body.waits = True  # type: ignore[attr-defined]
    return state_stream_request_body


def _answer(stream: Any, reply: http.Response, *, ended: bool) -> Generator[Any, Any, None]:
    """End the request towards the server, so that it never looks like all of it, and answer the client."""
    if stream.context.server.alpn != b"h2":  # there other requests go on
        arriving.hang_up(stream.flow)
    if stream.server_state != stream.state_wait_for_response_headers:  # the server's own reply is on its way
        untyped.kill(stream.flow)
        arriving.hang_up(stream.flow)
        return
    stream.flow.request.stream.answered = True
    yield SendHttp(RequestProtocolError(stream.stream_id, "stopped", ErrorCode.CANCEL), stream.context.server)
    yield HttpRequestHook(stream.flow)  # as at the end of every body
    stream.flow.response = reply
    apply.scrub(stream.flow, keep_path=False)
    yield from stream.send_response()
    if ended:
        yield from _ended(stream)


def _ended(stream: Any) -> Generator[Any, Any, None]:
    stream.client_state = stream.state_done
    if stream.server_state == stream.state_done:
        yield from stream.flow_done()


def _over(original: Handling) -> Handling:
    def handle_protocol_error(self: Any, event: Any) -> Generator[Any, Any, None]:
        passing = self.flow.request.stream if hasattr(self, "flow") else None
        if isinstance(event, ResponseProtocolError) and isinstance(passing, large.Passing) and passing.answered:
            return  # of the server that we hung up on; its client has its reply
        yield from original(self, event)

    return handle_protocol_error
