"""Take the home folder, give the authority that intercepts: made once, whole, readable by its owner alone.

mitmproxy would make one by itself at its first start, called "mitmproxy", which nobody would know again in a list of certificates.
"""

import contextlib
import datetime
import errno
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from mitmproxy.certs import CertStore

from guardian_core.errors import SettingsError

NAME = "mitmproxy"  # of its files: mitmproxy looks for them under this name
ORGANIZATION = "GuardianAgent"
BITS = 2048
SECRET = (f"{NAME}-ca.pem", f"{NAME}-ca.p12")


def make(home: Path) -> bool:
    """See to it that `home`/ca holds the authority; whether it was made now. Two processes that race agree on one.

    Raises:
        OSError: the folder cannot be used. SettingsError: what is there is no authority; the message says what to do.
    """
    folder = home / "ca"
    made = not (folder / SECRET[0]).exists() and _made(home, folder)
    folder.chmod(0o700)
    for name in SECRET:
        with contextlib.suppress(FileNotFoundError):
            (folder / name).chmod(0o600)
    certificate = folder / f"{NAME}-ca-cert.pem"
    pem = _checked(folder / SECRET[0])
    if not certificate.exists() or certificate.read_bytes() != pem:
        certificate.write_bytes(pem)
    return made


def _checked(path: Path) -> bytes:
    """The certificate beside the key, PEM; mitmproxy would say what is wrong with it in a traceback."""
    content = path.read_bytes()
    try:
        certificate, key = x509.load_pem_x509_certificate(content), load_pem_private_key(content, None)
        fits = certificate.public_key() == key.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):
        fits = False
    if not fits:
        message = f"{path} holds no authority that can be used: move {path.parent} away, and the next start makes a new one"
        raise SettingsError(message)
    return certificate.public_bytes(Encoding.PEM)


def _made(home: Path, folder: Path) -> bool:
    """Make it aside, then move it to its place in one step: nobody ever sees half of it."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".ca-", dir=home))
    try:
        # Day and number tell it from others. Not the machine's name, which is often a person's: every client sees the issuer.
        name = f"{ORGANIZATION} {datetime.datetime.now(datetime.UTC):%Y-%m-%d} {secrets.token_hex(2)}"
        CertStore.create_store(draft, NAME, BITS, organization=ORGANIZATION, cn=name)
        if folder.is_dir() and not os.listdir(folder):  # noqa: PTH208 - Windows does not rename over an empty folder
            folder.rmdir()
        draft.rename(folder)
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            raise
        return _moved_in(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return True


def _moved_in(draft: Path, folder: Path) -> bool:
    """The folder is there and holds something else, or another process was faster: the key decides, the rest follows it."""
    if (folder / SECRET[0]).exists():
        return False
    for path in sorted(draft.iterdir(), key=lambda path: path.name == SECRET[0]):  # the key last: with it, it is an authority
        path.replace(folder / path.name)
    return True
