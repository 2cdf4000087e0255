"""Databases in the home folder: private, shared, and said clearly where they cannot be used."""

import sqlite3
import subprocess
import sys
import threading

import pytest
from sqlite_utils import Migrations

from guardian_core.audit.journal import Journal
from guardian_core.database import open_database
from guardian_core.errors import StoreError

MIGRATIONS = Migrations("test")


@MIGRATIONS()
def create(db):
    db.execute("create table things (id integer primary key)")


def test_is_its_owners_alone_even_where_it_was_not(tmp_path):
    path = tmp_path / "new" / "a.db"
    open_database(path, MIGRATIONS).close()
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    open_database(path, MIGRATIONS).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_is_made_once_by_many_at_the_same_moment(tmp_path):
    made, barrier = [], threading.Barrier(8)

    def make():
        barrier.wait()
        made.append(open_database(tmp_path / "a.db", MIGRATIONS))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    made[0].execute("insert into things values (1)")
    made[0].conn.commit()
    assert [db.table("things").count for db in made] == [1] * 8
    for db in made:
        db.close()


def test_says_what_to_do_about_a_damaged_file(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"this is no database, " * 500)
    with pytest.raises(StoreError, match="move it away"):
        open_database(path, MIGRATIONS)


# As a command does while the proxy runs: the last connection that it knows of is closed, and with it the log goes.
READER = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('select * from sqlite_master').fetchall(); db.close()"


def _open_again(kind, path):
    return Journal(path, retention_days=1) if kind == "journal" else open_database(path, MIGRATIONS)


@pytest.mark.parametrize("kind", ["database", "journal"])
def test_stays_attached_when_it_is_opened_again_by_the_same_process(tmp_path, kind):
    """A proxy that takes up a new configuration opens its databases again; then a command reads them."""
    path = tmp_path / "a.db"
    _open_again(kind, path)
    first = sqlite3.connect(path, isolation_level=None)
    first.execute("create table notes (said text)")
    first.execute("begin")
    first.execute("select * from notes").fetchall()  # a shared lock, as a running proxy holds
    again = _open_again(kind, path)
    log = path.with_name("a.db-wal").stat().st_ino
    subprocess.run([sys.executable, "-c", READER, str(path)], check=True)
    first.execute("commit")
    first.execute("insert into notes values ('still here')")
    assert path.with_name("a.db-wal").stat().st_ino == log
    with sqlite3.connect(path) as other:
        assert other.execute("select said from notes").fetchall() == [("still here",)]
    again.close()
