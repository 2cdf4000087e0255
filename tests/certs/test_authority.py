"""An authority of one's own, checked by a real handshake."""

import socket
import ssl
import stat
import threading

import pytest
from cryptography import x509
from guardian_certs import make_authority
from guardian_certs.authority import LEAF_DAYS


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return make_authority(tmp_path_factory.mktemp("ca") / "deeper", "Test authority")


def handshake(authority, leaf, name):
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(leaf.certificate, leaf.key)
    client = ssl.create_default_context(cafile=authority.certificate)
    ours, theirs = socket.socketpair()

    def serve():
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with client.wrap_socket(ours, server_hostname=name) as stream:
            return stream.getpeercert()
    finally:
        ours.close()
        thread.join()


@pytest.mark.parametrize("name", ["shop.example.test", "deep.wild.example.test", "127.0.0.1"], ids=["name", "wildcard", "address"])
def test_convinces_a_client_that_trusts_it(authority, name):
    leaf = authority.leaf(["shop.example.test", "*.wild.example.test", "127.0.0.1"])
    assert handshake(authority, leaf, name)["issuer"] == ((("commonName", "Test authority"),),)


def test_convinces_nobody_of_another_name(authority):
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(authority, authority.leaf(["shop.example.test"]), "bank.example.test")


def test_keeps_files_private_and_leaves_short(authority):
    leaf = authority.leaf(["shop.example.test"])
    for path in (authority.key, authority.certificate, leaf.key, leaf.certificate):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    certificate = x509.load_pem_x509_certificate(leaf.certificate.read_bytes())
    assert (certificate.not_valid_after_utc - certificate.not_valid_before_utc).days == LEAF_DAYS < 200


def test_is_made_once(authority):
    before = authority.certificate.read_bytes()
    assert make_authority(authority.folder, "Another name").certificate.read_bytes() == before


def test_hides_the_key_from_repr(authority):
    assert "key" not in repr(authority)


def test_wants_a_host(authority):
    with pytest.raises(ValueError, match="at least one host"):
        authority.leaf([])
