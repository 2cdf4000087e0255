"""A real browser behind the proxy: signs in, searches, and is tracked; what arrived where."""

import hashlib
import shutil
import subprocess
import time
from base64 import b64encode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from guardian_core.demo.check import leaks
from guardian_core.demo.traffic import EMAIL, PHONE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy()
    yield running
    running.stop()


@pytest.fixture
def browse(world, proxy, tmp_path):
    """Open a page and wait until `done(received)` holds; the requests that arrived meanwhile."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("no Chromium on this machine")
    # Trusts the proxy's own key and no other, so that a certificate of anybody else still fails as it does for a user.
    key = x509.load_pem_x509_certificate(proxy.authority.read_bytes()).public_key()
    pin = b64encode(hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()).decode()
    flags = [
        f"--user-data-dir={tmp_path}",
        f"--ignore-certificate-errors-spki-list={pin}",
        f"--proxy-server=127.0.0.1:{proxy.port}",
    ]

    def open_page(url, done):
        mark = len(world.records)
        command = [program, *QUIET, *flags, "--remote-debugging-port=0", url]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while not done(world.records.since(mark)) and time.monotonic() < deadline:
                time.sleep(0.1)
        finally:
            browser.terminate()
            browser.wait(20)
        return world.records.since(mark)

    return open_page


def arrived(received, host, path):
    return [one for one in received if (one.host, one.path) == (host, path)]


def test_signs_in_on_a_first_visit(browse):
    got = browse(
        "https://willowshop.test/selftest/login",
        lambda received: arrived(received, "willowshop.test", "/account"),
    )
    (login,) = arrived(got, "willowshop.test", "/login")
    assert login.method == "POST"
    assert login.body == b"csrf_token=3f1c9a7e55d04b2c9d6f&email=wader1984%40mailbox.example&password=Heron-and-7-reeds"
    (account,) = arrived(got, "willowshop.test", "/account")
    assert "session=" in (account.header("Cookie") or "")


def test_searches(browse):
    got = browse("https://willowshop.test/selftest/search", lambda received: arrived(received, "willowshop.test", "/search"))
    assert arrived(got, "willowshop.test", "/search")[0].target == "/search?q=reading+chair+for+Nora+Quist"


def test_keeps_what_a_tag_manager_sends_from_ads_and_brokers(browse):
    """The page's own script goes on: it sees a reply, not a broken network."""
    got = browse(
        "https://willowshop.test/selftest/tracked", lambda received: arrived(received, "willowshop.test", "/selftest/seen")
    )
    (seen,) = arrived(got, "willowshop.test", "/selftest/seen")
    assert seen.target in {"/selftest/seen?status=403", "/selftest/seen?status=201"}
    assert leaks((EMAIL, PHONE), [one for one in got if one.host in {"adlantern.test", "peoplebase.test"}]) == []
