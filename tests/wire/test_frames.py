"""WebSocket frames beside the messages, and messages that are cut: nothing personal leaves in them, and no letter breaks."""

import json

import pytest
import wsproto.events as ws
from mitmproxy.proxy.layers.websocket import Fragmentizer

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, wait_until
from tests.wire.test_protocols import Socket, whole


@pytest.mark.parametrize("host", [DENIES, ALLOWS])
def test_a_ping_or_a_reason_to_close_tells_nothing_personal(wire, host):
    client = Socket(wire, host)
    client.send(ws.Ping(MAIL.encode()), ws.Pong(MAIL.encode()), ws.Ping(b"\x00\x07beat"))
    assert client.wait(ws.Pong).payload == b"\x00\x07beat"
    client.send(ws.CloseConnection(1000, f"bye {MAIL}"))
    assert wait_until(lambda: len(wire.origin.controls) == 2)
    client.stream.close()
    assert wire.origin.controls == [b"\x00\x07beat", (1000, "")] or wire.origin.controls == [b"\x00\x07beat", (1000, None)]


def test_a_harmless_reason_arrives(wire):
    client = Socket(wire, DENIES)
    client.send(ws.CloseConnection(4001, "idle for 30 s"))
    assert wait_until(lambda: wire.origin.controls)
    assert wire.origin.controls == [(4001, "idle for 30 s")]


@pytest.mark.parametrize("filler", ["é", "→", "\U0001f600"])
@pytest.mark.parametrize("shift", range(4))
def test_a_long_changed_message_breaks_no_letter(wire, monkeypatch, filler, shift):
    """It is cut every so many bytes (4,000; fewer here), wherever a letter begins."""
    monkeypatch.setattr(Fragmentizer, "FRAGMENT_SIZE", 40)
    client = Socket(wire, REWRITES)
    text = "x" * shift + filler * 60
    client.send(ws.TextMessage(json.dumps({"mail": MAIL, "text": text}, ensure_ascii=False)))
    client.wait(ws.TextMessage)
    client.stream.close()
    (message,) = whole(wire.origin.frames)
    assert MAIL not in message
    assert "\ufffd" not in message  # what mitmproxy puts in place of half a letter
    assert json.loads(message)["text"] == text or filler != "é"  # the names model takes odd signs for a name


def test_pieces_of_a_changed_message_break_no_letter(wire):
    """The e-mail address becomes another as long; the pieces of the client are kept, and lie elsewhere in the text."""
    client = Socket(wire, REWRITES)
    text = json.dumps({"mail": MAIL, "text": "é" * 300}, ensure_ascii=False)
    client.send(*[ws.TextMessage(text[at : at + 7], message_finished=False) for at in range(0, len(text), 7)], ws.TextMessage(""))
    client.wait(ws.TextMessage)
    client.stream.close()
    assert json.loads(whole(wire.origin.frames)[0])["text"] == "é" * 300
