"""Frames of a WebSocket: what leaves, and what does not."""

from dataclasses import replace

import wsproto
import wsproto.events as ws

from guardian_core.vocabulary import Level, Verdict


class Socket:
    """A WebSocket client through the proxy."""

    def __init__(self, wire):
        self.stream = wire.tunnel("shop.example.test")
        self.connection = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
        upgrade = ws.Request("shop.example.test", "/chat?k=1", extensions=[wsproto.extensions.PerMessageDeflate()])
        self.stream.sendall(self.connection.send(upgrade))
        self.wait(ws.AcceptConnection)

    def send(self, *events):
        for event in events:
            self.stream.sendall(self.connection.send(event))

    def wait(self, kind):
        while True:
            for event in self.connection.events():
                if isinstance(event, kind):
                    return event
            self.connection.receive_data(self.stream.recv(4096))


def test_checks_each_frame_of_the_client(wire, verdict_of):
    def judge(request):
        if request.method != "WEBSOCKET":
            return verdict_of(request)
        if b"secret" in request.body:
            return verdict_of(request, Verdict.DENY)
        if b"broken" in request.body:
            raise ValueError(request.body)
        rewritten = replace(request, body=request.body.replace(b"Dana Quill", b"D. Q."))
        return verdict_of(request, Verdict.TRANSFORM, rewritten=rewritten, level=Level.PARTIAL)

    wire.core.answer = judge
    client = Socket(wire)
    client.send(ws.TextMessage("secret one"), ws.TextMessage("broken two"), ws.BytesMessage(b"secret \x00three"))
    client.send(ws.TextMessage("I am Dana ", message_finished=False), ws.TextMessage("Quill, \x1b[2mquiet\x1b[0m"))
    client.wait(ws.TextMessage)
    client.stream.close()
    assert "".join(wire.origin.frames) == "I am D. Q., \x1b[2mquiet\x1b[0m"
    frames = [request for request in wire.core.requests if request.method == "WEBSOCKET"]
    assert {frame.target for frame in frames} == {"/chat"}
    assert {frame.host for frame in frames} == {"shop.example.test"}
    kept = [message.content for message in wire.flow.websocket.messages if message.from_client]
    assert kept == [b"", b"", b"", b"I am D. Q., \x1b[2mquiet\x1b[0m"]
