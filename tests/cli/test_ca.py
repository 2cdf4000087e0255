"""guardian ca: the wiring of the stores; each store has tests of its own. The machine's own stores are never touched."""

import shutil
import subprocess

import pytest
from guardian_certs import make_authority

needs_certutil = pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")


@pytest.fixture(autouse=True)
def _user(tmp_path, monkeypatch):
    """A user of one's own, who has one profile of Firefox."""
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    profile = tmp_path / "user/.mozilla/firefox/abc.default"
    profile.mkdir(parents=True)
    if shutil.which("certutil"):
        subprocess.run(["certutil", "-d", f"sql:{profile}", "-N", "--empty-password"], check=True)


def state(as_json, name):
    result = as_json("ca", "install", name, "--dry-run")
    return result["stores"][0]["state"]


def test_says_that_there_is_no_authority_yet(guardian, home):
    result = guardian("ca", "status")
    assert result.exit_code == 2
    assert "there is no authority in" in result.stderr


@needs_certutil
def test_installs_and_removes_and_shows_both_first(guardian, as_json, home):
    shown = guardian("ca", "install", "firefox", "git", "--dry-run")
    assert shown.exit_code == 0
    assert "certutil -d sql:" in shown.stdout
    assert f"export GIT_SSL_CAINFO={home}/trust/bundle.pem" in shown.stdout
    assert state(as_json, "firefox") == "missing"
    done = guardian("ca", "install", "firefox", "git")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].split() == ["Firefox", "(NSS)", "trusted"]
    assert f". {home}/trust/environment.sh" in done.stdout
    again = as_json("ca", "install", "firefox", "git")
    assert [(row["state"], row["commands"]) for row in again["stores"]] == [("trusted", []), ("trusted", [])]
    assert again["shell"] == f". {home}/trust/environment.sh"
    gone = as_json("ca", "remove", "firefox", "git")
    assert [row["state"] for row in gone["stores"]] == ["missing", "missing"]
    assert [row["commands"] for row in as_json("ca", "remove", "firefox", "git")["stores"]] == [[], []]


@pytest.mark.skipif(not shutil.which("update-ca-certificates"), reason="no update-ca-certificates here")
def test_changes_the_system_in_a_folder(as_json, guardian, tmp_path):
    root = tmp_path / "image"
    for folder in ("etc/ssl/certs", "usr/share/ca-certificates", "usr/local/share/ca-certificates", "etc/ca-certificates/update.d"):
        (root / folder).mkdir(parents=True)
    public = make_authority(tmp_path / "public", "A public authority").certificate
    shutil.copy(public, root / "usr/share/ca-certificates/Public.crt")
    (root / "etc/ca-certificates.conf").write_text("Public.crt\n")
    (row,) = as_json("ca", "install", "system", "--root", root)["stores"]
    assert row["state"] == "trusted"
    assert str(root / "usr/local/share/ca-certificates/guardianagent.crt") in row["commands"][0]
    assert "system (Debian)" in guardian("ca", "status", "--root", root).stdout
    (row,) = as_json("ca", "remove", "system", "--root", root)["stores"]
    assert row["state"] == "missing"


def test_goes_on_after_a_store_that_cannot_be_changed(guardian):
    done = guardian("ca", "install", "java", "python")
    assert done.exit_code == 1
    java, python = done.stdout.splitlines()[:2]
    assert "NOT DONE: no Java here" in java
    assert python.endswith("trusted")


def test_shows_the_authority(guardian, as_json, home):
    guardian("ca", "install", "git", "--dry-run")
    found = as_json("ca", "show")
    assert found["certificate"] == str(home / "ca" / "mitmproxy-ca-cert.pem")
    assert found["sha256"].count(":") == 31
    assert found["sha256"] in guardian("ca", "show").stdout


def test_knows_no_other_store(refused):
    assert "is not one of 'system', 'firefox'" in refused("ca", "install", "netscape")
