"""A real Chromium, opened by the command: it trusts the proxy's authority, no other, and goes through the proxy."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from guardian_certs import make_authority

from tests.cli.published import check_output

HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")


@pytest.fixture
def proxy(shared_proxy):
    return shared_proxy


def guardian(*words, config, **environment):
    command = [sys.executable, "-m", "guardian_core.cli", "browser", "--config", str(config), *words]
    clean = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, env=clean | environment)


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_opens_a_page_behind_the_proxy(world, proxy, tmp_path):
    mark = len(world.records)
    done = guardian("https://willowshop.test/", "--", *HEADLESS, "--dump-dom", config=proxy.config, HOME=str(tmp_path))
    assert "<html" in done.stdout, done.stderr
    assert "ERR_CERT" not in done.stdout
    assert "willowshop.test" in {one.host for one in world.records.since(mark)}
    assert not (tmp_path / ".pki").exists()  # the user's own browser trusts nobody new
    assert (proxy.home / "browser" / "home" / ".pki" / "nssdb" / "cert9.db").exists()


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_still_refuses_what_somebody_else_signed(proxy, tmp_path):
    """Why the database and not the list: a certificate of another authority is an error in this browser, too."""
    from guardian_core.demo.servers import Answer, VirtualHosts, server_context

    leaf = make_authority(tmp_path / "others", "Another authority").leaf(["localhost"])
    site = VirtualHosts(
        {"localhost": server_context(leaf.certificate, leaf.key)}, lambda _: Answer(200, b"<html><body>secret page</body></html>")
    )
    try:
        url = f"https://localhost:{site.port}/"  # loopback is not proxied: what is seen is the site's own certificate
        done = guardian(url, "--", *HEADLESS, "--dump-dom", config=proxy.config, HOME=str(tmp_path))
        assert "secret page" not in done.stdout
        assert site.records.since() == ()
    finally:
        site.close()


@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
def test_says_what_it_would_run(proxy):
    said = json.loads(guardian("--json", "https://shop.example/", "--", "--incognito", config=proxy.config).stdout)
    check_output(["browser"], said)
    command = said["command"]
    assert command[-2:] == ["--incognito", "https://shop.example/"]
    assert {f"--proxy-server={proxy.url}", "--disable-quic", f"--user-data-dir={proxy.home}/browser/chromium"} <= set(command)


@pytest.mark.browser
@pytest.mark.skipif(not (shutil.which("firefox") or shutil.which("firefox-esr")), reason="no Firefox here")
@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_opens_a_page_in_firefox(world, proxy, tmp_path):
    mark = len(world.records)
    shot = tmp_path / "shot.png"
    options = ("--headless", "--screenshot", str(shot))
    done = guardian("--firefox", "https://willowshop.test/", "--", *options, config=proxy.config, HOME=str(tmp_path))
    assert (done.returncode, shot.exists()) == (0, True), done.stderr
    assert ("willowshop.test", "/") in {(one.host, one.path) for one in world.records.since(mark)}


@pytest.mark.skipif(bool(shutil.which("firefox") or shutil.which("firefox-esr")), reason="there is a Firefox here")
def test_says_that_there_is_no_such_browser(proxy):
    done = guardian("--firefox", config=proxy.config)
    assert done.returncode == 1
    assert "there is no Firefox here: install one" in done.stderr


@pytest.fixture
def failing(tmp_path):
    """A program in Chromium's place that talks, and fails at once; the words it was given stand in its last line."""
    program = tmp_path / "bin" / "chromium"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nfor i in 1 2 3 4 5 6; do echo talk $i >&2; done\nprintf 'no display \\033[31m\\n' >&2\nexit 3\n")
    program.chmod(0o755)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def test_says_what_a_browser_said_that_failed(proxy, failing):
    done = guardian("https://shop.example/", config=proxy.config, PATH=failing)
    assert done.returncode == 3
    assert "ended with status 3 and said:" in done.stderr
    assert "  talk 6\n  no display \\x1b[31m\n" in done.stderr
    assert "talk 2\n" not in done.stderr


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root is refused")
def test_says_to_root_what_to_do(proxy, failing):
    refused = guardian("https://shop.example/", config=proxy.config, PATH=failing).stderr
    assert "refuses to run as root without --no-sandbox" in refused
    assert "as root" not in guardian("https://shop.example/", "--", "--no-sandbox", config=proxy.config, PATH=failing).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shop.example"], "begins with http:// or https://"),
        (["file:///etc/hosts"], "begins with http:// or https://"),
        (["https://"], "begins with http:// or https://"),
        (["https://[::1"], "begins with http:// or https://"),
        (["--kiosk"], "No such option"),
        (["https://shop.example/", "--kiosk"], "No such option"),
    ],
)
def test_refuses_what_is_no_url_and_what_it_does_not_know(proxy, words, said):
    done = guardian(*words, config=proxy.config)
    assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr
