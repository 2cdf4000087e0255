"""A bundle of PEM certificates in, the file that Java reads out; made anew only when the bundle changed."""

import hashlib
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.utils import CryptographyDeprecationWarning

from guardian_core.behind.variables import JAVA_PASSWORD

PEM = re.compile(rb"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----")


def truststore(bundle: Path) -> Path:
    """The PKCS #12 file beside `bundle`.

    Raises:
        OSError: it cannot be written.
    """
    content = bundle.read_bytes()
    path = bundle.with_name(f"java-{hashlib.sha256(content).hexdigest()[:12]}.p12")
    if path.exists():
        return path
    entries = [pkcs12.PKCS12Certificate(one, f"authority {index}".encode()) for index, one in enumerate(_readable(content))]
    # The password is public and so is what it locks; Java 8 to 24 read this encoding, with or without its SHA-256 update.
    locked = (
        serialization.PrivateFormat.PKCS12.encryption_builder()
        .kdf_rounds(2_048)
        .key_cert_algorithm(pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC)
        .build(JAVA_PASSWORD.encode())
    )
    for old in bundle.parent.glob("java-*.p12"):
        old.unlink(missing_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(pkcs12.serialize_java_truststore(entries, locked))
    draft.replace(path)
    return path


def _readable(content: bytes) -> Iterator[x509.Certificate]:
    """Each certificate once; systems list old authorities that break today's rules, and whose loss is no reason to have none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CryptographyDeprecationWarning)
        for pem in dict.fromkeys(PEM.findall(content)):
            try:
                yield x509.load_pem_x509_certificate(pem)
            except ValueError:
                continue
