"""The home folder in; the certificate that clients have to trust, with the numbers by which stores know it, out."""

from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from guardian_core.errors import TrustError

NICKNAME = "GuardianAgent"  # under which stores with names keep it


@dataclass(frozen=True, slots=True)
class Certificate:
    """The authority's certificate; nothing secret."""

    path: Path
    pem: str
    der: bytes
    sha1: str  # 40 capital hex digits, as Windows and macOS list it
    sha256: str  # 64 of them

    def is_in(self, pem: str) -> bool:
        """Whether a text of certificates holds this one."""
        body = "".join(self.pem.split())
        return body in "".join(pem.split())


def certificate(home: Path) -> Certificate:
    """The certificate of the authority in `home`.

    Raises:
        TrustError: there is none, or the file is none.
    """
    path = home / "ca" / "mitmproxy-ca-cert.pem"
    try:
        found = x509.load_pem_x509_certificate(path.read_bytes())
    except FileNotFoundError:
        message = f"there is no authority in {path.parent} yet: guardian ca install makes it, and so does guardian run"
        raise TrustError(message) from None
    except OSError as error:
        message = f"cannot read {path}: {error.strerror}"
        raise TrustError(message) from None
    except ValueError:
        message = f"{path} holds no certificate: remove it, and guardian run writes it anew"
        raise TrustError(message) from None
    return Certificate(
        path=path,
        pem=found.public_bytes(Encoding.PEM).decode("ascii"),
        der=found.public_bytes(Encoding.DER),
        sha1=found.fingerprint(hashes.SHA1()).hex().upper(),  # noqa: S303 - the name of an entry, no proof of anything
        sha256=found.fingerprint(hashes.SHA256()).hex().upper(),
    )
