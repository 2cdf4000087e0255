"""Every way in which an authority can be broken, done to a real one."""

import datetime
import shutil
import subprocess

import pytest
from guardian_addons.authority import make

from guardian_core.doctor.authority import authority, trusting
from guardian_core.trust import Place, certificate
from guardian_core.trust.nss import firefox

NOW = datetime.datetime.now(datetime.UTC)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("made")
    make(home)
    return home


@pytest.fixture
def home(made, tmp_path):
    shutil.copytree(made, tmp_path / "home", copy_function=shutil.copy2)
    return tmp_path / "home"


def found(home, now=NOW):
    return {check.name: check for check in authority(home, now)}


def test_is_content_with_one_that_is_whole(home):
    assert {check.state for check in found(home).values()} == {"ok"}


def test_misses_it(tmp_path):
    (check,) = authority(tmp_path, NOW)
    assert (check.state, check.command) == ("problem", "guardian ca install")


def test_finds_it_damaged(home):
    (home / "ca/mitmproxy-ca.pem").write_text("-----BEGIN RSA PRIVATE KEY-----\n")
    (check,) = authority(home, NOW)
    assert check.says.startswith(f"{home}/ca/mitmproxy-ca.pem is damaged")
    assert check.command == f"mv {home}/ca {home}/ca.old"
    subprocess.run(["sh", "-c", check.command], check=True)
    make(home)
    assert {check.state for check in found(home).values()} == {"ok"}


def test_finds_a_key_of_another(home, tmp_path):
    make(tmp_path / "other")
    key = (home / "ca/mitmproxy-ca.pem").read_text()
    other = certificate(tmp_path / "other").pem
    (home / "ca/mitmproxy-ca.pem").write_text(key.split("-----BEGIN CERTIFICATE")[0] + other)
    assert "not of each other" in found(home)["authority"].says


def test_finds_that_clients_are_given_the_certificate_of_another(home, tmp_path):
    make(tmp_path / "other")
    shutil.copy(tmp_path / "other/ca/mitmproxy-ca-cert.pem", home / "ca/mitmproxy-ca-cert.pem")
    check = found(home)["authority's certificate"]
    assert (check.state, check.command) == ("problem", "guardian ca install")
    make(home)  # what the command does first
    assert "authority's certificate" not in found(home)
    (home / "ca/mitmproxy-ca-cert.pem").unlink()
    assert found(home)["authority's certificate"].state == "problem"


def test_finds_it_expired_and_about_to(home):
    years = datetime.timedelta(days=3640)
    assert found(home, NOW + years + datetime.timedelta(days=20))["authority"].state == "problem"
    assert found(home, NOW + years)["authority"].state == "note"


@pytest.mark.parametrize(("name", "mode"), [("ca/mitmproxy-ca.pem", 0o640), ("ca", 0o755)])
def test_finds_it_open_to_others_and_says_what_closes_it(home, name, mode):
    (home / name).chmod(mode)
    check = found(home)["authority's key"]
    assert check.state == "problem"
    subprocess.run(["sh", "-c", check.command], check=True)
    assert found(home)["authority's key"].state == "ok"


@pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")
def test_names_each_store_that_lacks_it(home, tmp_path):
    user = tmp_path / "user"
    profile = user / ".mozilla/firefox/abc.default"
    profile.mkdir(parents=True)
    subprocess.run(["certutil", "-d", f"sql:{profile}", "-N", "--empty-password"], check=True)
    place = Place(root=tmp_path / "nothing", user=user, environment={}, which=lambda name: shutil.which(name, path="/usr/bin:/bin"))

    def state():
        return {check.name: check for check in trusting(home, place)}

    assert (state()["trust: firefox"].state, state()["trust: firefox"].command) == ("note", "guardian ca install firefox")
    assert state()["trust: system"].state == "skipped"
    for step in firefox(place).install(certificate(home)):
        step.do()
    assert state()["trust: firefox"].state == "ok"
    make(tmp_path / "other")
    shutil.copy(tmp_path / "other/ca/mitmproxy-ca-cert.pem", home / "ca/mitmproxy-ca-cert.pem")
    assert state()["trust: firefox"].state == "problem"
    assert list(trusting(tmp_path / "nowhere", place)) == []
