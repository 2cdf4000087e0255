"""Ports held by others, and whatever still points at a proxy that is gone."""

import json
import os
import socket
from pathlib import Path

import pytest
from guardian_addons.authority import make

from guardian_core import ports
from guardian_core.doctor import listening
from guardian_core.running import Running, note
from guardian_core.settings import Settings


@pytest.fixture
def settings(tmp_path):
    make(tmp_path)
    return Settings(home=tmp_path, proxy={"port": ports.free_port(), "web_port": ports.free_port()})


def test_finds_ours(shared_proxy):
    found, check = listening.proxy(Settings.load(shared_proxy.config))
    assert (found.port, check.state) == (shared_proxy.port, "ok")


def test_finds_nobody(settings):
    found, check = listening.proxy(settings)
    assert (found, check.state, check.command) == (None, "problem", "guardian run")


def test_finds_a_note_of_a_proxy_that_was_killed(settings):
    note(settings.home, Running(1, "127.0.0.1", settings.proxy.port))
    assert listening.proxy(settings)[1].says.startswith("nobody listens")


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells")
def test_names_who_holds_the_port(settings):
    with socket.create_server(("127.0.0.1", settings.proxy.port)):
        _, check = listening.proxy(settings)
    assert check.state == "problem"
    assert f"(process {os.getpid()})" in check.says
    assert check.command.startswith("guardian run --port ")


def test_does_not_take_the_proxy_of_another_home_for_ours(settings, shared_proxy):
    there = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"port": shared_proxy.port})})
    found, check = listening.proxy(there)
    assert (found, check.state) == (None, "problem")
    assert "is held by what is not our proxy" in check.says


def test_tells_whether_the_web_port_is_free(settings):
    assert listening.web_port(settings).state == "ok"
    with socket.create_server(("127.0.0.1", settings.proxy.web_port)):
        assert listening.web_port(settings).state == "note"
        note(settings.home, Running(os.getpid(), "127.0.0.1", 1, "web", f"http://127.0.0.1:{settings.proxy.web_port}/"))
        assert listening.web_port(settings).state == "ok"


LEFT = {"desktop": "GNOME", "proxy": "http://127.0.0.1:8080", "before": {}, "ours": {}}


def test_finds_a_desktop_that_points_at_nobody(tmp_path):
    assert listening.desktop(tmp_path, None).state == "skipped"
    (tmp_path / "system-proxy.json").write_text(json.dumps(LEFT))
    check = listening.desktop(tmp_path, None)
    assert (check.state, check.command) == ("problem", "guardian system-proxy off")
    assert listening.desktop(tmp_path, Running(1, "127.0.0.1", 8080)).state == "ok"
    moved = listening.desktop(tmp_path, Running(1, "127.0.0.1", 9090))
    assert (moved.state, moved.command) == ("problem", "guardian system-proxy on")
    (tmp_path / "system-proxy.json").write_text("{")
    assert listening.desktop(tmp_path, None).state == "problem"


def test_finds_variables_that_lead_nowhere(tmp_path):
    running = Running(1, "127.0.0.1", 8080)
    variables = {"SSL_CERT_FILE": str(tmp_path / "gone.pem"), "HTTPS_PROXY": "http://old.example.test:3128"}
    missing, elsewhere = listening.environment(running, variables)
    assert (missing.state, missing.command) == ("problem", "unset SSL_CERT_FILE")
    assert elsewhere.state == "note"
    assert list(listening.environment(running, {"HTTPS_PROXY": running.url, "CURL_CA_BUNDLE": __file__})) == []
