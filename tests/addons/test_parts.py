"""addons.parts: which parts of a form are held back, and that no byte is lost."""

from guardian_addons.parts import LONGEST, TextParts
from hypothesis import given
from hypothesis import strategies as st


def form(*parts):
    return b"".join(b"--B\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts) + b"--B--\r\n"


FILE = b'name="f"; filename="a.bin"\r\nContent-Type: application/zip'
TEXT = b'name="t"'


def run(body, sizes, look):
    parts = TextParts(b"B", look)
    out, position = b"", 0
    while position < len(body):
        size = next(sizes)
        out += parts.feed(body[position : position + size])
        position += size
    return out + parts.finish(), parts


@given(
    st.lists(st.tuples(st.sampled_from([FILE, TEXT]), st.binary(max_size=300).filter(lambda data: b"--B" not in data)), max_size=5),
    st.lists(st.integers(1, 50), min_size=1),
)
def test_gives_every_byte_however_it_is_cut(parts, sizes):
    body, looked = form(*parts), []
    out, _ = run(body, (size for _ in range(10_000) for size in sizes), looked.append)
    assert out == body
    texts = [value for head, value in parts if head is TEXT]
    assert [part.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n") for part in looked if b"filename" not in part] == texts


def test_stops_before_a_part_that_holds_something():
    body = form((FILE, b"z" * 500), (TEXT, b"secret"), (FILE, b"y" * 500))
    out, parts = run(body, iter([7] * 1000), lambda part: b"secret" in part)
    assert parts.personal
    assert out == body[: body.index(b'--B\r\nContent-Disposition: form-data; name="t"')]


def test_looks_at_names_of_files_and_at_files_of_text():
    named = form((FILE.replace(b"a.bin", b"secret.bin"), b"z"))
    assert run(named, iter([10] * 100), lambda part: b"secret" in part)[1].personal
    table = form((FILE.replace(b"application/zip", b"text/csv"), b"name\r\nsecret"))
    assert run(table, iter([10] * 100), lambda part: b"secret" in part)[1].personal


def test_holds_back_no_more_than_it_says():
    parts = TextParts(b"B", lambda part: False)
    given = sum(
        len(parts.feed(piece)) for piece in [b'--B\r\nContent-Disposition: form-data; name="t"\r\n\r\n', *[b"x" * 1000] * 500]
    )
    assert 500_000 - given < LONGEST + 2000


def test_leaves_to_others_what_they_have_looked_at():
    body, looked = form((TEXT, b"one"), (TEXT, b"two")), []
    parts = TextParts(b"B", looked.append)
    out = parts.feed(body, done=60) + parts.finish(done=60)
    assert out == body
    assert [b"two" in part for part in looked] == [True]
