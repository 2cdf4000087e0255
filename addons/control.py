"""Flows to the control page's own name in, its pages out; nothing of them is sent on, kept in a flow, or left to other addons.

The name is answered here, like mitmproxy's own mitm.it. A flow to it is emptied as soon as it is here (the cookie, the secret of a
link, a form), and its reply is put in by the very last addon of the chain and taken out again: flow files and mitmweb must become
neither a key to the page nor a copy of what it shows.
"""

import asyncio
import logging
import threading
from dataclasses import dataclass, field

from guardian_addons import untyped
from guardian_addons.apply import authority
from guardian_addons.shell import InUse, Shell
from mitmproxy import ctx, http
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from guardian_core import audit
from guardian_core.control import Answer, Asked, Control, Live, Seen
from guardian_core.errors import GuardianError
from guardian_core.obstacles import obstacle
from guardian_core.settings import Settings
from guardian_core.vocabulary import Outcome, Verdict

logger = logging.getLogger("guardian_addons")

SHOWN_SECONDS = 1.0  # for which a reply stays in its flow, so that mitmproxy can send it
FORGET_SECONDS = 15.0
BROKEN = Answer(500, b'{"error": "the control page failed; see the log of the proxy"}', "application/json")


@dataclass(slots=True)
class Reply:
    """What waits for the end of the chain."""

    answer: Answer = field(repr=False)
    head: bool


class ControlPage:
    """The page's way in and out; one per proxy."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.live: Live | None = None
        self.made: tuple[Settings, Control] | None = None
        self.cookies: dict[str, tuple[tuple[str, str], ...]] = {}  # of flows on their way
        self.replies: dict[str, Reply] = {}
        self.forgetting: asyncio.TimerHandle | None = None
        self.making = threading.Lock()
        shell.listeners.append(self.remember)

    def running(self) -> None:
        """Take the last place in the chain, and begin to forget."""
        untyped.add(ctx.master, Last(self))
        self._forget()

    async def done(self) -> None:
        """Let go of everything."""
        if self.forgetting:
            self.forgetting.cancel()
        if self.made:
            made, self.made = self.made[1], None
            await asyncio.to_thread(made.close)

    @property
    def settings(self) -> Settings:
        """What is in use."""
        return self.shell.settings

    def is_meant(self, host: str) -> bool:
        """Whether this is our name, however it is spelled."""
        return self.settings.control.enabled and host.lower().rstrip(".") == self.settings.control.host

    def takes(self, flow: http.HTTPFlow) -> bool:
        """Whether a flow is for the page, and nobody else's. Also one that only claims our name in its TLS greeting."""
        return flow.live is not False and (self.is_meant(flow.request.data.host) or self.is_meant(authority(flow)))

    def http_connect(self, flow: http.HTTPFlow) -> None:
        """A tunnel to our name ends here: without this mitmproxy would try to connect first (connection_strategy=eager)."""
        if self.is_meant(flow.request.data.host):
            flow.response = http.Response.make(200)
            flow.response.reason = "Connection established"
            flow.response.headers.clear()

    def server_connect(self, data: ServerConnectionHookData) -> None:
        """Nobody ever connects to our name."""
        if data.server.address and (self.is_meant(data.server.address[0]) or self.is_meant(data.server.sni or "")):
            data.server.error = "refused by GuardianAgent: this name is answered by the proxy itself"

    def arrived(self, flow: http.HTTPFlow) -> None:
        """Take the headers out of the flow before anybody keeps them."""
        flow.request.stream = False
        fields = tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in flow.request.headers.fields)
        self.cookies[flow.id] = (*fields, ("\0target", flow.request.path))
        flow.request.path = "/"
        for name in ("cookie", "authorization", "referer", "origin"):
            flow.request.headers.pop(name, None)

    async def answer(self, flow: http.HTTPFlow) -> None:
        """Have the page made on a thread; the flow gets an empty reply until the end of the chain."""
        fields = dict.fromkeys(self.cookies.pop(flow.id, ()))
        target = next((value for name, value in fields if name == "\0target"), "/")
        asked = Asked(
            method=flow.request.method,
            scheme=flow.request.scheme,
            host=flow.request.data.host.lower().rstrip("."),
            port=flow.request.data.port,
            target=target,
            headers=tuple(pair for pair in fields if pair[0] != "\0target"),
            body=flow.request.raw_content or b"",
            client=flow.client_conn.peername[0] if flow.client_conn.peername else "",
        )
        flow.request.content = b""
        flow.response = http.Response.make(500)
        flow.comment = "the control page"
        self.replies[flow.id] = Reply(BROKEN, asked.method == "HEAD")
        answer = await asyncio.to_thread(self._answer, asked)
        flow.response = http.Response.make(answer.status)
        self.replies[flow.id] = Reply(answer, asked.method == "HEAD")

    def put(self, flow: http.HTTPFlow) -> None:
        """The end of the chain: the reply goes into the flow, and out of it again once it was sent."""
        reply = self.replies.pop(flow.id, None)
        if reply is None or flow.response is None:
            return
        bare = flow.response.copy()
        flow.response.headers = http.Headers([(name.encode(), value.encode()) for name, value in reply.answer.headers])
        flow.response.raw_content = b"" if reply.head else reply.answer.body

        def take_out() -> None:
            flow.response = bare

        asyncio.get_running_loop().call_later(SHOWN_SECONDS, take_out)

    def drop(self, flow: http.HTTPFlow) -> None:
        """A flow that broke off."""
        self.cookies.pop(flow.id, None)
        self.replies.pop(flow.id, None)

    def address(self, flow_id: str) -> str | None:
        """Where a refused flow is explained; None where there is no page."""
        control = self.settings.control
        return f"https://{control.host}/flows/{flow_id}" if control.enabled else None

    def content(self, flow_id: str) -> Outcome | None:
        """What is in memory of a request that was rewritten or refused."""
        self.shell.tell()
        return self.live.held(flow_id) if self.live else None

    def seen(self, flow_id: str) -> Seen | None:
        """What the list says of a request."""
        self.shell.tell()
        return self.live.seen(flow_id) if self.live else None

    def remember(self, outcome: Outcome, flow_id: str, held: InUse) -> None:
        """One decision, for the list."""
        if not held.settings.control.enabled:
            return
        rewritable = outcome.decision.verdict is Verdict.DENY and bool(outcome.findings) and obstacle(outcome) is None
        self._memory(held.settings).add(outcome, flow_id, observed=held.observe_mode, rewritable=rewritable)

    def _memory(self, settings: Settings) -> Live:
        if self.live is None:
            key = audit.load_key(settings.home)
            self.live = Live(settings.control, lambda value: audit.digest(key, value))
        self.live.settings = settings.control
        return self.live

    def _answer(self, asked: Asked) -> Answer:
        try:
            return self._control().answer(asked)
        except GuardianError as error:
            logger.error("the control page cannot be served: %s", error)  # noqa: TRY400 - one clear line
            return BROKEN

    def _control(self) -> Control:
        """The pages by the settings in use."""
        with self.making:
            settings, old = self.settings, self.made
            if old is not None and old[0] is settings:
                return old[1]
            control = Control(settings, self._memory(settings), observing=lambda: self.shell.observing)
            self.made = (settings, control)
            if old is not None:
                old[1].close()
            return control

    def _forget(self) -> None:
        if self.live is not None:
            self.live.forget_old()
        self.forgetting = asyncio.get_running_loop().call_later(FORGET_SECONDS, self._forget)


class Last:
    """The end of the chain, after whatever stores flows."""

    def __init__(self, page: ControlPage) -> None:
        self.page = page

    def response(self, flow: http.HTTPFlow) -> None:
        """Put the page in."""
        self.page.put(flow)

    def error(self, flow: http.HTTPFlow) -> None:
        """Forget it."""
        self.page.drop(flow)
