"""What a person is told about trust."""

import hashlib
import shutil

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_pem_x509_certificate
from guardian_certs import interception_ca, make_authority, trust_hints
from guardian_certs.hints import first_steps


def test_says_that_no_authority_was_made_yet(tmp_path):
    found = interception_ca(tmp_path)
    assert (found.fingerprint, found.expires) == (None, None)
    assert found.certificate == tmp_path / "ca" / "mitmproxy-ca-cert.pem"


def test_shows_the_fingerprint_as_browsers_do(tmp_path):
    made = make_authority(tmp_path / "made", "Test authority")
    (tmp_path / "ca").mkdir()
    shutil.copy(made.certificate, tmp_path / "ca" / "mitmproxy-ca-cert.pem")
    der = load_pem_x509_certificate(made.certificate.read_bytes()).public_bytes(Encoding.DER)
    assert interception_ca(tmp_path).fingerprint.replace(":", "").lower() == hashlib.sha256(der).hexdigest()
    assert interception_ca(tmp_path).expires


def test_names_the_variable_of_each_kind_of_client(tmp_path):
    text = trust_hints(tmp_path, "http://127.0.0.1:8080")
    for word in (
        "curl",
        "SSL_CERT_FILE",
        "REQUESTS_CA_BUNDLE",
        "NODE_EXTRA_CA_CERTS",
        "Firefox",
        "HTTPS_PROXY=http://127.0.0.1:8080",
    ):
        assert word in text


def test_shows_a_newcomer_one_command(tmp_path):
    said = first_steps(tmp_path)
    assert said.startswith("trust: guardian ca install ")
    assert str(tmp_path / "ca" / "mitmproxy-ca-cert.pem") in said
    assert "\n" not in said
