"""Profiles: what a browser is started with; a real one is started in tests/cli/test_browser.py."""

import shutil
import subprocess

import pytest
from guardian_certs import make_authority

from guardian_core.behind import browser
from guardian_core.trust import certificate


@pytest.fixture
def home(tmp_path):
    made = make_authority(tmp_path / "made", "Authority")
    (tmp_path / "guardian" / "ca").mkdir(parents=True)
    shutil.copy(made.certificate, tmp_path / "guardian" / "ca" / "mitmproxy-ca-cert.pem")
    return tmp_path / "guardian"


def hidden(monkeypatch, *programs):
    real = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, **rest: None if name in programs else real(name, **rest))


@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_gives_firefox_a_profile_that_trusts_and_uses_the_proxy(home):
    launch = browser.firefox("/usr/bin/firefox", ["https://shop.example/"], home, "http://[::1]:8080", certificate(home))
    assert launch.command == ("/usr/bin/firefox", "--no-remote", "--profile", str(launch.profile), "https://shop.example/")
    said = (launch.profile / "user.js").read_text()
    for line in ('"network.proxy.ssl", "::1"', '"network.proxy.ssl_port", 8080', '"network.http.http3.enable", false'):
        assert f"user_pref({line});" in said
    listed = subprocess.run(["certutil", "-L", "-d", f"sql:{launch.profile}"], capture_output=True, text=True, check=True).stdout
    assert "GuardianAgent" in listed
    again = browser.firefox("/usr/bin/firefox", [], home, "http://127.0.0.1:1", certificate(home))
    assert again.command[-1] == str(launch.profile)


def test_falls_back_to_the_key_and_says_so(home, monkeypatch):
    hidden(monkeypatch, "certutil")
    launch = browser.chromium("/usr/bin/chromium", [], home, "http://127.0.0.1:8080", certificate(home))
    assert f"--ignore-certificate-errors-spki-list={browser.pin(certificate(home))}" in launch.command
    assert "certificate errors are switched off for the proxy's own key" in launch.note


@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_switches_no_errors_off_where_there_is_a_database(home):
    launch = browser.chromium("/usr/bin/chromium", [], home, "http://127.0.0.1:8080", certificate(home))
    assert launch.note is None
    assert not any("ignore-certificate" in word for word in launch.command)
    assert launch.environment["HOME"] == str(home / "browser" / "home")


def test_finds_chromium_before_firefox(monkeypatch):
    have = {"firefox-esr": "/usr/bin/firefox-esr", "google-chrome": "/usr/bin/google-chrome"}
    monkeypatch.setattr(shutil, "which", have.get)
    assert browser.find(None) == ("chromium", "/usr/bin/google-chrome")
    assert browser.find("firefox") == ("firefox", "/usr/bin/firefox-esr")
    monkeypatch.setattr(shutil, "which", {}.get)
    assert browser.find(None) is None
