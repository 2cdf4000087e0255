"""addons.parts: which parts of a form are held back, and that no byte is lost."""

import re

import pytest
from guardian_addons.parts import LONGEST, TextParts, skeleton
from hypothesis import given
from hypothesis import strategies as st


def form(*parts):
    return b"".join(b"--B\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts) + b"--B--\r\n"


FILE = b'name="f"; filename="a.bin"\r\nContent-Type: application/zip'
TEXT = b'name="t"'


def run(body, sizes, **options):
    """(all bytes, the short forms that are to be decided about)."""
    parts, pieces, position = TextParts(b"B", **options), [], 0
    while position < len(body):
        size = next(sizes)
        pieces += parts.feed(body[position : position + size])
        position += size
    pieces += parts.finish()
    return b"".join(piece.data for piece in pieces), [piece.before + piece.data + piece.behind for piece in pieces if piece.behind]


def values(short):
    """The parts of a short form: (name, value)."""
    parts = re.findall(rb'--B\r\n[^\r\n]*name="(\w+)".*?\r\n\r\n(.*?)(?=(?:\r\n)?(?:--B|\Z))', short, re.DOTALL)
    return [(name, value) for name, value in parts]


@given(
    st.lists(st.tuples(st.sampled_from([FILE, TEXT]), st.binary(max_size=300).filter(lambda data: b"--B" not in data)), max_size=5),
    st.lists(st.integers(1, 50), min_size=1),
)
def test_gives_every_byte_however_it_is_cut(parts, sizes):
    body = form(*parts)
    out, looked = run(body, (size for _ in range(10_000) for size in sizes))
    assert out == body
    texts = [value for head, value in parts if head is TEXT]
    last = looked[-1].replace(b"\r\n--B--\r\n", b"") if looked else b""
    assert [value for name, value in values(last) if name == b"t"] == texts


def test_looks_at_a_part_as_a_field_among_those_before_it():
    body = form((TEXT, b"one"), (FILE, b"z" * 500), (b'name="u"', b"two"), (b'name="v"', b"three"))
    out, looked = run(body, iter([7] * 1000))
    assert out == body
    first, second = map(values, looked)
    assert first[:2] == [(b"t", b"one"), (b"f", b"")]
    assert second[:4] == [(b"t", b"one"), (b"f", b""), (b"u", b"two"), (b"v", b"three")]


def test_holds_back_a_part_until_somebody_has_looked():
    body = form((FILE, b"z" * 500), (TEXT, b"secret"), (FILE, b"y" * 500))
    parts = TextParts(b"B")
    pieces = [*parts.feed(body), *parts.finish()]
    behind = next(number for number, piece in enumerate(pieces) if b"secret" in piece.data)
    assert pieces[behind].behind
    assert (
        b"".join(piece.data for piece in pieces[:behind]) == body[: body.index(b'--B\r\nContent-Disposition: form-data; name="t"')]
    )


def test_looks_at_names_of_files_and_at_files_of_text():
    named = form((FILE.replace(b"a.bin", b"secret.bin"), b"z"))
    assert b"secret" in run(named, iter([10] * 100))[1][0]
    table = form((FILE.replace(b"application/zip", b"text/csv"), b"name\r\nsecret"))
    assert b"secret" in run(table, iter([10] * 100))[1][0]


def test_looks_at_what_stands_behind_the_end():
    _, looked = run(form((FILE, b"z" * 500)) + b"secret", iter([10] * 100))
    assert b"secret" in looked[-1]
    assert len(run(form((FILE, b"z" * 500)), iter([10] * 100))[1]) == 1


def test_holds_back_no_more_than_it_says():
    parts = TextParts(b"B")
    head = b'--B\r\nContent-Disposition: form-data; name="t"\r\n\r\n'
    pieces = [piece for data in [head, *[b"x" * 1000] * 500] for piece in parts.feed(data)]
    assert 500_000 - sum(len(piece.data) for piece in pieces) < LONGEST + 2000
    assert [len(piece.data) > LONGEST for piece in pieces if piece.behind] == [True]


def test_many_short_parts_are_looked_at_a_few_times():
    body = form((FILE, b"z"), *[(TEXT, b"word %d" % number) for number in range(20_000)])
    out, looked = run(body, iter([65_536] * 1000))
    assert out == body
    assert sum(map(len, looked)) < 4 * len(body)


def test_leaves_to_others_what_they_have_looked_at():
    body = form((TEXT, b"one"), (TEXT, b"two"))
    parts = TextParts(b"B")
    pieces = [*parts.feed(body, done=60), *parts.finish(done=60)]
    assert b"".join(piece.data for piece in pieces) == body
    assert [(b"one" in piece.data, b"two" in piece.data) for piece in pieces if piece.behind] == [(False, True)]


@pytest.mark.parametrize(
    ("beginning", "kept"),
    [
        (form((TEXT, b"one"), (FILE, b"zzz")), [(b"t", b"one"), (b"f", b"")]),
        (form((TEXT, b"one"), (TEXT, b"two"))[:-12], [(b"t", b"one")]),
        (form((TEXT, b"one"), (FILE, b"zzz"))[:-10], [(b"t", b"one"), (b"f", b"")]),
        (form((TEXT, b"x" * LONGEST), (FILE, b"zzz")), [(b"f", b"")]),
    ],
)
def test_keeps_of_a_beginning_the_fields_that_have_ended_and_heads_of_files(beginning, kept):
    assert values(skeleton(b"B", beginning)) == kept
