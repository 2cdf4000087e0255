"""Take mitmproxy's HTTP events, ask the core about each request, and carry out what it decided; closed when in doubt.

`mitmdump -s addons/guardian.py` loads it, `guardian run` embeds it. mitmproxy forwards the original when an addon raises, so every
hook runs inside `closed`.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from guardian_addons import apply, arriving, closing, deny, frames, hops, large, late, mended, notes, options, streams, untyped
from guardian_addons.commands import Commands
from guardian_addons.control import ControlPage
from guardian_addons.lean import Sweep
from guardian_addons.naming import Names
from guardian_addons.pac import Pac
from guardian_addons.raw import Connections, RawTraffic
from guardian_addons.reload import Reloading
from guardian_addons.restore import Replies
from guardian_addons.shell import ENDING, Core, InUse, Shell, closed
from guardian_addons.untouched import Untouched
from guardian_addons.view import Views
from mitmproxy import ctx, http
from mitmproxy.addonmanager import Loader
from mitmproxy.websocket import WebSocketMessage

from guardian_core import actions
from guardian_core.configuration import usual
from guardian_core.errors import GuardianError
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Basis, Outcome, Place, Request, Verdict

logger = logging.getLogger("guardian_addons")

SOON = 3.0  # seconds: the start itself, and short-lived proxies, are not slowed
BROKEN = "the request broke off or was malformed before it was complete"


class GuardianAddon:
    """The shell: one per proxy; what is not HTTP is in its two children."""

    def __init__(self, make_core: Callable[[Settings], Core] = Guardian) -> None:
        """`make_core` builds the core from settings; it is called again when the configuration changes."""
        self.shell = Shell(make_core)
        self.raw = RawTraffic(self.shell)
        self.control = ControlPage(self.shell)
        views = Views(self.control.content, self.control.address)
        self.commands = Commands(self.shell, self.control, views.shown)
        self.addons = [self.control, self.raw, Connections(self.shell), Reloading(self.shell), views, self.commands]
        self.addons += [Untouched(self.shell), Pac(self.shell), late.LateParts(self.shell, self.control.address)]
        self.path: str | None = None
        self.streaming: set[str] = set()
        self.replies = Replies()
        self.names = Names()
        self.sweep = Sweep()

    def load(self, loader: Loader) -> None:
        """Declare the options, and keep other people's logs quiet."""
        options.quieten()
        mended.mend()
        frames.watch(self.shell)
        options.declare(loader, ctx.options)

    def running(self) -> None:
        """Show the decisions in mitmweb's list; say it where nothing is changed (`guardian run` says it itself)."""
        options.show_comments(ctx.options)
        if self.shell.observing and (self.path or ctx.options.guardian_observe):
            logger.warning(notes.OBSERVING)
        asyncio.get_running_loop().call_later(SOON, self.shell.begin)  # ends with the loop

    def configure(self, updated: set[str]) -> None:
        """Read the configuration once; a bad one stops the start, or leaves a running proxy with the settings it had."""
        if "stream_large_bodies" in updated and ctx.options.stream_large_bodies:
            # mitmproxy would send the first bytes of a long body before any hook sees it (BUGS B13).
            logger.warning("stream_large_bodies is switched off: a request body must be seen before it is sent")
            untyped.set_options(ctx.master, stream_large_bodies=None)
        path = ctx.options.guardian_config
        if self.shell.core is not None and path == self.path:
            return
        try:
            self.use(Settings.load(usual(Path(path).expanduser() if path else None)), path=path)
        except (GuardianError, OSError) as error:
            if self.shell.core is not None:
                raise untyped.options_error(str(error)) from None
            logger.error("%s", error)  # noqa: TRY400 - one clear line; mitmproxy stops because an error was logged at start

    def use(self, settings: Settings, *, path: str = "") -> None:
        """Decide by `settings`, read from `path`, from now on; raises what `Shell.use` raises."""
        self.shell.use(settings)
        self.path = path

    async def done(self) -> None:
        """Write what is queued and close the stores.

        Awaitable also because mitmproxy cannot unload an addon whose `done` is awaited: its script reloader, which unloads before
        it loads, cannot leave a proxy without us when our file changes, breaks or goes.
        """
        await self.shell.close()

    async def requestheaders(self, flow: http.HTTPFlow) -> None:
        """Hold every body until it was seen; one too long to be held, and a gRPC call that waits for its reply, go by a rule."""
        if steps_aside(flow):
            return
        with closed(flow.id, lambda fault: self._fail(flow, fault), self.shell.ending):
            flow.request.stream = False
            hops.tidy(flow)
            await self.names.find(flow, self.shell.table)
            if self.control.takes(flow):
                self.control.arrived(flow)
            elif streams.is_grpc(flow.request):
                if await large.is_stream(flow, self.shell.settings.proxy.max_body):
                    self._stream_by_rule(flow)
            elif await large.is_large(flow, self.shell.settings.proxy.max_body):
                with self.shell.held() as held:
                    await self._pass_or_refuse(flow, held)
        if flow.response is not None and not self.shell.observing:
            with closed(flow.id, lambda _: untyped.kill(flow)):
                if not await arriving.drain(flow, most=large.DRAINED, seconds=large.PATIENCE):
                    untyped.kill(flow)

    async def request(self, flow: http.HTTPFlow) -> None:
        """Decide, then carry out; nothing has left yet."""
        if flow.id in self.streaming:
            self.streaming.discard(flow.id)
            return
        if steps_aside(flow):
            if flow.response and "guardian" in flow.metadata:  # refused before its body came
                apply.scrub(flow, keep_path=False)
            return
        if self.control.takes(flow):
            with closed(flow.id, lambda _: self._refuse(flow, deny.UNCHECKED, keep_path=False)):
                await self.control.answer(flow)
            return
        with self.shell.held() as held, closed(flow.id, lambda fault: self._fail(flow, fault, held), self.shell.ending):
            self._carry_out(flow, await self._decide(flow, held), held)

    def error(self, flow: http.HTTPFlow) -> None:
        """Forget a stream that ended before its request did; keep nothing of a request that broke before anything was decided."""
        self.streaming.discard(flow.id)
        self.replies.forget(flow)
        if flow.live and flow.error and not flow.response and "guardian" not in flow.metadata and not self.shell.observing:
            apply.scrub(flow, keep_path=False)
            flow.error.msg = BROKEN  # mitmproxy's own words quote what the client sent
            flow.comment, flow.marked = f"not sent · because {BROKEN}", notes.UNMARKED

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Let event streams flow, with the user's words in them; refuse a connection that turns into something we cannot read."""
        with closed(flow.id, lambda _: untyped.kill(flow)):
            closing.agree(flow)
            if not self.shell.observing:
                streams.hide_http3(flow)
            if self.replies.open(flow):
                return
            if flow.response:
                longest, edited = self.shell.settings.proxy.max_body, untyped.edits_replies(ctx.options)
                flow.response.stream = streams.passing(flow, longest=longest, edited=edited)
            if streams.opens_raw_stream(flow, websocket=ctx.options.websocket) and self.raw.rule("upgraded", flow) == "closed":
                untyped.kill(flow)

    def response(self, flow: http.HTTPFlow) -> None:
        """The reply is complete."""
        streams.ended(flow)
        self.sweep.passed(sum(len(one.raw_content or b"") for one in (flow.request, flow.response) if one))
        if not flow.websocket:
            self.replies.forget(flow)

    def websocket_end(self, flow: http.HTTPFlow) -> None:
        """The conversation is over."""
        self.replies.forget(flow)

    async def websocket_message(self, flow: http.HTTPFlow) -> None:
        """Decide about one message of the client (the handshake was a request like any other); restore one of the server."""
        message = flow.websocket.messages[-1] if flow.websocket else None
        if message is None or message.dropped:
            return
        if not message.from_client:
            with closed(flow.id, lambda _: None):  # it passes as it came
                self.replies.answer(flow, message)
            return
        with (
            self.shell.held() as held,  # each message is a flow of its own: it goes by the settings of its moment
            closed(flow.id, lambda fault: self._drop(flow, message, f"could not be checked · because {fault}"), self.shell.ending),
        ):
            request = apply.frame_request(flow, message)
            outcome = await held.handle(request) or _unconfigured(request)
            self.shell.record(outcome, flow.id, held)
            verdict = outcome.decision.verdict
            if not held.observing:
                self.replies.converse(flow, outcome.kept)
            if verdict is Verdict.ALLOW:
                return
            line = notes.line(outcome, observe=held.observing)
            if verdict is Verdict.TRANSFORM and outcome.rewritten is not None and not held.observing:
                message.content = outcome.rewritten.body
                flow.marked, flow.comment = notes.MARKS[verdict], notes.with_frame(flow.comment, line)
            else:
                self._drop(flow, message, line, mark=notes.MARKS[verdict] if held.observing else notes.MARKS[Verdict.DENY])

    async def _decide(self, flow: http.HTTPFlow, held: InUse) -> Outcome:
        request = apply.to_request(flow)
        if held.core is None:
            return _unconfigured(request)
        if (confirmed := self.commands.sent_as_it_was(flow)) is not None:
            return confirmed
        missing = "body" if flow.request.raw_content is None else "trailers" if flow.request.trailers else None
        if missing:
            mode = held.settings.fail.unreadable
            because = f"the request's {missing} cannot be checked (fail.unreadable is {mode})"
            return streams.unseen(request, missing, mode, because=because)
        return await held.handle(request) or _unconfigured(request)

    def _carry_out(self, flow: http.HTTPFlow, outcome: Outcome, held: InUse) -> None:
        """Allowed flows stay untouched; what is neither allowed nor rewritten is refused."""
        verdict, observing = outcome.decision.verdict, held.observing
        if not observing:
            self.replies.expect(flow, outcome.kept)
        if observing or verdict is Verdict.ALLOW:
            if outcome.reading.loose and not observing:
                apply.put(flow, actions.packed_anew(outcome.reading))
            self.shell.note(flow, outcome, held)
            return
        if verdict is Verdict.TRANSFORM and outcome.rewritten is not None:
            apply.put(flow, outcome.rewritten)
            self.shell.note(flow, outcome, held)
            return
        unread = outcome.reading.unreadable is not None
        places = {outcome.reading.items[finding.item].place for finding in outcome.findings}
        self._refuse(
            flow,
            deny.told(outcome),
            keep_path=not unread and Place.TARGET not in places,
            background=outcome.action is not None and outcome.action.basis is Basis.BACKGROUND,
        )
        self.shell.note(flow, outcome, held)

    async def _pass_or_refuse(self, flow: http.HTTPFlow, held: InUse) -> None:
        """A body that is too long to be held: passed on while it arrives, or refused and thrown away."""
        outcome = await large.decide(flow, held)
        if held.observing or outcome.decision.verdict is Verdict.ALLOW or outcome.rewritten is not None:
            if held.observing:
                outcome = replace(outcome, rewritten=None)
            else:
                self.replies.expect(flow, outcome.kept)
            self.streaming.add(flow.id)
            large.pass_on(flow, outcome, held)
            self.shell.note(flow, outcome, held)
            return
        self._refuse(flow, large.told(outcome, held.settings), keep_path=False)
        self.shell.note(flow, outcome, held)

    def _stream_by_rule(self, flow: http.HTTPFlow) -> None:
        request, settings = apply.to_request(flow), self.shell.settings
        action = actions.describe(request, actions.read(request), (), settings.decision)
        mode = large.mode_of(action, settings)
        because = (
            f"gRPC streams cannot be read before they are sent (fail.opaque is {mode} for {', '.join(sorted(action.recipients))})"
        )
        if mode == "open" or self.shell.observing:
            flow.request.stream = True
            self.streaming.add(flow.id)
        else:
            apply.scrub(flow, keep_path=False)
            untyped.kill(flow)  # a reply would wait for the end of a request that may never come
        self.shell.note(flow, replace(streams.unseen(request, "gRPC stream", mode, because=because), action=action))

    def _fail(self, flow: http.HTTPFlow, fault: str, held: InUse | None = None) -> None:
        """A fault of ours: refused, and recorded as such; in observe mode nothing is changed, not even now."""
        if not (held or self.shell.now).observing:
            self._refuse(flow, deny.unchecked(deny.ENDING if fault == ENDING else deny.FAULT), keep_path=False)
        seen = flow.request
        bare = Request(seen.method, seen.scheme, seen.data.host, seen.data.port, target="", headers=(), body=b"")
        self.shell.note(flow, streams.unseen(bare, "request", "closed", because=fault), held)
        flow.marked = notes.UNMARKED

    def _refuse(self, flow: http.HTTPFlow, reason: str, *, keep_path: bool, background: bool = False) -> None:
        flow.response = http.Response.make(403)  # first of all: should anything below fail, nothing is sent all the same
        flow.request.stream = False
        page = self.control.address(flow.id)
        flow.response = deny.reply(flow.request, flow_id=flow.id, reason=reason, background=background, page=page)
        apply.scrub(flow, keep_path=keep_path)

    def _drop(self, flow: http.HTTPFlow, message: WebSocketMessage, line: str, *, mark: str = notes.UNMARKED) -> None:
        if not self.shell.observing:
            untyped.drop(message)
            message.content = b""  # flow stores keep messages
        flow.marked, flow.comment = mark, notes.with_frame(flow.comment, line)


def steps_aside(flow: http.HTTPFlow) -> bool:
    """Whether another addon answered, the flow failed, or it was only loaded from a file."""
    return bool(flow.response or flow.error or not flow.live)


def _unconfigured(request: Request) -> Outcome:
    return streams.unseen(request, "request", "closed", because="there is no usable configuration")


addons = [GuardianAddon()]
