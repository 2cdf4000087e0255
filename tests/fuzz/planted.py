"""Faults planted into the parsers in memory, each for the length of a campaign that has to find it.

    python -m tests.fuzz.planted [--seconds 60] [--seed 3]

One JSON object a fault: whether it was found, after how many executions and seconds. Ends with 1 where one was not found.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from guardian_addons import frames, large, parts

from guardian_core import uploads
from guardian_core.actions import bodies, coding, escapes, protobuf_items, reading, views, writing
from guardian_core.anonymize.restore import events, texts
from tests.fuzz import wire_targets
from tests.fuzz.engine import FoundError, fuzz
from tests.fuzz.targets import TARGETS

Plant = Callable[[pytest.MonkeyPatch], None]


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
    patch.setattr(parts.TextParts, "finish", lambda self, done=0: [])


def a_reply_loses_its_end(patch):
    patch.setattr(events.Events, "finish", lambda self: [])
    patch.setattr(texts.Documents, "finish", lambda self: [])


def a_quadratic_reader(patch):
    real = bodies.read_json

    def slow(view, path, key, out, leaf):
        for at in range(len(view.text)):
            sum(letter == "x" for letter in view.text[at:] * 12)
        return real(view, path, key, out, leaf)

    patch.setattr(bodies, "read_json", slow)


def a_deep_body_overflows(patch):
    def nest(view, path, key, out, leaf):
        return nest(view, path, key, out, leaf)

    patch.setattr(bodies, "read_form", nest)


def a_part_may_be_edited(patch):
    real = writing.write
    patch.setattr(wire_targets.actions, "write", lambda read, edits: real(replace(read, part=None), edits))


def an_edit_of_a_header_that_takes_what_follows(patch):
    real = writing._spliced_headers
    patch.setattr(
        writing,
        "_spliced_headers",
        lambda headers, named, splices: real(headers, named, [(begin, end + 2, new) for begin, end, new in splices]),
    )


def what_is_cut_is_not_joined(patch):
    patch.setattr(reading, "read_seams", lambda request, chunk: [])


def the_ends_of_short_parts_do_not_add_up(patch):
    real = uploads.Uploads._keep
    nothing = uploads._Edge(b"", None)
    patch.setattr(uploads.Uploads, "_keep", lambda self, request, part, body, *_: real(self, request, part, body, nothing, nothing))


def a_beginning_that_is_sent_twice(patch):
    real = large.Passing._skip

    def twice(self, data):
        out = real(self, data)
        self._is_begun = self._is_begun and len(data) <= 30
        return out

    patch.setattr(large.Passing, "_skip", twice)


def a_letter_that_is_cut(patch):
    def cut(self, content):
        for at in range(0, max(1, len(content)), self.FRAGMENT_SIZE):
            yield self.msg(content[at : at + self.FRAGMENT_SIZE], at + self.FRAGMENT_SIZE >= len(content))

    patch.setattr(frames, "_cut", cut)


def an_envelope_that_keeps_its_length(patch):
    real = protobuf_items._size
    patch.setattr(protobuf_items, "_size", lambda length, wide: real(min(length, 40) if wide else length, wide=wide))


PLANTED: dict[str, tuple[str, Plant]] = {
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
    "a part that may be edited": ("uploads", a_part_may_be_edited),
    "an edit of a header that takes what follows": ("headers", an_edit_of_a_header_that_takes_what_follows),
    "what is cut over parts not joined": ("uploads", what_is_cut_is_not_joined),
    "the ends of short parts not added up": ("uploads", the_ends_of_short_parts_do_not_add_up),
    "a beginning that is sent twice": ("passing", a_beginning_that_is_sent_twice),
    "a letter that is cut": ("websocket", a_letter_that_is_cut),
    "an envelope that keeps its length": ("grpc", an_envelope_that_keeps_its_length),
}


def hunt(name: str, *, seconds: float, seed: int) -> dict[str, object]:
    """Plant one fault and fuzz its target until it is found or the time is over."""
    target, plant = PLANTED[name]
    runs, start, found = [0], time.monotonic(), None
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)

        def counted(data, dice):
            runs[0] += 1
            TARGETS[target](data, dice)

        try:
            fuzz(target, counted, seconds=seconds, seed=seed)
        except FoundError as error:
            found = str(error).partition(" for ")[0][:120]
    spent = round(time.monotonic() - start, 1)
    return {"fault": name, "target": target, "found": found is not None, "executions": runs[0], "seconds": spent, "by": found}


def main() -> None:
    """Hunt all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="for each fault at most")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    missed = 0
    for name in PLANTED:
        told = hunt(name, seconds=given.seconds, seed=given.seed)
        missed += not told["found"]
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
