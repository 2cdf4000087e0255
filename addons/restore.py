"""Take what the core kept for a reply, put the user's own words into it while it passes: bodies, event streams, WebSocket messages.

The originals live here between request and reply, by flow, and nowhere else: neither in the flow nor in its metadata, which may be
stored. A reply that is restored is streamed, so that mitmproxy does not keep its body. Replies of other flows are not touched.
"""

from collections.abc import Mapping

from guardian_addons import untyped
from mitmproxy import ctx, http
from mitmproxy.websocket import WebSocketMessage

from guardian_core.anonymize.restore.events import Event, Events
from guardian_core.anonymize.restore.replies import BrokenReplyError, Head, Reply, open_reply
from guardian_core.anonymize.restore.texts import Originals
from guardian_core.vocabulary import Kept

MOST_FLOWS = 10_000  # flows whose reply is awaited; the oldest is forgotten first
# What is said of the bytes that came, and is not true of those that go on.
_OF_THE_BYTES = (
    "content-length", "content-encoding", "etag", "content-md5", "digest", "content-digest", "repr-digest", "x-goog-hash",
    "accept-ranges",
)  # fmt: skip
_NO_BODY = frozenset({204, 205, 206, 304})  # 206: a part of a body whose beginning was not seen


class Replies:
    """The replies that are awaited."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._sockets: dict[str, _Socket] = {}

    def expect(self, flow: http.HTTPFlow, kept: Kept | None) -> None:
        """The reply to `flow` gets `kept`; None: nothing."""
        if kept is not None:
            self._kept[flow.id] = kept
            while len(self._kept) > MOST_FLOWS:
                self._kept.pop(next(iter(self._kept)))

    def forget(self, flow: http.HTTPFlow) -> None:
        """The flow is over."""
        self._kept.pop(flow.id, None)
        self._sockets.pop(flow.id, None)

    def open(self, flow: http.HTTPFlow) -> bool:
        """Restore the reply whose headers are there while its body passes; False where it is to pass as it is."""
        kept, response = self._kept.get(flow.id), flow.response
        if kept is None or response is None or flow.request.method == "HEAD" or not has_body(response.status_code):
            return False
        reply = open_reply(head_of(flow, streaming=kept.streaming), kept.originals, kept.heard)
        if reply is None:
            return False
        reframe(flow, response)
        response.stream = _Passing(flow, reply)
        return True

    def converse(self, flow: http.HTTPFlow, kept: Kept | None) -> None:
        """A WebSocket's client said something; its server's messages get what stands for it now."""
        if kept is not None:
            self._sockets.setdefault(flow.id, _Socket()).learn(kept.originals)

    def answer(self, flow: http.HTTPFlow, message: WebSocketMessage) -> None:
        """Restore a message of a WebSocket's server.

        Messages cannot wait: what mitmproxy injects comes after all that has arrived. Only where a text ends in half a placeholder
        is there one message more, and the one that ends the text is injected behind it.
        """
        socket = self._sockets.get(flow.id)
        if socket is None or not message.is_text or message.injected:
            return
        message.content, *more = socket.read(message.content)
        for content in more:
            ctx.master.commands.call("inject.websocket", flow, True, content, True)


class _Socket:
    """The server's side of one WebSocket."""

    def __init__(self) -> None:
        self._originals: dict[str, str] = {}
        self._events = Events(Originals({}), wait=False)

    def learn(self, originals: Mapping[str, str]) -> None:
        if not originals.items() <= self._originals.items():
            self._originals |= originals
            self._events.use(Originals(self._originals))

    def read(self, content: bytes) -> list[bytes]:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            return [*self._events.finish(), content]
        return self._events.feed(Event(text, content, lambda new: new.encode("utf-8", "surrogatepass")))


def has_body(status: int) -> bool:
    """Whether a reply of this status has a whole body of its own."""
    return status >= 200 and status not in _NO_BODY


def head_of(flow: http.HTTPFlow, *, streaming: bool) -> Head:
    """What the headers say of the reply's body."""
    reply = flow.response.headers if flow.response else http.Headers()
    return Head(
        content_type=reply.get("content-type", ""),
        content_encoding=", ".join(reply.get_all("content-encoding")),
        streaming=streaming,
        accept=flow.request.headers.get("accept", ""),
    )


def reframe(flow: http.HTTPFlow, response: http.Response) -> None:
    """Take off what counts or names the bytes that came; a client of HTTP/1.1 gets chunks, one of 1.0 the end of the connection."""
    for name in _OF_THE_BYTES:
        response.headers.pop(name, None)
    response.headers.pop("transfer-encoding", None)
    if flow.request.http_version == "HTTP/1.1":
        response.headers["Transfer-Encoding"] = "chunked"


class _Passing:
    """What mitmproxy calls with the bytes that came, and with none at the end."""

    def __init__(self, flow: http.HTTPFlow, reply: Reply) -> None:
        self._flow, self._reply = flow, reply
        self._broken = False

    def __call__(self, data: bytes) -> list[bytes]:
        """The next bytes for the client; an empty chunk would end the reply, so nothing is no chunk."""
        if self._broken:
            return []
        try:
            piece = self._reply.feed(data) if data else self._reply.finish()
        except BrokenReplyError:
            self._broken = True
            untyped.kill(self._flow)  # what follows cannot be read, and what it is not must not look like the end
            return []
        return [piece] if piece else []
