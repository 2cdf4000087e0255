"""The certificate is known by its bytes, whatever stands around them."""

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import certificate


def test_finds_itself_in_a_bundle(ours, other):
    assert ours.is_in("# a comment\n" + other.pem + ours.pem.replace("\n", "\r\n"))
    assert not ours.is_in(other.pem)
    assert (len(ours.sha1), len(ours.sha256)) == (40, 64)


def test_says_how_one_is_made(tmp_path):
    with pytest.raises(TrustError, match=r"there is no authority in .* yet: guardian ca install makes it"):
        certificate(tmp_path)
    (tmp_path / "ca").mkdir()
    (tmp_path / "ca" / "mitmproxy-ca-cert.pem").write_text("nothing")
    with pytest.raises(TrustError, match="holds no certificate: remove it"):
        certificate(tmp_path)
