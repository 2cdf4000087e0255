"""The authority: is it there, whole, closed to others, not about to expire; and who trusts it."""

import datetime
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from guardian_core.doctor.check import Check
from guardian_core.errors import TrustError
from guardian_core.trust import Place, certificate, stores

SOON = datetime.timedelta(days=30)
ANEW = "and install the new one (guardian ca install)"


def authority(home: Path, now: datetime.datetime) -> Iterator[Check]:
    """The files in `home`/ca; nothing is changed."""
    folder, key = home / "ca", home / "ca" / "mitmproxy-ca.pem"
    aside = f"mv {shlex.quote(str(folder))} {shlex.quote(str(folder))}.old"
    if not key.exists():
        yield Check("authority", "problem", f"there is none in {folder}", "guardian ca install")
        return
    try:
        content = key.read_bytes()
        ours, private = x509.load_pem_x509_certificate(content), load_pem_private_key(content, None)
    except OSError as error:
        yield Check(
            "authority", "problem", f"{key} cannot be read: {error.strerror}", f"sudo chown $(id -u) {shlex.quote(str(key))}"
        )
        return
    except (ValueError, TypeError, UnsupportedAlgorithm):
        yield Check("authority", "problem", f"{key} is damaged: move it away, start again {ANEW}", aside)
        return
    if ours.public_key() != private.public_key():
        yield Check("authority", "problem", f"{key} holds a key and a certificate that are not of each other {ANEW}", aside)
    elif ours.not_valid_after_utc <= now:
        yield Check(
            "authority", "problem", f"it expired on {ours.not_valid_after_utc:%Y-%m-%d}: move it away, start again {ANEW}", aside
        )
    elif ours.not_valid_after_utc - now < SOON:
        yield Check(
            "authority", "note", f"it expires on {ours.not_valid_after_utc:%Y-%m-%d}: move it away, start again {ANEW}", aside
        )
    else:
        yield Check("authority", "ok", f"valid until {ours.not_valid_after_utc:%Y-%m-%d}")
    yield from _shown(home, ours)
    yield from _closed(folder, key)


def _shown(home: Path, ours: x509.Certificate) -> Iterator[Check]:
    """The certificate that stores are given has to be that of the key."""
    try:
        shown = certificate(home).sha256
    except TrustError as error:
        yield Check("authority's certificate", "problem", str(error), "guardian ca install")
        return
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 - beside its only use

    if shown != ours.fingerprint(hashes.SHA256()).hex().upper():
        says = "the certificate that clients are given is not that of the key in use"
        yield Check("authority's certificate", "problem", says, "guardian ca install")


def _closed(folder: Path, key: Path) -> Iterator[Check]:
    """Who reads the key can read everything that this machine trusts to the proxy."""
    if stat.S_IMODE(key.stat().st_mode) & 0o077:
        yield Check("authority's key", "problem", f"others can read {key}", f"chmod 600 {shlex.quote(str(key))}")
    elif stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield Check("authority's key", "problem", f"others can look into {folder}", f"chmod 700 {shlex.quote(str(folder))}")
    else:
        yield Check("authority's key", "ok", "closed to others")


def trusting(home: Path, place: Place | None = None) -> Iterator[Check]:
    """Each certificate store; one without the authority is no fault, for `guardian exec` and `guardian browser` need none."""
    try:
        ours = certificate(home)
    except TrustError:
        return  # said already
    for store in stores(home, place):
        seen, command = store.look(ours), f"guardian ca install {store.name}"
        name = f"trust: {store.name}"
        if seen.state == "trusted":
            yield Check(name, "ok", f"{store.title}: trusts the authority{' ' if seen.says else ''}{seen.says}")
        elif seen.state == "absent":
            yield Check(name, "skipped", seen.says)
        elif seen.state == "outdated":
            yield Check(name, "problem", f"{store.title}: trusts an authority of ours that is no longer in use", command)
        elif seen.state == "unknown":
            yield Check(name, "note", seen.says, command)
        else:
            yield Check(name, "note", f"{store.title}: does not trust the authority", command)
