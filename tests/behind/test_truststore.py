"""A file that the real keytool reads, with every certificate of the bundle once."""

import shutil
import stat
import subprocess

import pytest
from guardian_certs import make_authority

from guardian_core.behind.truststore import truststore


@pytest.fixture
def bundle(tmp_path):
    pems = [make_authority(tmp_path / name, f"Authority {name}").certificate.read_text() for name in ("one", "other")]
    path = tmp_path / "bundle.pem"
    broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    path.write_text("# the system's\n" + pems[0] + broken + pems[1] + pems[0])
    return path


@pytest.mark.skipif(not shutil.which("keytool"), reason="no keytool here")
def test_is_read_by_java(bundle):
    path = truststore(bundle)
    command = ["keytool", "-list", "-keystore", str(path), "-storepass", "changeit"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.count("trustedCertEntry") == 2


def test_is_made_once_for_each_bundle(bundle, tmp_path):
    path = truststore(bundle)
    before = path.stat().st_mtime_ns
    assert truststore(bundle) == path
    assert path.stat().st_mtime_ns == before
    bundle.write_text(bundle.read_text() + "# changed\n")
    assert truststore(bundle) != path
    assert len(list(tmp_path.glob("*.p12"))) == 1
    assert stat.S_ISREG(truststore(bundle).stat().st_mode)
