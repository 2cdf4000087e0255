"""The ends of uploads' parts: kept for a while, bounded, and given to nobody else."""

import gzip
import itertools
from dataclasses import replace

import pytest

from guardian_core import actions
from guardian_core.actions.partial import EDGE, part_of
from guardian_core.uploads import MOST, SECONDS, Uploads
from guardian_core.vocabulary import Request


def asked(start, body, *, target="/f?upload_id=a", client="192.0.2.1", host="x.example.test", method="PATCH", fields=()):
    said = ((b"Content-Range", b"bytes %d-%d/*" % (start, start + len(body) - 1)), *fields)
    return Request(method, "https", host, 443, target, said, body, client=client)


def sent(uploads, request):
    return uploads.placed(request, part_of(request)).neighbours


def test_gives_a_part_what_stands_before_and_behind_it():
    uploads = Uploads()
    assert sent(uploads, asked(0, b"a" * 1000)) == (b"", b"")
    assert sent(uploads, asked(1003, b"c" * 1000)) == (b"", b"")
    assert sent(uploads, asked(1000, b"bbb")) == (b"a" * EDGE, b"c" * EDGE)


def test_tiny_parts_add_up_in_both_directions():
    uploads = Uploads()
    for at, byte in enumerate(b"hello"):
        before, _ = sent(uploads, asked(at, bytes([byte])))
    assert before == b"hell"
    for at in range(4, -1, -1):
        _, after = sent(uploads, asked(at, b"world"[at : at + 1], target="/f?upload_id=b"))
    assert after == b"orld"


@pytest.mark.parametrize("order", list(itertools.permutations(range(5))))
def test_whatever_comes_last_sees_all_of_it(order):
    uploads, seen = Uploads(), b""
    for at in order:
        one = asked(2 * at, b"whitehorse"[2 * at : 2 * at + 2])
        before, after = sent(uploads, one)
        seen = before + one.body + after
    assert seen == b"whitehorse"


@pytest.mark.parametrize(
    "other", [{"client": "192.0.2.2"}, {"host": "y.example.test"}, {"target": "/f?upload_id=b"}, {"target": "/g"}]
)
def test_gives_nothing_to_another_upload(other):
    uploads = Uploads()
    sent(uploads, asked(0, b"secret"))
    assert sent(uploads, asked(6, b"more", **other)) == (b"", b"")


def test_an_upload_that_is_made_with_its_first_part_is_found_by_its_position():
    uploads = Uploads()
    sent(uploads, asked(0, b"first", target="/files", method="POST"))
    assert sent(uploads, asked(5, b"second", target="/files/7")) == (b"first", b"")
    assert sent(uploads, asked(4, b"second", target="/files/8")) == (b"", b"")


def test_parts_without_a_place_follow_each_other():
    uploads = Uploads()
    blocks = [replace(asked(0, body, target="/c/b?comp=block&blockid=QQ"), headers=()) for body in (b"one", b"two")]
    assert [sent(uploads, block) for block in blocks] == [(b"", b""), (b"one", b"")]


def test_a_part_in_a_coding_is_kept_by_what_it_says():
    uploads = Uploads()
    coded = asked(0, gzip.compress(b"first"), fields=((b"Content-Encoding", b"gzip"),))
    placed = uploads.placed(coded, part_of(coded))
    uploads.decoded(actions.read(placed))
    assert sent(uploads, asked(len(coded.body), b"more")) == (b"first", b"")


def test_keeps_nothing_longer_than_an_hour_and_no_more_than_its_bound():
    now = [0.0]
    uploads = Uploads(lambda: now[0])
    sent(uploads, asked(0, b"old"))
    now[0] = SECONDS + 1
    assert sent(uploads, asked(3, b"new")) == (b"", b"")
    for number in range(MOST + 10):
        sent(uploads, asked(0, b"x" * 9999, target=f"/f?upload_id={number}"))
    assert len(uploads._tails) == len(uploads._heads) == MOST
    assert sum(len(edge.data) for edge in uploads._tails.values()) <= MOST * EDGE
    assert "xxxx" not in repr(uploads)
    assert "xxxx" not in repr(uploads.placed(asked(9999, b"y", target=f"/f?upload_id={MOST}"), part_of(asked(9999, b"y"))))
