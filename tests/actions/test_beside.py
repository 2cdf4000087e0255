"""What compressed bodies carry beside their content: it is seen, or it does not leave."""

import gzip

import brotli
import pytest

from guardian_core import actions
from guardian_core.actions.beside import LONGEST, is_said, is_tight, said
from guardian_core.vocabulary import Request
from tests.actions.kit import brotli_stream

CONTENT = b'{"n": 1, "text": "%s"}' % (b"words and words " * 20)


def asked(body, coding, *more):
    fields = ((b"Content-Type", b"application/json"), (b"Content-Encoding", coding), (b"Content-Length", b"%d" % len(body)), *more)
    return Request("POST", "https", "x.example.test", 443, "/", fields, body)


@pytest.mark.parametrize("quality", range(12))
def test_what_the_reference_encoder_makes_carries_nothing_else(quality):
    packed = brotli.compress(CONTENT, quality=quality)
    assert is_tight(packed, CONTENT)
    request = asked(packed, b"br")
    reading = actions.read(request)
    assert not reading.loose
    assert actions.packed_anew(reading) is request


HIDDEN = (b"dana.quill@example.test", b"")


@pytest.mark.parametrize("metadata", [(b"dana.quill@example.test",), (b"\x91" * 300,), (b"d", b"a", b"n", b"a"), (b"",)])
def test_metadata_of_brotli_is_left_out(metadata):
    packed = brotli_stream(CONTENT, *metadata)
    assert brotli.decompress(packed) == CONTENT
    reading = actions.read(asked(packed, b"br"))
    assert (reading.loose, reading.unreadable, reading.body) == (True, None, CONTENT)
    anew = actions.packed_anew(reading)
    assert brotli.decompress(anew.body) == CONTENT
    assert is_tight(anew.body, CONTENT)
    assert anew.header("content-length") == str(len(anew.body))
    assert anew.header("content-encoding") == "br"


def test_what_is_hidden_within_another_coding_is_left_out_too():
    inner = brotli_stream(CONTENT, b"dana.quill@example.test")
    reading = actions.read(asked(gzip.compress(inner), b"br, gzip"))
    assert reading.loose
    assert brotli.decompress(gzip.decompress(actions.packed_anew(reading).body)) == CONTENT


@pytest.mark.parametrize(
    "more", [(b"Authorization", b"AWS4-HMAC-SHA256 Credential=x"), (b"Content-Range", b"bytes 0-9/*")], ids=["signed", "part"]
)
def test_what_may_hide_something_and_cannot_be_packed_anew_cannot_be_read(more):
    reading = actions.read(asked(brotli_stream(CONTENT, b"hidden"), b"br", more))
    assert "may carry more than the body" in reading.unreadable
    assert actions.packed_anew(reading) is reading.request
    assert actions.read(asked(brotli.compress(CONTENT), b"br", more)).unreadable is None


def test_takes_a_long_body_for_loose_without_trying_for_long():
    content = bytes(range(256)) * 4096
    assert not is_tight(brotli.compress(content, quality=1), content)


def member(flags, fields):
    return b"\x1f\x8b\x08" + bytes([flags]) + bytes(6) + fields + gzip.compress(CONTENT, mtime=0)[10:]


FIELDS = {
    "name": (member(8, b"body.json\0"), b"body.json\n"),
    "comment": (member(16, b"made by hand\0"), b"made by hand\n"),
    "extra": (member(4, b"\x05\x00abcde"), b"abcde\n"),
    "all of them": (member(28, b"\x02\x00xyname\0comment\0"), b"xy\nname\ncomment\n"),
    "none": (gzip.compress(CONTENT), b""),
}


@pytest.mark.parametrize("name", FIELDS)
def test_reads_the_fields_of_gzip(name):
    packed, fields = FIELDS[name]
    assert gzip.decompress(packed) == CONTENT
    assert said(packed) == fields
    assert is_said(fields)
    assert not actions.read(asked(packed, b"gzip")).loose


@pytest.mark.parametrize("field", [b"\x80\x81\x82 not ascii", b"x" * (LONGEST + 1)], ids=["bytes", "long"])
@pytest.mark.parametrize("label", [b"gzip", b"identity"])
def test_fields_of_gzip_that_no_search_reads_are_left_out(field, label):
    reading = actions.read(asked(member(16, field + b"\0"), label))
    assert reading.loose
    after = actions.packed_anew(reading).body
    assert (said(after), gzip.decompress(after)) == (b"", CONTENT)
