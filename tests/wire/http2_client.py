"""An HTTP/2 client through the proxy: streams by h2, and frames of one's own making."""

import h2.config
import h2.connection
import h2.events
import hpack

PADDED, PRIORITY, END_STREAM, END_HEADERS = 0x8, 0x20, 0x1, 0x4
DATA, HEADERS, GOAWAY, CONTINUATION = 0x0, 0x1, 0x7, 0x9


class H2:
    """One HTTP/2 connection to a host through the proxy."""

    def __init__(self, wire, host):
        self.host = host
        self.stream = wire.tunnel(host, alpn=["h2"])
        self.talk = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding=False))
        self.talk.initiate_connection()
        self.seen = []

    def head(self, *fields, method="POST", path="/v1"):
        return [(":method", method), (":scheme", "https"), (":authority", self.host), (":path", path), *fields]

    def open(self, number, *fields, method="POST", path="/v1", end=False):
        self.talk.send_headers(number, self.head(*fields, method=method, path=path), end_stream=end)
        self.stream.sendall(self.talk.data_to_send())

    def send(self, number, data, *, end=False):
        for begin in range(0, len(data) or 1, 16_000):
            piece = data[begin : begin + 16_000]
            while self.talk.local_flow_control_window(number) < len(piece):
                self.read()
            self.talk.send_data(number, piece, end_stream=end and begin + 16_000 >= len(data))
            self.stream.sendall(self.talk.data_to_send())

    def read(self):
        data = self.stream.recv(65536)
        self.seen += self.talk.receive_data(data) if data else [h2.events.ConnectionTerminated()]
        self.stream.sendall(self.talk.data_to_send())

    def wait(self, number, *kinds):
        kinds = kinds or (h2.events.ResponseReceived,)
        while True:
            for event in self.seen:
                if isinstance(event, h2.events.ConnectionTerminated) or (isinstance(event, kinds) and event.stream_id == number):
                    return event
            self.read()

    def status(self, number):
        event = self.wait(number, h2.events.ResponseReceived, h2.events.StreamReset)
        return int(dict(event.headers)[b":status"]) if isinstance(event, h2.events.ResponseReceived) else 0


class Frames(H2):
    """The same, which knows of no rule: what is sent is made of bytes; h2 only reads the answers."""

    def __init__(self, wire, host):
        super().__init__(wire, host)
        self.stream.sendall(self.talk.data_to_send())
        self.encoder = hpack.Encoder()

    def frame(self, kind, flags, number, payload):
        self.stream.sendall(len(payload).to_bytes(3, "big") + bytes([kind, flags]) + number.to_bytes(4, "big") + payload)

    def block(self, *fields, method="POST", path="/v1"):
        """A compressed header block, every value written out."""
        return self.encoder.encode(self.head(*fields, method=method, path=path), huffman=False)

    def expect(self, number):
        """Let h2 know of a stream that was opened by hand."""
        self.talk.send_headers(number, self.head(), end_stream=True)
        self.talk.data_to_send()

    def ask(self, number, *fields, body=b"", end=True, **head):
        self.expect(number)
        self.frame(HEADERS, END_HEADERS | (0 if body or not end else END_STREAM), number, self.block(*fields, **head))
        if body:
            self.frame(DATA, END_STREAM if end else 0, number, body)

    def answer(self, number):
        """The status; 0 for a stream or connection that was ended instead."""
        try:
            return self.status(number)
        except (OSError, h2.exceptions.ProtocolError):
            return 0
