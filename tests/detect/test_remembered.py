"""What is remembered, and what is not."""

from guardian_core.detect import remembered as module
from guardian_core.detect.remembered import Remembered


def test_knows_what_it_was_told():
    known = Remembered()
    assert known.get("Dana") is None
    known.put("Dana", (4,))
    known.put("\ud83d", ())
    assert [known.get("Dana"), known.get("\ud83d"), known.get("dana")] == [(4,), (), None]


def test_forgets_what_was_not_asked_for_longest(monkeypatch):
    monkeypatch.setattr(module, "_KEPT", 2)
    known = Remembered()
    for text in ("a", "b"):
        known.put(text, ())
    known.get("a")
    known.put("c", ())
    assert [text for text in "abc" if known.get(text) is not None] == ["a", "c"]


def test_keeps_no_text():
    known = Remembered()
    known.put("I am Canary Lindqvist", ())
    assert "Canary" not in repr(vars(known))
