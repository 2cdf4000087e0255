"""Known secrets through every path at DEBUG, with a fault at each stage that quotes them: written nowhere, the origin sees none."""

import base64
import contextlib
import gzip
import hashlib
import json
import logging
import traceback
from urllib.parse import quote

import pytest
import wsproto
import wsproto.events as ws

from guardian_core import actions, anonymize, matching, risk, weighing
from guardian_core.alike import Alike
from guardian_core.readings import Readings
from tests.wire.conftest import REWRITES, status_of
from tests.wire.test_protocols import H2, field, frame

SECRET = "canary.okafor7713@example.test"
FORMS = (
    SECRET,
    SECRET.partition("@")[0],
    quote(SECRET, safe=""),
    base64.b64encode(SECRET.encode()).decode().rstrip("="),
    SECRET.encode().hex(),
    *(hashlib.new(name, SECRET.encode()).hexdigest() for name in ("md5", "sha1", "sha256")),
)
JSON = b"Content-Type: application/json"
BODY = json.dumps({"mail": SECRET}).encode()


def over_websocket(wire):
    stream = wire.tunnel(REWRITES)
    stream.settimeout(0.5)
    client = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
    with contextlib.suppress(OSError, wsproto.utilities.RemoteProtocolError), stream:
        stream.sendall(client.send(ws.Request(REWRITES, "/chat")))
        client.receive_data(stream.recv(4096))
        if any(isinstance(event, ws.AcceptConnection) for event in client.events()):
            stream.sendall(client.send(ws.TextMessage(BODY.decode())) + client.send(ws.TextMessage("hello")))
            stream.recv(4096)


def over_grpc(wire):
    client = H2(wire, REWRITES)
    client.open(1, ("content-type", "application/grpc"), path="/people.People/Add")
    client.send(1, frame(field(1, SECRET)), end=True)
    client.status(1)
    client.stream.close()


def long_upload(wire):
    with wire.changed(proxy={"max_body": 5_000}):
        wire.post(REWRITES, BODY + b"\n" + b'{"n":1}\n' * 2_000, b"Content-Type: application/x-ndjson")


PATHS = {
    "json": lambda wire: wire.post(REWRITES, BODY, JSON),
    "gzip": lambda wire: wire.post(REWRITES, gzip.compress(BODY), JSON, b"Content-Encoding: gzip"),
    "form": lambda wire: wire.post(REWRITES, b"m=" + SECRET.encode(), b"Content-Type: application/x-www-form-urlencoded"),
    "multipart": lambda wire: wire.post(
        REWRITES,
        b'--B\r\nContent-Disposition: form-data; name="m"; filename="'
        + SECRET.encode()
        + b'"\r\n\r\n'
        + SECRET.encode()
        + b"\r\n--B--\r\n",
        b"Content-Type: multipart/form-data; boundary=B",
    ),
    "target": lambda wire: wire.post(REWRITES, b"", target=f"/a/{SECRET}?m={quote(SECRET)}"),
    "referer": lambda wire: wire.post(REWRITES, b"", b"Referer: https://app.example.test/?m=" + SECRET.encode()),
    "header": lambda wire: wire.post(
        REWRITES, b"", b"X-User-Email: " + SECRET.encode(), b"Sec-Fetch-Site: cross-site", b"Cookie: m=" + SECRET.encode()
    ),
    "broken coding": lambda wire: wire.post(REWRITES, BODY, JSON, b"Content-Encoding: aws-chunked"),
    "broken request": lambda wire: wire.say(
        REWRITES, b"POST /" + SECRET.encode() + b" HTTP/9\r\nContent-Length: x\r\n\r\n", wait=0.3
    ),
    "websocket": over_websocket,
    "grpc": over_grpc,
    "long": long_upload,
}
STAGES = {
    "": None,
    **dict.fromkeys(("read", "classify", "relevant", "describe", "write"), actions),
    "residue": anonymize,
    "judge": matching,
    **dict.fromkeys(("transparency", "assess", "decide"), risk),
    "reasons_for": weighing,
}


def failing(*args, **kwargs):
    """A fault as a careless library would word it."""
    message = f"cannot handle {SECRET}: {args!r} {kwargs!r}"
    raise ValueError(message)


@pytest.mark.parametrize("stage", STAGES)
def test_is_written_nowhere(wire, monkeypatch, tmp_path, caplog, capfd, stage):
    for other in (
        "hpack",
        "httpx",
        "httpcore",
        "hypothesis",
    ):  # the first as mitmproxy's own main does, the others are the client's
        logging.getLogger(other).setLevel(logging.WARNING)
    caplog.set_level(logging.DEBUG)
    stored = tmp_path / "flows"
    wire.do(lambda: wire.master.options.update(save_stream_file=str(stored)))
    replies = {}
    if stage:
        monkeypatch.setattr(STAGES[stage], stage, failing)
        core = wire.addon.shell.core
        monkeypatch.setattr(core, "searchers", None)  # long requests meet the fault here, too
        monkeypatch.setattr(core.looker, "_readings", Readings(Alike()))  # and none is spared a stage for one like it came before
        monkeypatch.setattr(core, "weighings", weighing.Weighings())
    try:
        for name, work in PATHS.items():
            replies[name] = work(wire) or b""
    finally:
        monkeypatch.undo()
        wire.do(lambda: wire.master.options.update(save_stream_file=None))
    wire.addon.shell.now.recorder.thread.submit(lambda: None).result(20)
    refused = list(replies.values())
    if stage:
        assert {status_of(reply) for reply in refused} <= {0, 400, 403}
    places = {
        "origin": bytes(wire.origin.raw) + repr(wire.origin.frames).encode(),
        "replies": b"".join(refused),
        "log": caplog.text.encode() + b"".join(str(record.__dict__).encode() for record in caplog.records),
        "tracebacks": "".join(
            "".join(traceback.format_exception(*one.exc_info)) for one in caplog.records if one.exc_info
        ).encode(),
        "terminal": "".join(capfd.readouterr()).encode(),
        "files of the home": b"".join(path.read_bytes() for path in wire.home.rglob("*") if path.is_file()),
        "what the journal shows": repr(wire.addon.shell.now.recorder.journal.rows(None, 500)).encode(),
        "metadata": repr([(flow.metadata, flow.comment) for flow in wire.flows]).encode(),
        "reprs": repr(
            (wire.addon, vars(wire.addon), vars(wire.addon.shell), wire.addon.replies, vars(wire.addon.replies))
        ).encode(),
    }
    if stage:  # a flow that was sent as it was, or rewritten, may be kept; a refused one not
        places["flow file"] = stored.read_bytes()
        places["flows"] = repr([flow.get_state() for flow in wire.flows]).encode()
    left = [(where, form) for where, content in places.items() for form in FORMS if form.lower().encode() in content.lower()]
    assert sorted({where for where, _ in left}) == []
