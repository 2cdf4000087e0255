"""Take what is not HTTP, and connections to servers: the rule `[fail] stream`, `[proxy.resolve]`, never to ourselves."""

import logging
import re

from guardian_addons import pending, resolve, streams, untyped
from guardian_addons.shell import Shell, closed
from mitmproxy import ctx, dns, tcp, udp
from mitmproxy.flow import Error, Flow
from mitmproxy.proxy import context, layer, layers, mode_specs
from mitmproxy.proxy.server_hooks import ServerConnectionHookData
from mitmproxy.tls import TlsData

from guardian_core.settings import FailMode

logger = logging.getLogger("guardian_addons")

_BEGINNING = re.compile(rb"(?!SSH)[A-Za-z]{1,20}(?: [\x21-\x7e]{0,1048576}+(?: [HTP/0-9.]{0,8}\r?)?)?")


class RawTraffic:
    """Closed: the client's connection ends before anything was connected. Open: relayed and recorded."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    @property
    def mode(self) -> FailMode:
        """What the rule says now; observing changes nothing."""
        return "open" if self.shell.observing else self.shell.settings.fail.stream

    def next_layer(self, nextlayer: layer.NextLayer) -> None:
        """Refuse raw traffic here, where nothing has been connected yet (mitmproxy relays even killed TCP flows)."""

        def refuse(_: str) -> None:
            nextlayer.layer = streams.RefusedLayer(nextlayer.context)

        with closed(nextlayer.context.client.id, refuse):
            if nextlayer.layer is None:
                untyped.addon("nextlayer").next_layer(nextlayer)  # as a script we stand before mitmproxy's own choice
            chosen = nextlayer.layer
            kind = streams.raw_kind(chosen)
            by_client, by_server = untyped.said(nextlayer)
            if kind == "tcp" and not by_server and may_become_http(by_client):
                nextlayer.layer = None  # we are asked again when there is more
                return
            if kind is None or _is_ignored(chosen) or _resolves_names(nextlayer.context.client.proxy_mode):
                return
            if self.mode == "closed":
                self.rule(kind, nextlayer.context)
                refuse("")

    def tcp_start(self, flow: tcp.TCPFlow) -> None:
        """Record what the rule lets through, and stop what came past `next_layer`."""
        self._start("tcp", flow)

    def udp_start(self, flow: udp.UDPFlow) -> None:
        """As for TCP."""
        self._start("udp", flow)

    def tcp_message(self, flow: tcp.TCPFlow) -> None:
        """A refused connection that is already open carries nothing."""
        if self.mode == "closed":
            flow.messages[-1].content = b""

    def udp_message(self, flow: udp.UDPFlow) -> None:
        """As for TCP."""
        if self.mode == "closed":
            flow.messages[-1].content = b""

    def dns_request(self, flow: dns.DNSFlow) -> None:
        """Lookups tunnelled to a server of the client's choice are raw traffic; resolving names is what mode dns is for."""
        if self.mode == "closed" and not _resolves_names(flow.client_conn.proxy_mode):
            flow.error = Error("refused by GuardianAgent: fail.stream is closed")

    def rule(self, kind: str, where: Flow | context.Context) -> FailMode:
        """Apply, show and record the rule for one raw connection."""
        client, server = (where.client_conn, where.server_conn) if isinstance(where, Flow) else (where.client, where.server)
        outcome = streams.raw_outcome(kind, server, client.peername[0] if client.peername else "", self.mode)
        if isinstance(where, Flow):
            self.shell.note(where, outcome)
        else:
            self.shell.record(outcome, client.id)
        return self.mode

    def _start(self, kind: str, flow: tcp.TCPFlow | udp.UDPFlow) -> None:
        flow.server_conn.error = "refused by GuardianAgent"  # until the rule has said otherwise
        if self.rule(kind, flow) == "open":
            flow.server_conn.error = None


class Connections:
    """Where to connect, and where never."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    async def server_connect(self, data: ServerConnectionHookData) -> None:
        """Connect where `[proxy.resolve]` says, and never to ourselves."""

        def refuse(reason: str) -> None:
            data.server.error = f"refused by GuardianAgent: {reason}"

        with closed(data.server.id, refuse):
            if data.server.address is None:
                return
            asked = (data.server.address[0], data.server.address[1])
            goal = asked if data.server.via else resolve.target(self.shell.table, asked)
            if await resolve.is_self(goal, own_ports()):
                refuse("this address is the proxy itself")
            elif goal == asked and await resolve.is_inside(goal, str(data.client.peername[0])):
                refuse("what listens on the proxy's own machine alone is not for others; list it in proxy.resolve if it is")
            elif goal != asked:
                pending.asked[data.server] = asked
                data.server.address = goal

    def tls_failed_client(self, data: TlsData) -> None:
        """Most often a client that was not told to trust our authority."""
        logger.warning(
            "%s · the TLS handshake failed: does the client trust the proxy's authority?", data.context.client.sni or "?"
        )

    def server_connected(self, data: ServerConnectionHookData) -> None:
        """Give the connection its name back: mitmproxy takes the host of later requests from it."""
        asked = pending.asked.pop(data.server, None)
        if asked is not None:
            object.__setattr__(data.server, "address", asked)  # mitmproxy's own setter refuses on an open connection

    def server_connect_error(self, data: ServerConnectionHookData) -> None:
        """As when connected."""
        self.server_connected(data)


def may_become_http(said: bytes) -> bool:
    """Whether what a client has said so far is the beginning of a request line: HTTP may come in pieces of a byte.

    >>> may_become_http(b"PO"), may_become_http(b"POST /a"), may_become_http(b"SSH-2"), may_become_http(b"")
    (True, True, False, False)
    """
    return bool(_BEGINNING.fullmatch(said))


def own_ports() -> set[int]:
    """The ports this proxy and its web page listen on."""
    ports = {address[1] for address in untyped.addon("proxyserver").listen_addrs()}
    return ports | ({ctx.options.web_port} if "web_port" in ctx.options else set())


def _resolves_names(mode: mode_specs.ProxyMode) -> bool:
    return isinstance(mode, mode_specs.DnsMode)


def _is_ignored(chosen: layer.Layer | None) -> bool:
    """Connections the user excepted with ignore_hosts; mitmproxy makes no flow of them."""
    return isinstance(chosen, layers.TCPLayer | layers.UDPLayer) and chosen.flow is None
