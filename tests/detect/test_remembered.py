"""What is remembered, and what is not."""

from guardian_core.detect import remembered as module
from guardian_core.detect.remembered import Remembered


def test_reads_a_text_once():
    seen = []
    known = Remembered(lambda text: (seen.append(text), len(text))[1:])
    assert [known("Dana"), known("Dana"), known("\ud83d")] == [(4,), (4,), (1,)]
    assert seen == ["Dana", "\ud83d"]


def test_forgets_what_was_not_asked_for_longest(monkeypatch):
    monkeypatch.setattr(module, "_KEPT", 2)
    seen = []
    known = Remembered(lambda text: (seen.append(text), 1)[1:])
    for text in ("a", "b", "a", "c", "a", "b"):
        known(text)
    assert seen == ["a", "b", "c", "b"]


def test_keeps_no_text():
    known = Remembered(lambda _: ())
    known("I am Canary Lindqvist")
    assert "Canary" not in repr(vars(known))
