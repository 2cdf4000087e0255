"""Which keys were seen before."""

from guardian_core import before
from guardian_core.before import Before


def test_a_key_is_seen_from_the_second_time_on():
    memory = Before()
    assert [memory.seen(key) for key in "abab"] == [False, False, True, True]
    memory.forget()
    assert not memory.seen("a")


def test_what_is_remembered_is_bounded(monkeypatch):
    """What was first seen is forgotten first."""
    monkeypatch.setattr(before, "KEPT", 2)
    memory = Before()
    assert [memory.seen(key) for key in "abca"] == [False] * 4
    assert memory.seen("c")
