"""Whatever stage fails: the origin receives nothing, the client gets a reason, and the value is written nowhere."""

import base64
import hashlib
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from guardian_core.demo.world import Proxy, _listening_port

CANARY = "canary.okafor@example.test"
STAGES = (
    "read", "classify", "search", "relevant", "describe", "evidence", "judge", "transparency",
    "assess", "decide", "reasons_for", "edits", "write", "residue",
)  # fmt: skip
FORMS = (
    CANARY,
    "canary.okafor",
    base64.b64encode(CANARY.encode()).decode().rstrip("="),
    *(hashlib.new(name, CANARY.encode()).hexdigest() for name in ("md5", "sha1", "sha256")),
)


@pytest.fixture(scope="module")
def faulty(world):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = world.folder / "faulty"
    config = world.configure(home)
    config.write_text(config.read_text().replace("[proxy]\n", f"[proxy]\nport = {port}\n"))
    log = home / "proxy.log"
    with log.open("wb") as output:
        command = [sys.executable, str(Path(__file__).with_name("faulty_proxy.py")), str(config)]
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield Proxy(process, home, config, log, _listening_port(process, log))
    finally:
        process.terminate()
        process.wait(10)


def post(faulty, stage):
    # a mild recipient, so that the way leads through the rewrite
    with faulty.client() as client:
        return client.post(
            f"https://formrelay.test/lead?user={CANARY}",
            json={"email": CANARY},
            headers={
                "x-fault": stage,
                "origin": "https://willowshop.test",
                "sec-fetch-mode": "cors",
                "sec-fetch-site": "cross-site",
            },
        )


def test_rewrites_and_forwards_without_a_fault(faulty, world):
    mark = len(world.records)
    assert post(faulty, "").status_code != 403
    arrived = [received for received in world.records.since(mark) if received.method == "POST"]
    assert len(arrived) == 1
    assert CANARY.encode() not in arrived[0].body + arrived[0].target.encode()


@pytest.mark.parametrize("stage", STAGES)
def test_refuses_when_a_stage_raises(faulty, world, stage):
    mark = len(world.records)
    reply = post(faulty, stage)
    assert [received for received in world.records.since(mark) if received.method == "POST"] == []
    assert reply.status_code == 403
    assert "reason" in reply.text or "could not" in reply.text
    everything = (
        reply.content + str(reply.headers).encode() + b"".join(p.read_bytes() for p in faulty.home.rglob("*") if p.is_file())
    )
    for form in FORMS:
        assert form.encode() not in everything, f"the value or its {len(form)}-character form was written down"
