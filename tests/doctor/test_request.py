"""A real request through real proxies: ours as it should be, ours led astray, and one that is none of ours."""

import http.client
import http.server
import threading
import time
from urllib.parse import urlsplit

import pytest

from guardian_core import ports
from guardian_core.doctor.request import ADDRESS, checks, paused
from guardian_core.pause import pause, resume
from guardian_core.running import Running
from guardian_core.settings import Settings


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy(extra="[policy]\nenabled = false\n")
    yield running
    running.stop()


@pytest.fixture
def examine(proxy):
    """The findings about the running proxy, once it has taken up `extra` in its configuration."""
    before = proxy.config.read_text()

    def run(extra="", until=lambda found: True, **changed):
        proxy.config.write_text(before + extra)
        settings = Settings.load(proxy.config)
        settings = settings.model_copy(update={k: getattr(settings, k).model_copy(update=v) for k, v in changed.items()})
        deadline = time.monotonic() + 30
        while True:
            found = {check.name: check for check in checks(settings, Running(1, "127.0.0.1", proxy.port))}
            if until(found) or time.monotonic() > deadline:
                return found
            time.sleep(0.5)

    yield run
    resume(proxy.home)
    proxy.config.write_text(before)


def test_sees_that_it_is_protected(examine):
    found = examine(until=lambda found: found["request"].state == "ok")
    assert {name: check.state for name, check in found.items()} == {"request": "ok", "journal": "ok", "HTTP/3": "ok"}
    assert found["request"].says == "it arrives, with the invented address in it rewritten"


def test_sees_that_it_is_paused(examine, proxy):
    pause(proxy.home, 60)
    found = examine()
    assert (found["pause"].state, found["pause"].command) == ("problem", "guardian resume")
    assert "nothing is protected: paused until " in found["pause"].says
    others = {name: check.state for name, check in found.items() if name != "pause"}
    assert others == {"request": "skipped", "journal": "ok", "HTTP/3": "skipped"}


def test_names_no_pause_that_the_configuration_forbids(tmp_path):
    pause(tmp_path, 60)
    assert paused(Settings(home=tmp_path)).command == "guardian resume"
    assert paused(Settings(home=tmp_path, control={"pause": False})) is None


def test_sees_that_it_only_observes(examine):
    found = examine("[decision]\nobserve = true\n", lambda found: found["request"].state == "note")
    assert "observe mode" in found["request"].says
    assert found["journal"].state == "ok"


def test_sees_that_the_users_settings_let_it_through(examine):
    allowed = f'[detect]\nallow = ["{ADDRESS}"]\n'
    check = examine(allowed, lambda found: found["request"].state == "problem")["request"]
    assert "by your rules or settings" in check.says
    assert check.command == "guardian audit --limit 1"


def test_counts_a_refusal_as_protection(examine):
    refused = '[decision.domains."127.0.0.1"]\nrecipient = "data_broker"\n[detect.deny]\n"/doctor" = "SSN"\n'
    check = examine(refused, lambda found: "refused" in found["request"].says)["request"]
    assert (check.state, "refused before it left" in check.says) == ("ok", True)


def test_sees_that_nothing_arrives(examine, proxy):
    astray = proxy.config.read_text().replace("[proxy.resolve]", '[proxy.resolve]\n"127.0.0.1" = "127.0.0.1:1"')
    before = proxy.config.read_text()
    proxy.config.write_text(astray)
    try:
        settings = Settings.load(proxy.config)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            check = next(iter(checks(settings, Running(1, "127.0.0.1", proxy.port))))
            if check.state == "problem":
                break
            time.sleep(0.5)
    finally:
        proxy.config.write_text(before)
    assert check.says == "the proxy answered 502 and nothing arrived at the doctor's server"


def test_sees_that_it_is_not_recorded_where_one_looks(examine, tmp_path):
    found = examine(until=lambda found: found["request"].state == "ok", audit={"store": tmp_path / "other.db"})
    assert found["journal"].state == "problem"


def test_sees_that_the_proxy_is_gone():
    (check,) = checks(Settings(), Running(1, "127.0.0.1", ports.free_port()))
    assert check.state == "problem"
    assert "came to nothing (ConnectError)" in check.says


def test_sees_through_a_proxy_that_changes_nothing(tmp_path):
    class Forwards(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            parts = urlsplit(self.path)
            onward = http.client.HTTPConnection(parts.hostname, parts.port)
            onward.request("POST", parts.path, self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers))
            reply = onward.getresponse()
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Forwards)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        found = {check.name: check for check in checks(Settings(home=tmp_path), Running(1, "127.0.0.1", server.server_port))}
    finally:
        server.shutdown()
        server.server_close()
    assert {name: check.state for name, check in found.items()} == dict.fromkeys(("request", "journal", "HTTP/3"), "problem")
