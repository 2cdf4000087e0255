"""Databases of Firefox and Chromium, written and read by the real certutil."""

import shutil
import subprocess

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import Place, nss

needs_certutil = pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil here (libnss3-tools)")


@pytest.fixture
def profiles(place):
    """Two profiles of Firefox, one of them of the snap."""
    folders = [place.user / ".mozilla/firefox/abc.default", place.user / "snap/firefox/common/.mozilla/firefox/def.default"]
    for folder in folders:
        folder.mkdir(parents=True)
        subprocess.run(["certutil", "-d", f"sql:{folder}", "-N", "--empty-password"], check=True)
    return folders


def names(folder):
    done = subprocess.run(["certutil", "-L", "-d", f"sql:{folder}"], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.startswith("GuardianAgent")]


@needs_certutil
def test_reaches_every_profile(place, profiles, ours, take):
    store = nss.firefox(place)
    assert store.databases == tuple(sorted(profiles))
    assert store.look(ours).state == "missing"
    take(store.install(ours))
    assert store.look(ours).state == "trusted"
    assert [line.split()[-1] for folder in profiles for line in names(folder)] == ["C,,", "C,,"]
    assert store.install(ours) == ()
    take(store.remove(ours))
    assert [names(folder) for folder in profiles] == [[], []]
    assert store.remove(ours) == ()


@needs_certutil
def test_names_the_one_profile_that_lacks_it(place, profiles, ours, take):
    store = nss.firefox(place)
    take(store.install(ours))
    subprocess.run(["certutil", "-D", "-d", f"sql:{profiles[1]}", "-n", "GuardianAgent"], check=True)
    assert store.look(ours) == nss.Seen("missing", str(profiles[1]))


@needs_certutil
def test_replaces_an_older_one_and_one_that_is_not_trusted(place, profiles, ours, other, take):
    store = nss.firefox(place)
    take(store.install(other))
    assert store.look(ours).state == "outdated"
    take(store.install(ours))
    assert (store.look(ours).state, store.look(other).state) == ("trusted", "outdated")
    subprocess.run(["certutil", "-M", "-d", f"sql:{profiles[0]}", "-n", "GuardianAgent", "-t", ",,"], check=True)
    assert store.look(ours).state == "outdated"
    take(store.install(ours))
    assert store.look(ours).state == "trusted"


@needs_certutil
def test_makes_the_database_that_chromium_has_not_made_yet(place, ours, take):
    here = Place(
        user=place.user, platform="linux", which=lambda name: shutil.which(name) or ("yes" if name == "chromium" else None)
    )
    store = nss.chromium(here)
    assert store.look(ours).state == "missing"
    assert store.remove(ours) == ()
    take(store.install(ours))
    assert nss.chromium(here).look(ours).state == "trusted"
    assert names(place.user / ".pki/nssdb")


def test_says_what_to_install(place, ours):
    (place.user / ".mozilla/firefox/abc.default").mkdir(parents=True)
    (place.user / ".mozilla/firefox/abc.default/cert9.db").touch()
    bare = Place(user=place.user, environment={}, which={"apt-get": "/usr/bin/apt-get"}.get)
    store = nss.firefox(bare)
    assert store.look(ours).says == "certutil is not installed: apt-get install libnss3-tools"
    with pytest.raises(TrustError, match=r"^certutil is not installed: apt-get install libnss3-tools$"):
        store.install(ours)


def test_says_that_there_is_no_browser(place, ours):
    bare = Place(user=place.user, platform="linux", which=lambda _: None)
    assert (nss.firefox(bare).look(ours).state, nss.chromium(bare).look(ours).state) == ("absent", "absent")
    with pytest.raises(TrustError, match="no profile of Firefox here"):
        nss.firefox(bare).install(ours)
    assert nss.chromium(Place(user=place.user, platform="darwin")).look(ours).says == "Chromium uses the system's store here"
