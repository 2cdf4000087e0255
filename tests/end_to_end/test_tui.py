"""mitmproxy's own screen on a real terminal: the account of a refused request, called up by its command."""

import fcntl
import os
import pty
import re
import select
import socket
import ssl
import struct
import subprocess
import sys
import termios
import time

import httpx
import pytest

PERSON = {"full_name": "Nora Quist", "ssn": "524-71-3806"}
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|[()][A-Z0-9]|[=>78]|\][^\x07]*\x07)|[\x0e\x0f]")


class Screen:
    """What a program wrote on its terminal."""

    def __init__(self, world, home):
        path = world.configure(home)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        path.write_text(path.read_text().replace("[proxy]\n", f"[proxy]\nport = {self.port}\n"))
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 100, 0, 0))
        command = [sys.executable, "-m", "guardian_addons.run", "--config", str(path), "--tui"]
        environment = os.environ | {"TERM": "xterm", "GUARDIAN_HOME": str(home)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.raw = b""

    def until(self, words, seconds=40.0):
        """Read on until `words` are there."""
        deadline = time.monotonic() + seconds
        while words not in self.text:
            ready, _, _ = select.select([self.terminal], [], [], 0.2)
            if ready:
                try:
                    self.raw += os.read(self.terminal, 65_536)
                except OSError:
                    pytest.fail(f"it ended: {self.text[:3000]}")
            if time.monotonic() > deadline:
                pytest.fail(f"never: {words!r} in {self.text[-2000:]!r}")

    @property
    def text(self):
        """Without what moves and colours."""
        return ESCAPES.sub("", self.raw.decode(errors="replace"))

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def stop(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def screen(world, tmp_path):
    shown = Screen(world, tmp_path / "home")
    yield shown
    shown.stop()


def test_explains_a_refused_request_on_the_screen(screen, tmp_path):
    screen.until(f":{screen.port}]")
    trust = ssl.create_default_context(cafile=tmp_path / "home" / "ca" / "mitmproxy-ca-cert.pem")
    with httpx.Client(proxy=f"http://127.0.0.1:{screen.port}", verify=trust, trust_env=False, timeout=30) as client:
        assert client.post("https://peoplebase.test/v2/profiles", json=PERSON).status_code == 403
    screen.until("peoplebase.test")
    screen.type(":guardian.explain @focus\r")
    screen.until("NOT SENT")
    screen.until("GOES TO")
    assert [value for value in PERSON.values() if value in screen.text] == []
    screen.type("q:view.order.set risk\r")
    screen.type(":guardian.replay-original @focus\r")
    screen.until("to confirm")
