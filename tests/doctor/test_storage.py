"""Databases and folders, really broken; and a clock that is behind."""

import os
import shutil
import sqlite3
import stat
import subprocess
import time

import pytest
from guardian_addons.authority import make

from guardian_core.audit import Journal
from guardian_core.doctor import storage
from guardian_core.settings import Settings


@pytest.fixture
def settings(tmp_path):
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    return Settings(home=home)


def test_says_that_there_is_nothing_yet(settings):
    assert [check(settings).state for check in (storage.journal, storage.policies)] == ["ok", "ok"]
    assert not list(settings.home.iterdir())


def test_finds_a_home_that_others_can_look_into(settings):
    assert storage.home(settings.home).state == "ok"
    settings.home.chmod(0o755)
    check = storage.home(settings.home)
    assert check.state == "note"  # what matters in it is closed by itself
    subprocess.run(["sh", "-c", check.command], check=True)
    assert stat.S_IMODE(settings.home.stat().st_mode) == 0o700


def test_finds_a_home_that_is_none(tmp_path):
    (tmp_path / "home").write_text("a file")
    assert storage.home(tmp_path / "home").says.endswith("is not a folder")


SECRETS = ("identities.json", "digest.key", "audit.db", "grants.db", "ca/mitmproxy-ca.pem")


@pytest.mark.parametrize(("mode", "state"), [(0o755, "problem"), (0o700, "note")], ids=["open home", "closed home"])
def test_finds_secrets_that_others_can_read(settings, mode, state):
    (settings.home / "ca").mkdir(mode=0o755)
    for name in SECRETS:
        (settings.home / name).write_bytes(b"secret")
        (settings.home / name).chmod(0o600)
    assert storage.secrets(settings).state == "ok"
    for folder in settings.home.parents:  # pytest's own folders are closed
        if folder.stat().st_uid == os.getuid() and "pytest-of" in str(folder):
            folder.chmod(0o755)
    settings.home.chmod(mode)
    (settings.home / "ca" / "mitmproxy-ca-cert.pem").write_bytes(b"for everybody")
    for name in SECRETS:
        (settings.home / name).chmod(0o644)
    check = storage.secrets(settings)
    assert check.state == state
    assert all(name.rpartition("/")[2] in check.says for name in SECRETS)
    assert "cert" not in check.says
    subprocess.run(["sh", "-c", check.command], check=True)
    assert storage.secrets(settings).state == "ok"
    assert stat.S_IMODE((settings.home / "digest.key").stat().st_mode) == 0o600


def test_finds_values_that_lie_elsewhere_and_others_can_read(settings, tmp_path):
    path = tmp_path / "my values.json"
    path.write_text("{}")
    path.chmod(0o640)
    elsewhere = settings.model_copy(update={"detect": settings.detect.model_copy(update={"identities": path})})
    assert storage.secrets(elsewhere).command == f"chmod 600 '{path}'"


def test_reads_and_writes_what_is_whole(settings):
    Journal(settings.home / "audit.db", retention_days=1).close()
    with sqlite3.connect(settings.home / "policies.db") as db:
        db.execute("create table policies (host)")
    assert [check(settings).state for check in (storage.journal, storage.policies)] == ["ok", "ok"]


@pytest.mark.parametrize(("check", "name"), [(storage.journal, "audit.db"), (storage.policies, "policies.db")])
@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 40, None], ids=["garbage", "folder"])
def test_finds_a_database_that_is_none_and_says_what_helps(settings, check, name, content):
    path = settings.home / name
    path.mkdir() if content is None else path.write_bytes(content)
    found = check(settings)
    assert found.state == "problem"
    subprocess.run(["sh", "-c", found.command], check=True)
    assert check(settings).state == "ok"


def test_finds_pages_of_policies_damaged(settings):
    path = settings.home / "policies.db"
    with sqlite3.connect(path) as db:
        db.execute("create table policies (host text)")
        db.executemany("insert into policies values (?)", [("x" * 900,)] * 50)
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    path.write_bytes(content)
    assert storage.policies(settings).state == "problem"


def test_finds_a_journal_that_stays_locked(settings, monkeypatch):
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.2)
    Journal(settings.home / "audit.db", retention_days=1).close()
    other = sqlite3.connect(settings.home / "audit.db", isolation_level=None)
    other.execute("begin immediate")
    try:
        assert "stays locked" in storage.journal(settings).says
    finally:
        other.close()


def test_says_what_is_switched_off(settings):
    off = settings.model_copy(
        update={
            "audit": settings.audit.model_copy(update={"enabled": False}),
            "policy": settings.policy.model_copy(update={"enabled": False}),
        }
    )
    assert [check(off).state for check in (storage.journal, storage.policies)] == ["skipped", "note"]


def test_finds_the_clock_behind_the_authority_and_the_journal(settings):
    make(settings.home)
    now = time.time()
    (check,) = storage.clock(settings, now)
    assert check.state in {"ok", "note"}  # a note where nobody sets the clock of this machine
    (check,) = storage.clock(settings, now - 2 * 86_400)
    assert (check.state, "our authority is dated" in check.says) == ("problem", True)
    Journal(settings.home / "audit.db", retention_days=9).close()
    with sqlite3.connect(settings.home / "audit.db") as db:
        db.execute("insert into decisions (time) values (?)", [now + 7_200])
    (check,) = storage.clock(settings, now)
    assert (check.state, "the newest row of the journal is dated" in check.says) == ("problem", True)


def test_finds_a_full_disk(settings, monkeypatch):
    monkeypatch.setattr(storage, "ROOM", shutil.disk_usage(settings.home).total + 1)
    found = storage.home(settings.home)
    assert (found.state, found.command) == ("problem", f"df -h {settings.home}")
    assert "is full" in found.says
