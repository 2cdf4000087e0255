"""A TLS origin on raw sockets: it keeps every byte of every request and takes no framing on trust; what it answers is scripted."""

import asyncio
import re
import ssl
from dataclasses import dataclass, field

import h2.config
import h2.connection
import h2.events
import h2.exceptions
import wsproto
import wsproto.events as ws

LONGEST = 1 << 20  # bytes of a head
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"


@dataclass
class Seen:
    """One request as it arrived."""

    head: bytes
    body: bytes  # without chunk framing
    framed: bytes  # as it lay on the wire
    trailers: bytes = b""
    fields: list = field(default_factory=list)
    version: str = "1.1"

    @property
    def target(self):
        return self.head.split(b" ", 2)[1] if self.version == "1.1" else dict(self.fields)[b":path"]

    def all(self, name):
        return [value for key, value in self.fields if key.lower() == name.lower()]


class FramingError(Exception):
    """The bytes do not say where the request ends, or say it twice."""


def fields_of(head):
    lines = head[:-4].split(b"\r\n")[1:]
    found = []
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not re.fullmatch(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise FramingError(f"not a header line: {line[:40]!r}")
        found.append((name, value.strip()))
    return found


class Origin:
    """What reached it is in `seen`, every byte of it in `raw`; `faults` names what no server should have to accept."""

    def __init__(self):
        self.forget()

    def forget(self):
        self.seen, self.frames, self.controls, self.faults, self.raw = [], [], [], [], bytearray()
        self.connections = 0
        self.script = None  # async (seen, reader, writer) → None, in place of the usual answer
        self.reply = OK
        self.h2_reply = [(b":status", b"200"), (b"content-type", b"text/plain")]
        self.h2_interim = None  # sent before the reply
        self.h2_settings = {}  # of the origin's connections
        self.h2_frames = bytearray()  # all that was said to it, frames and all
        self.greet = None  # async (reader, writer), before anything is read

    async def start(self, leaf, address="127.0.0.1", ports=(0, 0)):
        """Listen with TLS on the first of `ports`, without on the second; 0 is any that is free."""
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(leaf.certificate, leaf.key)
        self.context.set_alpn_protocols(["h2", "http/1.1"])
        tls = await asyncio.start_server(self._talk, address, ports[0], ssl=self.context, limit=LONGEST)
        plain = await asyncio.start_server(self._talk, address, ports[1], limit=LONGEST)
        self.servers = [tls, plain]
        self.port, self.plain_port = (server.sockets[0].getsockname()[1] for server in self.servers)

    async def _talk(self, reader, writer):
        self.connections += 1
        tls = writer.get_extra_info("ssl_object")
        try:
            if self.greet:
                await self.greet(reader, writer)
            elif tls and tls.selected_alpn_protocol() == "h2":
                await self._h2(reader, writer)
            else:
                while await self._one(reader, writer):
                    pass
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError, h2.exceptions.ProtocolError):
            pass
        except FramingError as error:
            self.faults.append(str(error))
        finally:
            writer.close()

    async def _exactly(self, reader, count):
        data = b""
        while len(data) < count:
            piece = await reader.read(min(count - len(data), 65536))
            if not piece:
                raise asyncio.IncompleteReadError(data, count)
            data += piece
            self.raw += piece[: max(0, (1 << 20) - len(self.raw))]
        return data

    async def _line(self, reader):
        line = await reader.readuntil(b"\r\n")
        self.raw += line
        return line

    async def _one(self, reader, writer):
        """Read one request strictly (RFC 9112 §6) and answer it."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return False
        self.raw += head
        fields = fields_of(head)
        lengths = [value for name, value in fields if name.lower() == b"content-length"]
        transfer = [value for name, value in fields if name.lower() == b"transfer-encoding"]
        if len(lengths) + len(transfer) > 1:
            raise FramingError(f"{len(lengths)} Content-Length and {len(transfer)} Transfer-Encoding headers")
        seen = Seen(head, b"", b"", fields=fields)
        if transfer:
            await self._chunked(reader, seen)
        elif lengths:
            if not lengths[0].isdigit():
                raise FramingError(f"Content-Length {lengths[0]!r}")
            seen.body = seen.framed = await self._exactly(reader, int(lengths[0]))
        self.seen.append(seen)
        if self.script:
            await self.script(seen, reader, writer)
        elif b"websocket" in b"".join(seen.all(b"upgrade")):
            await self._websocket(seen, reader, writer)
            return False
        else:
            writer.write(self.reply)
            await writer.drain()
        return not writer.is_closing()

    async def _chunked(self, reader, seen):
        body, framed = bytearray(), bytearray()
        while True:
            line = await self._line(reader)
            framed += line
            size = line.strip().split(b";")[0]
            if not re.fullmatch(rb"[0-9a-fA-F]+", size):
                raise FramingError(f"chunk size {line[:20]!r}")
            if int(size, 16) == 0:
                break
            piece = await self._exactly(reader, int(size, 16))
            end = await self._exactly(reader, 2)
            if end != b"\r\n":
                raise FramingError("a chunk is longer than it says")
            body += piece
            framed += piece + end
        while (line := await self._line(reader)) != b"\r\n":
            seen.trailers += line
        seen.body, seen.framed = bytes(body), bytes(framed)

    async def _websocket(self, seen, reader, writer):
        connection = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
        connection.initiate_upgrade_connection(seen.fields, seen.target.decode())
        list(connection.events())
        writer.write(connection.send(ws.AcceptConnection(extensions=[wsproto.extensions.PerMessageDeflate()])))
        while data := await reader.read(65536):
            connection.receive_data(data)
            for event in connection.events():
                if isinstance(event, ws.TextMessage | ws.BytesMessage):
                    self.frames.append((event.data, event.message_finished))
                    if event.message_finished:
                        writer.write(connection.send(ws.TextMessage("seen")))
                elif isinstance(event, ws.Ping):
                    self.controls.append(bytes(event.payload))
                    writer.write(connection.send(event.response()))
                elif isinstance(event, ws.CloseConnection):
                    self.controls.append((event.code, event.reason))
                    writer.write(connection.send(event.response()))

    async def _h2(self, reader, writer):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding=False))
        connection.initiate_connection()
        if self.h2_settings:
            connection.update_settings(self.h2_settings)  # they count from their acknowledgement on
        writer.write(connection.data_to_send())
        streams = {}
        while data := await reader.read(65536):
            self.h2_frames += data
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    streams[event.stream_id] = Seen(b"", b"", b"", fields=list(event.headers), version="2")
                elif isinstance(event, h2.events.DataReceived):
                    streams[event.stream_id].body += event.data
                    self.raw += event.data[: 1 << 20]
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    if self.script:
                        await self.script(streams[event.stream_id], connection, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    seen = streams.pop(event.stream_id)
                    length = seen.all(b"content-length")
                    if length and int(length[0]) != len(seen.body):
                        self.faults.append("content-length is not the length of the body")
                    self.seen.append(seen)
                    if self.h2_interim:
                        connection.send_headers(event.stream_id, self.h2_interim)
                    connection.send_headers(event.stream_id, self.h2_reply)
                    connection.send_data(event.stream_id, b"ok", end_stream=True)
            writer.write(connection.data_to_send())
            await writer.drain()
