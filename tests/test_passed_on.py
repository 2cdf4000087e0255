"""Which client is passed on to which host: counted, kept in the home folder, over in time, forgotten by whichever process."""

import sqlite3
import stat

import pytest

from guardian_core import passed_on
from guardian_core.database import in_memory
from guardian_core.errors import StoreError
from guardian_core.passed_on import PassedOn, migrations, opened, path_of, usable
from guardian_core.wire_settings import ExceptionSettings

LEARN = ExceptionSettings(learn=True, hours=1)
AT_ONCE = ExceptionSettings(learn=True, hours=1, failures=1)


def store_at(clock):
    return PassedOn(in_memory(migrations), lambda: clock[0])


def test_learns_by_client_and_host_and_forgets_in_time():
    clock = [1_000_000.0]
    store = store_at(clock)
    assert not store.refused("a", "x.test", LEARN)
    assert not store.refused("b", "x.test", LEARN)
    assert store.refused("a", "x.test", LEARN)
    assert store.knows("a", "x.test", LEARN)
    assert not store.knows("b", "x.test", LEARN)
    assert not store.knows("a", "y.test", LEARN)
    (one,) = store.listed(LEARN)
    assert (one.client, one.host, one.until(LEARN)) == ("a", "x.test", 1_003_600.0)
    clock[0] += 3_601
    assert not store.knows("a", "x.test", LEARN)
    assert store.listed(LEARN) == ()


def test_a_clock_that_is_set_back_lengthens_nothing_and_fewer_hours_count_at_once():
    clock = [1_000_000.0]
    store = store_at(clock)
    store.refused("a", "x.test", AT_ONCE)
    clock[0] += 1_900
    assert not store.knows("a", "x.test", ExceptionSettings(learn=True, hours=0.5))
    assert store.knows("a", "x.test", AT_ONCE)
    clock[0] -= 86_400
    assert not store.knows("a", "x.test", AT_ONCE)


def test_refusals_long_apart_do_not_count_together(monkeypatch):
    store = store_at([0.0])
    assert not store.refused("a", "x.test", LEARN)
    monkeypatch.setattr(passed_on, "WINDOW", 0.0)
    assert not store.refused("a", "x.test", LEARN)


def test_memory_and_disk_are_bounded(monkeypatch):
    monkeypatch.setattr(passed_on, "MOST", 5)
    store = store_at([0.0])
    for number in range(12):
        store.refused("a", f"{number}.test", AT_ONCE)
    assert [one.host for one in store.listed(AT_ONCE)] == [f"{number}.test" for number in range(11, 6, -1)]
    for number in range(12):
        store.refused("b", f"{number}.test", LEARN)
    assert not store.refused("b", "0.test", LEARN)  # it was counted so long ago that it is no longer known
    assert store.refused("b", "11.test", LEARN)


def test_survives_a_restart_and_is_its_owners_alone(tmp_path):
    first = opened(tmp_path)
    assert first.refused("192.0.2.7", "pinned.test", AT_ONCE)
    first.close()
    again = opened(tmp_path)
    assert again.knows("192.0.2.7", "pinned.test", AT_ONCE)
    again.close()
    assert stat.S_IMODE(path_of(tmp_path).stat().st_mode) == 0o600


def test_another_process_forgets_one_or_all(tmp_path):
    proxy, command = opened(tmp_path), opened(tmp_path)
    for host in ("x.test", "y.test", "z.test"):
        proxy.refused("a", host, AT_ONCE)
    number = next(one.id for one in command.listed(AT_ONCE) if one.host == "y.test")
    assert command.forget(number) == 1
    assert command.forget(number) == 0
    assert [proxy.knows("a", host, AT_ONCE) for host in ("x.test", "y.test", "z.test")] == [True, False, True]
    assert command.forget() == 2
    assert not proxy.knows("a", "x.test", AT_ONCE)
    assert proxy.refused("a", "x.test", AT_ONCE)
    proxy.close()
    command.close()


def test_what_is_forgotten_must_be_refused_anew_as_often():
    store = store_at([0.0])
    assert [store.refused("a", "x.test", LEARN) for _ in range(2)] == [False, True]
    store.forget()
    assert not store.knows("a", "x.test", LEARN)
    assert not store.refused("a", "x.test", LEARN)
    assert store.refused("a", "x.test", LEARN)


def test_a_file_that_cannot_be_used_costs_the_memory_only(tmp_path, caplog):
    path_of(tmp_path).write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="move it away"):
        opened(tmp_path)
    store = usable(tmp_path)
    assert "ends with this run" in caplog.text
    assert store.refused("a", "x.test", AT_ONCE)
    assert store.knows("a", "x.test", AT_ONCE)


def test_a_database_that_is_locked_or_gone_passes_nobody_on(tmp_path, monkeypatch):
    monkeypatch.setattr("guardian_core.database.BUSY_SECONDS", 0.05)
    store = opened(tmp_path)
    other = sqlite3.connect(path_of(tmp_path), isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreError, match="locked"):
        store.refused("a", "x.test", AT_ONCE)
    assert not store.knows("a", "x.test", AT_ONCE)
    other.execute("drop table passed_on")
    other.execute("commit")
    assert not store.knows("a", "x.test", AT_ONCE)
    other.close()
    store.close()
