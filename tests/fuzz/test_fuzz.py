"""The parsers under a fuzzer for a bounded time, and ten planted faults that it finds: what finds nothing proves nothing.

A whole campaign: python -m tests.fuzz.engine --seconds 600 --keep
"""

import pytest
from guardian_addons import parts

from guardian_core.actions import bodies, coding, escapes, protobuf_items, views, writing
from guardian_core.anonymize.restore import events, texts
from tests.fuzz.engine import FoundError, fuzz
from tests.fuzz.targets import TARGETS

SECONDS = 1.0


@pytest.mark.parametrize("target", TARGETS)
def test_finds_no_crash_no_hang_and_no_byte_changed_outside_an_edit(target):
    report = fuzz(target, TARGETS[target], seconds=SECONDS, seed=1)
    assert report.executions > 10
    assert report.lines > 20


def splice_loses_a_byte(patch):
    real = writing.splice
    patch.setattr(
        writing, "splice", lambda data, splices: real(data, [(begin, min(end + 1, len(data)), new) for begin, end, new in splices])
    )


def letters_of_escapes_lie_elsewhere(patch):
    def moved(pieces):
        return [
            (begin, end, said, [at + 3 for at in sources] if len(said) > 1 else sources) for begin, end, said, sources in pieces
        ]

    real = views.respell
    patch.setattr(escapes, "respell", lambda view, pieces, encoder: real(view, moved(pieces), encoder))


def no_cap(patch):
    patch.setitem(coding.CODINGS, "gzip", lambda data, cap: coding._zlib("gzip", 31)(data, cap * 10_000))


def a_corrupt_body_raises(patch):
    def undo(data, cap):
        message = "corrupt"
        raise ValueError(message)

    patch.setitem(coding.CODINGS, "br", undo)


def lengths_of_one_byte(patch):
    patch.setattr(protobuf_items, "_size", lambda length, wide: length.to_bytes(4, "big") if wide else bytes([length & 0x7F]))


def boundaries_that_are_cut_are_missed(patch):
    real = parts.TextParts.feed
    patch.setattr(
        parts.TextParts,
        "feed",
        lambda self, data, done=0: real(self, data.replace(b"--B", b"--b") if len(data) > 35 else data, done=done),
    )


def the_tail_is_lost(patch):
    patch.setattr(parts.TextParts, "finish", lambda self, done=0: b"")


def a_reply_loses_its_end(patch):
    patch.setattr(events.Events, "finish", lambda self: [])
    patch.setattr(texts.Documents, "finish", lambda self: [])


def a_quadratic_reader(patch):
    real = bodies.read_json

    def slow(view, path, key, out, leaf):
        for at in range(len(view.text)):
            sum(letter == "x" for letter in view.text[at:] * 3)
        return real(view, path, key, out, leaf)

    patch.setattr(bodies, "read_json", slow)


def a_deep_body_overflows(patch):
    def nest(view, path, key, out, leaf):
        return nest(view, path, key, out, leaf)

    patch.setattr(bodies, "read_form", nest)


PLANTED = {
    "a splice that takes one byte more": ("body", splice_loses_a_byte),
    "letters of escapes that lie elsewhere": ("body", letters_of_escapes_lie_elsewhere),
    "a reader that takes quadratic time": ("body", a_quadratic_reader),
    "a reader that calls itself": ("body", a_deep_body_overflows),
    "no cap while decoding": ("codings", no_cap),
    "a decoder that raises": ("codings", a_corrupt_body_raises),
    "lengths of one byte": ("protobuf", lengths_of_one_byte),
    "boundaries missed where they are cut": ("parts", boundaries_that_are_cut_are_missed),
    "the end of a form lost": ("parts", the_tail_is_lost),
    "the end of a reply lost": ("replies", a_reply_loses_its_end),
}
assert len(PLANTED) == 10


@pytest.mark.parametrize("name", PLANTED)
def test_finds_a_planted_fault(name, monkeypatch):
    target, plant = PLANTED[name]
    plant(monkeypatch)
    with pytest.raises(FoundError):
        fuzz(target, TARGETS[target], seconds=45, seed=3)
