"""The authority is made once, whole, and its key is its owner's."""

import platform
import re
import stat
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.oid import NameOID
from guardian_addons import authority

from guardian_core.errors import SettingsError


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_makes_one_that_can_be_told_from_others(tmp_path):
    assert authority.make(tmp_path / "home")
    folder = tmp_path / "home" / "ca"
    certificate = x509.load_pem_x509_certificate((folder / "mitmproxy-ca-cert.pem").read_bytes())
    key = serialization.load_pem_private_key((folder / "mitmproxy-ca.pem").read_bytes(), None)
    assert certificate.public_key() == key.public_key()
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    assert re.fullmatch(r"GuardianAgent \d{4}-\d\d-\d\d [0-9a-f]{4}", name.value)
    assert platform.node() not in certificate.subject.rfc4514_string()
    assert (mode(tmp_path / "home"), mode(folder), mode(folder / "mitmproxy-ca.pem")) == (0o700, 0o700, 0o600)
    assert mode(folder / "mitmproxy-ca.p12") == 0o600
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["ca"]


def test_keeps_the_one_that_is_there_and_closes_what_stands_open(tmp_path):
    authority.make(tmp_path)
    key = tmp_path / "ca" / "mitmproxy-ca.pem"
    before = key.read_bytes()
    key.chmod(0o644)
    (tmp_path / "ca").chmod(0o755)
    (tmp_path / "ca" / "mitmproxy-ca-cert.pem").unlink()
    assert not authority.make(tmp_path)
    assert key.read_bytes() == before
    assert (mode(key), mode(tmp_path / "ca")) == (0o600, 0o700)
    shown = x509.load_pem_x509_certificate((tmp_path / "ca" / "mitmproxy-ca-cert.pem").read_bytes())
    assert shown == x509.load_pem_x509_certificate(before)
    assert b"PRIVATE" not in (tmp_path / "ca" / "mitmproxy-ca-cert.pem").read_bytes()


def test_moves_into_a_folder_that_holds_something_else(tmp_path):
    (tmp_path / "ca").mkdir()
    (tmp_path / "ca" / "note").write_text("mine")
    assert authority.make(tmp_path)
    assert (tmp_path / "ca" / "note").read_text() == "mine"
    assert (tmp_path / "ca" / "mitmproxy-ca.pem").exists()


def test_agrees_with_one_that_is_made_at_the_same_time(tmp_path):
    made = []
    threads = [threading.Thread(target=lambda: made.append(authority.make(tmp_path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(made) == 1
    folder = tmp_path / "ca"
    key = serialization.load_pem_private_key((folder / "mitmproxy-ca.pem").read_bytes(), None)
    assert x509.load_pem_x509_certificate((folder / "mitmproxy-ca-cert.pem").read_bytes()).public_key() == key.public_key()


def test_says_what_to_do_about_a_file_that_is_no_authority(tmp_path):
    authority.make(tmp_path)
    key = tmp_path / "ca" / "mitmproxy-ca.pem"
    authority.make(tmp_path / "other")
    certificate = (tmp_path / "other" / "ca" / "mitmproxy-ca-cert.pem").read_bytes()
    for content in (b"", key.read_bytes()[:200], key.read_bytes().split(b"-----BEGIN CERT")[0] + certificate):
        key.write_bytes(content)
        with pytest.raises(SettingsError, match=r"holds no authority that can be used: move .*/ca away"):
            authority.make(tmp_path)


def test_shows_the_certificate_of_the_key_that_is_used(tmp_path):
    """A key that was exchanged by hand: stores must be given its certificate, not the one before."""
    for home in (tmp_path, tmp_path / "other"):
        authority.make(home)
    (tmp_path / "ca" / "mitmproxy-ca.pem").write_bytes((tmp_path / "other" / "ca" / "mitmproxy-ca.pem").read_bytes())
    authority.make(tmp_path)
    shown = [(home / "ca" / "mitmproxy-ca-cert.pem").read_bytes() for home in (tmp_path, tmp_path / "other")]
    assert shown[0] == shown[1]
