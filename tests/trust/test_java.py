"""A keystore written and read by the real keytool; the machine's own is never touched."""

import os
import shutil
from pathlib import Path

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import Place
from guardian_core.trust.java import JavaStore

needs_java = pytest.mark.skipif(not shutil.which("keytool"), reason="no keytool here")


@pytest.fixture
def java(tmp_path):
    """A JAVA_HOME that is all ours, with the machine's keytool."""
    home = tmp_path / "java"
    (home / "lib/security").mkdir(parents=True)
    cacerts = next(iter(Path(os.path.realpath(shutil.which("java"))).parents[1].glob("lib/security/cacerts")), None)
    if cacerts is None:
        pytest.skip("this Java has no cacerts")
    shutil.copy(cacerts, home / "lib/security/cacerts")
    return JavaStore(Place(environment={"JAVA_HOME": str(home)}))


@needs_java
def test_installs_replaces_and_removes(java, ours, other, take):
    assert java.look(ours).state == "missing"
    take(java.install(other))
    assert java.look(ours).state == "outdated"
    take(java.install(ours))
    assert java.look(ours).state == "trusted"
    assert java.install(ours) == ()
    take(java.remove(ours))
    assert (java.look(ours).state, java.remove(ours)) == ("missing", ())


def test_says_that_there_is_no_java_and_no_keytool(tmp_path, ours):
    bare = JavaStore(Place(environment={}, which=lambda _: None))
    assert bare.look(ours).state == "absent"
    assert bare.remove(ours) == ()
    (tmp_path / "lib/security").mkdir(parents=True)
    (tmp_path / "lib/security/cacerts").touch()
    place = Place(environment={"JAVA_HOME": str(tmp_path)}, which={"apt-get": "yes"}.get)
    with pytest.raises(TrustError, match="keytool is not installed: apt-get install default-jre-headless"):
        JavaStore(place).install(ours)
