"""The system's store: really compiled below another root; commands of systems that are not here as a table."""

import shutil

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import Place
from guardian_core.trust.system import SystemStore

needs_debian = pytest.mark.skipif(not shutil.which("update-ca-certificates"), reason="no update-ca-certificates here")


@pytest.fixture
def debian(tmp_path, other):
    """A Debian without its package: one authority, chosen in its configuration."""
    root = tmp_path / "root"
    for folder in (
        "etc/ssl/certs",
        "usr/share/ca-certificates/mozilla",
        "usr/local/share/ca-certificates",
        "etc/ca-certificates/update.d",
    ):
        (root / folder).mkdir(parents=True)
    (root / "usr/share/ca-certificates/mozilla/Public.crt").write_text(other.pem)
    (root / "etc/ca-certificates.conf").write_text("mozilla/Public.crt\n")
    return Place(root=root, platform="linux")


@needs_debian
def test_installs_and_removes_on_debian(debian, ours, other, take):
    store = SystemStore(debian)
    bundle = debian.root / "etc/ssl/certs/ca-certificates.crt"
    assert store.title == "system (Debian)"
    assert store.look(ours).state == "missing"
    take(store.install(ours))
    assert store.look(ours).state == "trusted"
    assert other.is_in(bundle.read_text())
    assert store.install(ours) == ()
    take(store.remove(ours))
    assert store.look(ours).state == "missing"
    assert not ours.is_in(bundle.read_text())
    assert other.is_in(bundle.read_text())
    assert store.remove(ours) == ()
    assert [path.name for path in (debian.root / "etc/ssl/certs").iterdir() if "guardian" in path.name] == []


@needs_debian
def test_replaces_an_authority_that_is_no_longer_in_use(debian, ours, other, take):
    store = SystemStore(debian)
    (debian.root / "etc/ca-certificates.conf").write_text("")
    take(store.install(ours))
    assert store.look(other).state == "outdated"
    take(store.install(other))
    assert (store.look(other).state, store.look(ours).state) == ("trusted", "outdated")


@needs_debian
def test_knows_a_file_that_was_never_compiled_in(debian, ours):
    (debian.root / "usr/local/share/ca-certificates/guardianagent.crt").write_text(ours.pem)
    assert SystemStore(debian).look(ours).says == "the file is there, and not compiled in"


ELSEWHERE = {
    "Fedora": ("etc/pki/ca-trust/source/anchors", "update-ca-trust extract", "update-ca-trust extract"),
    "Arch": ("etc/ca-certificates/trust-source/anchors", "update-ca-trust extract", "update-ca-trust extract"),
    "SUSE": ("etc/pki/trust/anchors", "update-ca-certificates", "update-ca-certificates"),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_shows_the_commands_of_another_distribution(tmp_path, ours, name):
    folder, refresh, forget = ELSEWHERE[name]
    anchors = tmp_path / folder
    anchors.mkdir(parents=True)
    store = SystemStore(Place(root=tmp_path, platform="linux", which=lambda program: program))
    assert store.title == f"system ({name})"
    file = anchors / "guardianagent.crt"
    assert [step.shown for step in store.install(ours)] == [
        f"install -m 0644 {ours.path} {file}",
        f"chroot {tmp_path} {refresh}",
    ]
    file.write_text(ours.pem)
    assert [step.shown for step in store.remove(ours)] == [f"rm -f {file}", f"chroot {tmp_path} {forget}"]


def test_shows_the_commands_of_macos_and_windows(ours):
    macos, windows = (SystemStore(Place(platform=platform)) for platform in ("darwin", "win32"))
    (step,) = macos.install(ours)
    assert step.shown.removeprefix("sudo ") == (
        f"security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain {ours.path}"
    )
    (step,) = windows.install(ours)
    assert step.shown == f"certutil -user -addstore Root {ours.path}"
    assert (macos.title, windows.title) == ("system (macOS)", "system (Windows)")


def test_says_which_package_is_missing(tmp_path, ours):
    (tmp_path / "usr/local/share/ca-certificates").mkdir(parents=True)
    store = SystemStore(Place(root=tmp_path, platform="linux", which={"apt-get": "/usr/bin/apt-get"}.get))
    with pytest.raises(TrustError, match="update-ca-certificates is not installed: apt-get install ca-certificates"):
        store.install(ours)
    nowhere = SystemStore(Place(root=tmp_path / "empty", platform="linux"))
    assert nowhere.look(ours).state == "absent"
    assert nowhere.remove(ours) == ()
