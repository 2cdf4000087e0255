"""Take a folder, give a certificate authority of one's own and leaves for host names: the demo's local internet.

Keys are made where they are used, mode 0600, and never leave; none is ever committed.
"""

import datetime
import ipaddress
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 365
LEAF_DAYS = 190  # browsers refuse leaves of 200 days and more
SKEW = datetime.timedelta(days=1)  # clocks differ


@dataclass(frozen=True, slots=True)
class Leaf:
    """Files of one server's certificate (with its chain) and key."""

    certificate: Path
    key: Path = field(repr=False)


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority on disk; `certificate` is what clients must trust."""

    folder: Path
    certificate: Path
    key: Path = field(repr=False)

    def leaf(self, hosts: Sequence[str]) -> Leaf:
        """Make a certificate for `hosts` (names and addresses), named after the first; raises ValueError without hosts."""
        if not hosts:
            message = "a certificate needs at least one host"
            raise ValueError(message)
        issuer_key = serialization.load_pem_private_key(self.key.read_bytes(), None)
        if not isinstance(issuer_key, ec.EllipticCurvePrivateKey):
            message = f"{self.key} is not a key of this project"
            raise TypeError(message)
        issuer = x509.load_pem_x509_certificate(self.certificate.read_bytes())
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0][:64])])
        certificate = (
            _builder(name, issuer.subject, key.public_key(), LEAF_DAYS)
            .add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
            .sign(issuer_key, hashes.SHA256())
        )
        stem = self.folder / hosts[0].replace("*", "_").replace(":", "_")
        leaf = Leaf(certificate=stem.with_name(stem.name + ".pem"), key=stem.with_name(stem.name + "-key.pem"))
        _write(leaf.key, _pem(key))
        _write(leaf.certificate, certificate.public_bytes(serialization.Encoding.PEM) + self.certificate.read_bytes())
        return leaf


def make_authority(folder: Path, name: str) -> Authority:
    """The authority in `folder`, made once: a second call gives the same one."""
    authority = Authority(folder=folder, certificate=folder / "ca.pem", key=folder / "ca-key.pem")
    if authority.certificate.exists() and authority.key.exists():
        return authority
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        _builder(subject, subject, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(authority.key, _pem(key))
    _write(authority.certificate, certificate.public_bytes(serialization.Encoding.PEM))
    return authority


def _builder(subject: x509.Name, issuer: x509.Name, public: ec.EllipticCurvePublicKey, days: int) -> x509.CertificateBuilder:
    start = datetime.datetime.now(datetime.UTC) - SKEW
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + datetime.timedelta(days=days))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _write(path: Path, content: bytes) -> None:
    """Write with mode 0600 from the first byte on; chmod afterwards would leave a moment in which others can read."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
