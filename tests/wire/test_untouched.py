"""BUGS B21, B57: pinned clients, excepted hosts, and names that only look alike, with real TLS handshakes."""

import json
import os
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from mitmproxy import ctx

from guardian_core.database import in_memory
from guardian_core.passed_on import PassedOn, migrations
from guardian_core.profiles import PROFILES
from guardian_core.settings import Settings
from tests.wire.conftest import ALLOWS, DENIES, Wire, reply_from, status_of, wait_until

PINNED, BANK = "pinned.example.test", "bank.example.test"
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def pinned(wire, host, *, name=None):
    """Connect as an app that trusts only the origin's own authority; the reply, or the alert's name."""
    context = ssl.create_default_context(cafile=wire.authority.certificate)
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    plain = wire.connect(host)
    try:
        with context.wrap_socket(plain, server_hostname=name or host) as stream:
            stream.sendall(GET)
            return reply_from(stream)
    except ssl.SSLCertVerificationError as error:
        return type(error).__name__.encode()
    finally:
        plain.close()


@pytest.fixture(autouse=True)
def _nothing_learned(wire):
    wire.untouched = next(addon for addon in wire.addon.addons if type(addon).__name__ == "Untouched")
    wire.untouched.passed = PassedOn(in_memory(migrations))


def learned(wire):
    return [(one.client, one.host) for one in wire.untouched.passed.listed(wire.addon.shell.settings.exceptions)]


def rows(wire):
    return [row for row in wire.addon.shell.now.recorder.journal.rows(None, 500) if "not intercepted" in str(row)]


def test_a_pinned_client_gets_through_after_two_refusals_where_that_is_wanted(wire):
    with wire.changed(exceptions={"learn": True}):
        for _ in range(2):
            assert pinned(wire, PINNED) == b"SSLCertVerificationError"
            time.sleep(0.1)
        assert wait_until(lambda: learned(wire))
        assert wire.origin.connections == 0
        assert status_of(pinned(wire, PINNED)) == 200
        assert learned(wire) == [("127.0.0.1", PINNED)]
        assert pinned(wire, ALLOWS) == b"SSLCertVerificationError"
    assert wait_until(lambda: rows(wire))


def test_nobody_gets_through_by_refusing_where_it_is_not_wanted(wire):
    for _ in range(4):
        assert pinned(wire, PINNED) == b"SSLCertVerificationError"
    assert wire.origin.connections == 0
    assert learned(wire) == []


def test_what_was_learned_survives_a_restart_and_is_forgotten_from_the_command_line(tmp_path, authority):
    """The real file in the home folder, a second proxy on it, and the command in a process of its own."""
    learn = {"exceptions": {"learn": True, "failures": 1}}
    with proxy_on(tmp_path, authority, learn) as first:
        assert pinned(first, PINNED) == b"SSLCertVerificationError"
        assert wait_until(lambda: first.untouched.passed and learned(first))
    with proxy_on(tmp_path, authority, learn) as second:
        assert status_of(pinned(second, PINNED)) == 200
        (tmp_path / "guardian.toml").write_text("[exceptions]\nlearn = true\n")
        home = {**os.environ, "GUARDIAN_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "guardian_core.cli", "exceptions"]
        listed = json.loads(subprocess.check_output([*command, "list", "--json"], env=home))
        (row,) = listed["learned"]
        assert (row["client"], row["host"]) == ("127.0.0.1", PINNED)
        subprocess.run([*command, "forget", str(row["id"])], env=home, check=True)
        assert pinned(second, PINNED) == b"SSLCertVerificationError"


@contextmanager
def proxy_on(home, authority, sections):
    before = dict(vars(ctx))
    wire = Wire(home, authority, **sections)
    wire.untouched = next(addon for addon in wire.addon.addons if type(addon).__name__ == "Untouched")
    try:
        yield wire
    finally:
        wire.stop()
        vars(ctx).clear()
        vars(ctx).update(before)


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_only_one_persons_own_machine_learns_by_itself(name):
    """Whoever is behind the proxy can evade it so: an agent, or the machines of a network, may not."""
    assert Settings.load(None, profile=name).exceptions.learn == (name == "personal")
    assert not Settings().exceptions.learn


def test_a_client_that_only_hangs_up_teaches_nothing(wire):
    with wire.changed(exceptions={"learn": True}):
        for _ in range(4):
            plain = wire.connect(PINNED)
            plain.sendall(bytes.fromhex("1603010005") + b"hello")
            plain.close()
        assert pinned(wire, PINNED) == b"SSLCertVerificationError"
    assert learned(wire) == []


def test_excepted_hosts_pass_as_they_are_and_are_recorded(wire):
    with wire.changed(exceptions={"hosts": ("example.test",)}):
        assert status_of(pinned(wire, BANK)) == 200
    assert wire.origin.seen[0].target == b"/"
    assert wait_until(lambda: any("[exceptions] hosts names example.test" in str(row) for row in rows(wire)))


@pytest.mark.parametrize(
    ("opened", "sni"),
    [(DENIES, BANK), ("127.0.0.1", BANK), (BANK, DENIES), ("BANK.EXAMPLE.TEST.", "bank.example.test")],
    ids=["borrowed name", "address", "other name", "spelling"],
)
def test_both_names_of_a_connection_must_agree(wire, opened, sni):
    with wire.changed(exceptions={"hosts": (BANK,)}):
        context = ssl.create_default_context(cafile=wire.authority.certificate)
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        plain = socket.create_connection(("127.0.0.1", wire.port), timeout=10)
        plain.sendall(f"CONNECT {opened}:443 HTTP/1.1\r\nHost: {BANK}:443\r\n\r\n".encode())
        assert b"200" in plain.recv(4096)
        try:
            context.wrap_socket(plain, server_hostname=sni).close()
            passed = True
        except ssl.SSLError:
            passed = False
        plain.close()
    assert passed == (opened == "BANK.EXAMPLE.TEST.")
