"""A browser of its own behind the proxy: a profile in the home folder that trusts the authority, and nothing else is changed.

Chromium on Linux keeps authorities in a database below HOME that all its profiles share, so this one gets a HOME of its own. That
is safer than --ignore-certificate-errors-spki-list, which switches every certificate error off for whoever has our key: with the
database a name that does not fit, or a certificate that has expired, is refused as ever. Where `certutil` is missing, or the
browser asks the system's store (macOS, Windows), the list is what is left, and it is said.
"""

import json
import os
import shutil
import sys
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from guardian_core.errors import TrustError
from guardian_core.trust import Certificate, Place
from guardian_core.trust.nss import NssStore
from guardian_core.trust.steps import missing

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser", "microsoft-edge")
FIREFOX = ("firefox", "firefox-esr")
APPLICATIONS = {
    "chromium": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
        "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
    ),
    "firefox": ("/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe"),
}
# QUIC would go past the proxy; the rest keeps a first start from talking and asking.
QUIET = ("--disable-quic", "--no-first-run", "--no-default-browser-check")


@dataclass(frozen=True, slots=True)
class Launch:
    """What to run."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    profile: Path
    note: str | None = None  # what is less than it could be, and how to have it


def find(kind: str | None) -> tuple[str, str] | None:
    """Kind and program of a browser here: that kind, else Chromium before Firefox."""
    for one, names in (("chromium", CHROMIUM), ("firefox", FIREFOX)):
        if kind in {None, one}:
            for name in (*names, *APPLICATIONS[one]):
                program = shutil.which(name)
                if program:
                    return one, program
    return None


def chromium(program: str, words: Sequence[str], home: Path, proxy: str, ours: Certificate) -> Launch:
    """Chromium, Chrome and their like, with `words` behind our own; raises TrustError, OSError."""
    profile = home / "browser" / "chromium"
    profile.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = [f"--user-data-dir={profile}", f"--proxy-server={proxy}", *QUIET]
    environment = dict(os.environ)
    note = None
    if sys.platform == "linux" and shutil.which("certutil"):
        own = home / "browser" / "home"
        _trust(NssStore("browser", "this browser", (own / ".pki" / "nssdb",), Place()), ours)
        environment |= _home(own)
        _downloads(profile)
    else:
        flags.append(f"--ignore-certificate-errors-spki-list={pin(ours)}")
        note = "certificate errors are switched off for the proxy's own key"
        if sys.platform == "linux":
            note += f"; to keep them, {missing('certutil')}"
    return Launch((program, *flags, *words), environment, profile, note)


def firefox(program: str, words: Sequence[str], home: Path, proxy: str, ours: Certificate) -> Launch:
    """Firefox likewise; raises TrustError where its database cannot be made."""
    profile = home / "browser" / "firefox"
    profile.mkdir(mode=0o700, parents=True, exist_ok=True)
    _trust(NssStore("browser", "this browser", (profile,), Place()), ours)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences(proxy).items()]
    (profile / "user.js").write_text("\n".join([*lines, ""]), encoding="utf-8")
    command = (program, "--no-remote", "--profile", str(profile), *words)
    return Launch(command, dict(os.environ), profile)


def preferences(proxy: str) -> dict[str, str | int | bool]:
    """Firefox's, read at every start."""
    parts = urlsplit(proxy)
    host, port = parts.hostname or "", parts.port or 0
    return {
        "network.proxy.type": 1,
        "network.proxy.http": host,
        "network.proxy.http_port": port,
        "network.proxy.ssl": host,
        "network.proxy.ssl_port": port,
        "network.proxy.no_proxies_on": "localhost, 127.0.0.1, [::1]",
        "network.proxy.failover_direct": False,  # without the proxy there is no connection, not one that goes past it
        "network.http.http3.enable": False,
        "network.http.http3.enabled": False,
        "network.trr.mode": 5,  # names are resolved by the proxy
        "browser.shell.checkDefaultBrowser": False,
        "browser.aboutwelcome.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False,
    }


def pin(ours: Certificate) -> str:
    """The hash of the authority's public key, as Chromium's list wants it."""
    key = x509.load_der_x509_certificate(ours.der).public_key()
    return b64encode(sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()).decode("ascii")


def _trust(store: NssStore, ours: Certificate) -> None:
    for step in store.install(ours):
        step.do()
    if store.look(ours).state != "trusted":
        message = f"the browser's database does not take the authority: {store.databases[0]}"
        raise TrustError(message)


def _home(own: Path) -> dict[str, str]:
    """A HOME for the certificates alone: settings of the desktop are still found where they are."""
    real = Path.home()
    folders = {"XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache"}
    return {"HOME": str(own), **{name: os.environ.get(name) or str(real / folder) for name, folder in folders.items()}}


def _downloads(profile: Path) -> None:
    """In the other HOME nobody would find them again."""
    path = profile / "Default" / "Preferences"
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(json.dumps({"download": {"default_directory": str(Path.home() / "Downloads")}}), encoding="utf-8")
