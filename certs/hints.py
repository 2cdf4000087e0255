"""Take the home folder, say where the intercepting authority is and how each kind of client is told to trust it (BUGS B22)."""

from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes


@dataclass(frozen=True, slots=True)
class Interception:
    """The authority that signs what clients of the proxy see; made by the first start of the proxy."""

    certificate: Path
    fingerprint: str | None  # SHA-256, as browsers print it; None: not made yet
    expires: str | None  # ISO date


# Client, and the one thing that makes it trust {ca}. A program reads its own store, whatever the system's store says.
HINTS: tuple[tuple[str, str], ...] = (
    ("curl", "curl --proxy {proxy} --cacert {ca} https://…"),
    ("most programs", "export HTTPS_PROXY={proxy} HTTP_PROXY={proxy} SSL_CERT_FILE={ca}"),
    ("Python requests", "export REQUESTS_CA_BUNDLE={ca}"),
    ("Node.js", "export NODE_EXTRA_CA_CERTS={ca}"),
    ("Firefox", "Settings → Privacy & Security → Certificates → Authorities → Import {ca}"),
    ("Chrome on Linux", "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n GuardianAgent -i {ca}"),
)


def interception_ca(home: Path) -> Interception:
    """Where the intercepting authority's certificate is, and its fingerprint once it exists.

    Raises:
        OSError: it exists and cannot be read.
        ValueError: it is not a certificate.
    """
    path = home / "ca" / "mitmproxy-ca-cert.pem"
    if not path.exists():
        return Interception(certificate=path, fingerprint=None, expires=None)
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    digest = certificate.fingerprint(hashes.SHA256()).hex().upper()
    return Interception(
        certificate=path,
        fingerprint=":".join(digest[index : index + 2] for index in range(0, len(digest), 2)),
        expires=certificate.not_valid_after_utc.date().isoformat(),
    )


def trust_hints(home: Path, proxy: str) -> str:
    """One line per kind of client; `proxy` is a URL."""
    ca = interception_ca(home).certificate
    width = max(len(client) for client, _ in HINTS)
    return "\n".join(f"  {client:<{width}}  {how.format(ca=ca, proxy=proxy)}" for client, how in HINTS)


def first_steps(home: Path) -> str:
    """What a newcomer needs when the proxy has just started, in one line."""
    return (
        f"trust: guardian ca install (puts {interception_ca(home).certificate} into the certificate stores); "
        "without it: guardian browser, guardian exec -- COMMAND"
    )
