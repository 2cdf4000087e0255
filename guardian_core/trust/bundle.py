"""The system's authorities and ours in one file, for variables that replace a program's own list instead of adding to it."""

import ssl
from collections.abc import Mapping
from pathlib import Path

import certifi

from guardian_core.trust.certificate import Certificate
from guardian_core.trust.steps import put

# Where distributions compile their authorities; OpenSSL's own answer comes first.
BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)
VARIABLE = "SSL_CERT_FILE"


def bundle_path(home: Path) -> Path:
    """Where the bundle lies."""
    return home / "trust" / "bundle.pem"


def system_bundle(environment: Mapping[str, str], *, besides: Path) -> Path:
    """The file of the authorities that programs trust without us: those the user chose, else the system's, else certifi's.

    `besides` is our own bundle, which a program started by us would find in its environment.
    """
    chosen = environment.get(VARIABLE)
    candidates = [chosen if chosen and Path(chosen) != besides else None, ssl.get_default_verify_paths().cafile, *BUNDLES]
    for path in filter(None, candidates):
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if "-----BEGIN CERTIFICATE-----" in text:
            return Path(path)
    return Path(certifi.where())


def bundle_text(home: Path, ours: Certificate, environment: Mapping[str, str]) -> str:
    """All of them, ours last."""
    theirs = system_bundle(environment, besides=bundle_path(home)).read_text(encoding="utf-8", errors="replace")
    return f"{theirs.rstrip()}\n{ours.pem}"


def write_bundle(home: Path, ours: Certificate, environment: Mapping[str, str]) -> Path:
    """Write it where it is not up to date; raises OSError."""
    path, text = bundle_path(home), bundle_text(home, ours, environment)
    try:
        current = path.read_text(encoding="utf-8") == text
    except OSError:
        current = False
    if not current:
        put(path, text)
    return path
