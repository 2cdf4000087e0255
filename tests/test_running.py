"""A note is not believed: what answers has to hold the key."""

import os
import socket
import threading

import pytest
from guardian_certs import make_authority

from guardian_core import running
from guardian_core.running import Running


@pytest.fixture
def proxy(shared_proxy):
    return shared_proxy


def test_finds_the_proxy_that_notes_itself(proxy):
    found = running.find(proxy.home, "127.0.0.1", 1)
    assert (found.port, found.pid, found.mode) == (proxy.port, proxy.process.pid, "headless")
    assert found.url == proxy.url


def test_finds_it_at_the_configured_address_without_a_note(proxy, tmp_path):
    (tmp_path / "ca").symlink_to(proxy.home / "ca")
    assert running.find(tmp_path, "0.0.0.0", proxy.port).url == proxy.url
    assert running.find(tmp_path, "127.0.0.1", 1) is None


def test_tells_ours_from_others(proxy, tmp_path):
    mine = proxy.home / "ca" / "mitmproxy-ca-cert.pem"
    others = make_authority(tmp_path, "Another authority").certificate
    assert running.listener("127.0.0.1", proxy.port, mine) == "ours"
    assert running.listener("127.0.0.1", proxy.port, others) == "other"
    assert running.listener("127.0.0.1", 1, mine) == "nobody"
    assert running.listener("127.0.0.1", proxy.port, tmp_path / "none.pem") == "other"


@pytest.mark.parametrize("says", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\n\r\nplain", b"HTTP/1.1 200 OK\r\n"])
def test_does_not_take_anything_that_answers_for_a_proxy(proxy, says):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            connection, _ = server.accept()
            connection.sendall(says)
            connection.recv(1000)
            connection.close()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        assert running.listener("127.0.0.1", server.getsockname()[1], proxy.authority, seconds=2) == "other"
        thread.join(5)


def test_forgets_only_its_own_note(tmp_path):
    running.note(tmp_path, Running(os.getpid() + 1, "127.0.0.1", 8080))
    running.forget(tmp_path)
    assert running.noted(tmp_path).port == 8080
    running.note(tmp_path, Running(os.getpid(), "::1", 8081))
    assert running.noted(tmp_path).url == "http://[::1]:8081"
    running.forget(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", '{"pid": 1}', '{"host": 1, "other": 2}'])
def test_reads_nothing_into_a_broken_note(tmp_path, text):
    running.path_of(tmp_path).write_text(text)
    assert running.noted(tmp_path) is None


def test_costs_nothing_where_the_home_cannot_be_written(tmp_path):
    running.note(tmp_path / "nowhere", Running(1, "127.0.0.1", 8080))


def test_knows_a_proxy_that_runs_with_another_configuration(proxy):
    found = running.elsewhere(proxy.home, None)
    assert (found.url, found.config, found.profile) == (proxy.url, str(proxy.config.resolve()), None)
    assert running.elsewhere(proxy.home, proxy.config) is None
    assert (running.source(found), running.switches(found)) == (found.config, f" --config {found.config}")


def test_says_nothing_of_a_configuration_that_is_not_known_or_whose_proxy_is_gone(tmp_path):
    running.note(tmp_path, Running(os.getpid(), "127.0.0.1", 1))
    assert running.elsewhere(tmp_path, None) is None
    running.note(tmp_path, Running(os.getpid(), "127.0.0.1", 1, config="/elsewhere/guardian.toml"))
    assert running.elsewhere(tmp_path, None) is None


def test_names_a_profile_and_quotes_a_path():
    found = Running(1, "127.0.0.1", 1, config="/my files/g.toml", profile="strict")
    assert running.source(found) == "/my files/g.toml and the profile strict"
    assert running.switches(found) == " --config '/my files/g.toml' --profile strict"
    assert running.source(Running(1, "127.0.0.1", 1, config="")) == "no file"
