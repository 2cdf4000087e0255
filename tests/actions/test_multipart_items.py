"""actions.multipart_items: names, filenames, header lines and bodies of parts."""

import gzip
import time
import zlib

import pytest

from guardian_core.actions import read
from guardian_core.actions.multipart_items import boundary_of
from guardian_core.vocabulary import Role
from tests.actions.kit import post, swap, texts, the

BODY = (
    b'preamble\r\n--B1\r\nContent-Disposition: form-data; name="who"\r\n\r\nMira Okafor\r\n'
    b'--B1\r\ncontent-disposition: form-data; name="f"; filename="Dana Quill passport.jpg"\r\n'
    b"Content-Type: image/jpeg\r\nX-Note: of Dana\r\n\r\n"
    b"\xff\xd8\xff\x00\r\n\r\nhidden-text\x00\r\n"
    b'--B1\r\nContent-Disposition: form-data; name=j\r\nContent-Type: application/json\r\n\r\n{"mail":"a\\u0040b.test"}\r\n'
    b"--B1\r\nContent-Disposition: form-data; name=\"x\"; filename*=UTF-8''Zo%C3%AB.txt\r\n"
    b"Content-Type: text/plain; charset=windows-1252\r\n\r\n"
    b"Zo\xeb here\r\n--B1--\r\n"
)


@pytest.mark.parametrize("body", [BODY, BODY.replace(b"\r\n", b"\n")], ids=["crlf", "lf"])
def test_reads_every_part(body: bytes) -> None:
    """BUGS B07."""
    reading = read(post(body, 'multipart/form-data; boundary="B1"'))
    assert texts(reading, "body/who") == ["Mira Okafor"]
    assert texts(reading, "body/f/filename") == ["Dana Quill passport.jpg"]
    assert texts(reading, "body/j/mail") == ["a@b.test"]
    assert texts(reading, "body/x/filename") == ["Zoë.txt"]
    assert texts(reading, "body/x") == ["Zoë here"]
    assert the(reading, "hidden-text").role is Role.BINARY
    assert the(reading, "of Dana").role is Role.STRUCTURE
    assert the(reading, "preamble")
    assert not reading.opaque
    changed = swap(post(body, "multipart/form-data; boundary=B1"), "Zoë here", "Noë 王").body
    assert changed == body.replace(b"Zo\xeb here", b"No\xeb x")
    assert swap(post(body, "multipart/form-data; boundary=B1"), "Zoë.txt", "b ü").body == body.replace(
        b"Zo%C3%AB.txt", b"b%20%C3%BC"
    )


def test_reads_parts_in_base64_and_quoted_printable() -> None:
    body = (
        b"--B\r\nContent-Transfer-Encoding: base64\r\n\r\nSSBhbSBE\r\nYW5h\r\n--B\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"a=40b=\r\nc\r\n--B\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAAAaGlkZGVuLXRleHQA\r\n--B--"
    )
    reading = read(post(body, "multipart/mixed; boundary=B"))
    assert [text for text in texts(reading) if text[0] in "Iah"] == ["I am Dana", "a@bc", "hidden-text"]
    assert swap(post(body, "multipart/mixed; boundary=B"), "Dana", "X").body == body.replace(b"SSBhbSBE\r\nYW5h", b"SSBhbSBY")


def test_reads_a_body_that_ends_too_early() -> None:
    assert texts(
        read(post(b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nDana Quill', "multipart/form-data; boundary=B")),
        "body/a",
    ) == ["Dana Quill"]


@pytest.mark.parametrize(
    "head", [b"a" * 1_000_000, b"a:\r\n " * 100_000, b";name" * 100_000, b"; " * 300_000, b"\r\n" * 300_000], ids=range(5)
)
def test_takes_linear_time(head: bytes) -> None:
    for body in (b"--B\r\n" + head + b"\r\n\r\nx", b"--B\r\nContent-Disposition: form-data" + head + b"\r\n\r\nx\r\n--B--"):
        begin = time.perf_counter()
        read(post(body, "multipart/form-data; boundary=B"))
        assert time.perf_counter() - begin < 3


def test_reads_multipart_within_multipart() -> None:
    body = b"--B\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\n\r\nDana Quill\r\n--C--\r\n\r\n--B--"
    assert "Dana Quill" in texts(read(post(body, "multipart/mixed; boundary=B")))


@pytest.mark.parametrize(
    ("content_type", "data", "boundary"),
    [
        ("multipart/form-data; boundary=B", b"--B\r\n", b"B"),
        ('multipart/form-data; boundary="B c"', b"--B c\r\n", b"B c"),
        ("multipart/form-data; boundary=wrong", b"--B\r\n\r\nx\r\n--B--", b"B"),
        ("", b"--B\r\nA: b\r\n\r\nx\r\n--B--", b"B"),
        ("", b"--- a dash ---\nhello", None),
        ("multipart/form-data", b"nothing", None),
    ],
)
def test_finds_the_boundary(content_type: str, data: bytes, boundary: bytes | None) -> None:
    assert boundary_of(content_type, data) == boundary


@pytest.mark.parametrize(
    "head",
    [
        b'Content-Disposition: form-data; name="f"; user="dana.quill@example.test"',
        b'Content-Disposition: form-data; user=dana.quill@example.test; name="f"',
        b'Content-Disposition: form-data; name="f"\r\ndana.quill@example.test',
        b"X User dana.quill@example.test: 1",
    ],
)
def test_reads_what_stands_where_no_header_belongs(head: bytes) -> None:
    body = b"--B1\r\n" + head + b"\r\n\r\nx\r\n--B1--\r\n"
    request = post(body, "multipart/form-data; boundary=B1")
    assert the(read(request), "dana.quill@example.test").role is Role.STRUCTURE
    assert swap(request, "dana.quill@example.test", "x@y.test").body == body.replace(b"dana.quill@example.test", b"x@y.test")


@pytest.mark.parametrize(
    ("content", "sealed"),
    [
        (gzip.compress(b'{"mail":"dana.quill@example.test"}'), True),
        (zlib.compress(b'{"mail":"dana.quill@example.test"}'), True),
        (b"\x01\x02\x00\xff\xfe", True),
        (b"\x89PNG\r\n\x1a\n\x00\xff", False),
        (b"PK\x03\x04\x00\xff", True),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", True),
        (b"Rar!\x1a\x07\x01\x00\xff", True),
        (b"SQLite format 3\x00\x10\x00", True),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", True),
        (b"%PDF-1.7\n\x00\xff stream", True),
        (b"ID3\x03\x00\x00\xff", False),
        (b"\x00\x00\x00\x18ftypmp42\x00", False),
        (b"plain", False),
    ],
    ids=[
        "gzip",
        "zlib",
        "unknown",
        "picture",
        "broken zip",
        "7z",
        "rar",
        "database",
        "old office",
        "pdf without text",
        "sound",
        "film",
        "text",
    ],
)
def test_says_when_a_part_is_sealed(content: bytes, sealed: bool) -> None:
    """What cannot be read is as opaque as if it were the whole body; pictures, sound and film are no archives."""
    body = b'--B1\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n' + content + b"\r\n--B1--\r\n"
    assert read(post(body, "multipart/form-data; boundary=B1")).opaque is sealed
