"""BUGS B07, B08, B09, B11, B12 through a real proxy: what holds nothing arrives as it was sent; elsewhere one value changes."""

import json

import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, status_of

MAILED = MAIL.encode()
PDF = b"%PDF-1.4\r\nstream\r\nBT (Hello) Tj ET\r\nendstream\r\n\r\n--inside\xff"
MULTIPART = (
    b'--B1\r\nContent-Disposition: form-data; name="who"\r\n\r\n' + MAILED + b"\r\n"
    b'--B1\r\nContent-Disposition: form-data; name="f"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
    + PDF
    + b"\r\n--B1--\r\n"
)
# body, content type: each holds the address once, and nothing else of it may change
ONE_VALUE = {
    "multipart": (MULTIPART, b"multipart/form-data; boundary=B1"),
    "multipart with bare line feeds": (MULTIPART.replace(b"\r\n", b"\n"), b"multipart/form-data; boundary=B1"),
    "form": (b"a=&b&c=x%20y&d=%7E&e[]=1&e[]=2&mail=" + MAILED.replace(b"@", b"%40"), b"application/x-www-form-urlencoded"),
    "form with semicolons": (b"a=1;b=2&q=x+y&mail=" + MAILED, b"application/x-www-form-urlencoded"),
    "cp1252 form": (b"city=Malm\xf6&note=caf\xe9&mail=" + MAILED, b"application/x-www-form-urlencoded; charset=windows-1252"),
    "json": (
        b'{ "big":12345678901234567890123,"amt":10.10,\t"rate":1e400,"dup":1,"dup":2,"mail":"' + MAILED + b'"}',
        b"application/json",
    ),
    "json escapes": (b'{"b":"\\u00e9\\/","alt":"' + MAILED.replace(b"@", b"\\u0040") + b'"}', b"application/json"),
    "json in a string": (b'{"arguments":"{\\"mail\\":\\"' + MAILED + b'\\"}"}', b"application/json"),
    "json lines": (b'{"a":1}\n{"mail":"' + MAILED + b'"}\n', b"application/x-ndjson"),
    "a beacon": (b'{"ev":"x","mail":"' + MAILED + b'"}', b"text/plain;charset=UTF-8"),
    "xml": (b"<?xml version=\"1.0\"?><a b='1'><!-- c --><mail>" + MAILED + b"</mail></a>", b"application/xml"),
    "utf-16": ('{"mail":"' + MAIL + '","city":"Malmö"}', b"application/json; charset=utf-16le"),
    "a byte order mark": (b'\xef\xbb\xbf{"mail":"' + MAILED + b'"}', b"application/json"),
    "json called a form": (b'{"mail":"' + MAILED + b'"}', b"application/x-www-form-urlencoded"),
    "json called nothing": (b'{"mail":"' + MAILED + b'"}', None),
}


@pytest.mark.parametrize("name", ONE_VALUE)
def test_one_value_changes_and_nothing_else(wire, name):
    body, kind = ONE_VALUE[name]
    body = body.encode("utf-16-le") if isinstance(body, str) else body
    old = next(
        one
        for one in (MAILED, MAILED.replace(b"@", b"%40"), MAILED.replace(b"@", b"\\u0040"), MAIL.encode("utf-16-le"))
        if one in body
    )
    reply = wire.post(REWRITES, body, *([b"Content-Type: " + kind] if kind else []))
    assert (status_of(reply), wire.last().comment) == (200, wire.last().comment)
    (seen,) = wire.origin.seen
    before, after = body.split(old)
    assert seen.body.startswith(before)
    assert seen.body.endswith(after)
    assert old not in seen.body
    assert b"quill" not in seen.body[len(before) : len(seen.body) - len(after)].replace(b"\0", b"")
    assert seen.all(b"content-type") == ([kind] if kind else [])


UNTOUCHED = {
    "json": b'{"a": 1.0, "b":"\\u00e9" }',
    "json with a comment": b'{"a":1} // x',
    "broken json": b'{"a":',
    "nan": b'{"a":NaN,"b":-0.0}',
    "form": b"a=&b&c=x%20y&d=%7E",
    "empty form": b"&&=&",
    "multipart": b'--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n--B--\r\n',
    "multipart without an end": b'--B\r\nContent-Disposition: form-data; name="f"\r\n\r\nx',
    "xml": b"<a>&amp;<![CDATA[x]]></a>",
    "html": b"<!doctype html><p>x<br>",
    "text": b"plain\r\ntext\n",
    "latin": b"caf\xe9",
    "bytes": bytes(range(256)),
    "a png": b"\x89PNG\r\n\x1a\n" + bytes(40),
    "protobuf": b"\x0a\x03abc\x10\x01",
    "a number": b"42",
    "a string": b'"x"',
    "utf-16": "hé".encode("utf-16"),
    "nothing": b"",
    "nul": b"\0",
    "base64": b"aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=",
    "ndjson": b'{"a":1}\n\n{"a":2}',
}


@pytest.mark.parametrize("name", UNTOUCHED)
@pytest.mark.parametrize("kind", [None, b"application/json", b"application/octet-stream"], ids=["typeless", "json", "binary"])
def test_what_holds_nothing_arrives_as_it_was_sent(wire, name, kind):
    """BUGS B08."""
    body = UNTOUCHED[name]
    fields = [b"X-Odd:  two  spaces", b"x-lower: 1", b"Accept-Encoding: gzip,br", *([b"Content-Type: " + kind] if kind else [])]
    assert status_of(wire.post(ALLOWS, body, *fields, target="/a//b/../c?x=%7e&y")) == 200
    (seen,) = wire.origin.seen
    assert seen.body == body
    assert seen.target == b"/a//b/../c?x=%7e&y"
    sent = [(b"Host", ALLOWS.encode()), (b"X-Odd", b"two  spaces"), (b"x-lower", b"1"), (b"Accept-Encoding", b"gzip,br")]
    assert seen.fields[:4] == sent


def test_names_of_files_are_read_and_rewritten(wire):
    body = MULTIPART.replace(MAILED, b"1").replace(b"cv.pdf", MAILED + b".pdf")
    reply = wire.post(REWRITES, body, b"Content-Type: multipart/form-data; boundary=B1")
    assert status_of(reply) in {200, 403}
    assert MAILED not in wire.origin.raw
    if wire.origin.seen:
        assert wire.origin.seen[0].body.endswith(PDF + b"\r\n--B1--\r\n")


def test_a_card_that_is_a_number_leaves_as_valid_json_or_not_at_all(wire):
    reply = wire.post(REWRITES, b'{"pan":4111111111111111,"n":1.50}', b"Content-Type: application/json")
    assert b"4111111111111111" not in wire.origin.raw
    assert status_of(reply) in {200, 403}
    if wire.origin.seen:
        assert json.loads(wire.origin.seen[0].body)["n"] == 1.5


CUT = {
    "parts of a message": (
        b'{"messages":[{"role":"user","content":[{"type":"text","text":"to dana.quill@exa"},{"type":"text","text":"mple.test"}]}]}',
        b"application/json",
    ),
    "a list": (b'{"v":["dana.quill@exa","mple.test"]}', b"application/json"),
    "numbered fields": (b"m1=to+dana.quill%40exa&m2=mple.test", b"application/x-www-form-urlencoded"),
}


@pytest.mark.parametrize("name", CUT)
def test_a_value_that_is_cut_over_neighbours_leaves_for_those_alone_who_may_have_it(wire, name):
    body, kind = CUT[name]
    label = b"Content-Type: " + kind
    for host in (REWRITES, DENIES):
        assert status_of(wire.post(host, body, label)) == 403
    assert wire.origin.seen == []
    assert status_of(wire.post(ALLOWS, body, label)) == 200
    assert wire.origin.seen[0].body == body


def test_an_image_in_a_conversation_stays_and_the_text_beside_it_does_not(wire):
    """BUGS B38."""
    image = "data:image/png;base64,iVBORw0KGgo" + "AKIAABCDEFGHIJKLMNOP" * 20 + "gg=="
    body = json.dumps(
        {"content": [{"type": "image_url", "image_url": {"url": image}}, {"type": "text", "text": f"write to {MAIL}"}]}
    ).encode()
    assert status_of(wire.post(REWRITES, body, b"Content-Type: application/json")) == 200
    assert image.encode() in wire.origin.seen[0].body
    assert MAILED not in wire.origin.seen[0].body


def test_a_label_boundary_decides_whose_host_it_is(wire):
    """BUGS B57: neither the Host header nor a name that looks alike lends a request another host's rules."""
    body = b'{"mail":"' + MAILED + b'"}'
    lines = b"POST / HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (
        ALLOWS.encode(),
        len(body),
    )
    assert status_of(wire.say(DENIES, lines + body)) == 403
    assert wire.origin.raw == b""
