"""Uploads in parts through a real proxy, before servers that put them together by position: nothing that is cut is missed."""

import base64
import gzip
import io
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from tests.wire.conftest import ALLOWS, DENIES, REWRITES, status_of, wait_until

MAIL = "zq81-kv7x@example.test"  # half of it is no name
TEXT = (b"minutes of the meeting\n" * 40) + b"write to " + MAIL.encode() + b" about it\n" + (b"nothing else was said\n" * 40)
AT = TEXT.index(MAIL.encode())
TUS = b"Tus-Resumable: 1.0.0"


class Store:
    """A server that takes tus, ranges and numbered parts, and no part that does not fit."""

    def __init__(self):
        self.data, self.parts, self.length = b"", {}, None

    def take(self, seen):
        target = seen.target.decode()
        number = re.search(r"partNumber=(\d+)", target)
        ranged = re.match(rb"bytes (\d+)-(\d+)/(\d+)", b"".join(seen.all(b"content-range")))
        offset = seen.all(b"upload-offset")
        if number:
            self.parts[int(number[1])] = seen.body
            return b"200 OK", []
        start = int(ranged[1]) if ranged else int(offset[0]) if offset else None
        if ranged and int(ranged[2]) - start + 1 != len(seen.body):
            return b"400 Bad Request", []
        if start is None:
            self.length = int(b"".join(seen.all(b"upload-length")) or 0)
            return b"201 Created", [b"Location: /files/7"]
        if start != len(self.data):
            return b"409 Conflict", []
        self.data += seen.body
        return b"200 OK", [b"Upload-Offset: %d" % len(self.data)]

    async def __call__(self, seen, reader, writer):
        status, fields = self.take(seen)
        writer.write(b"\r\n".join([b"HTTP/1.1 " + status, *fields, b"Content-Length: 0"]) + b"\r\n\r\n")
        await writer.drain()


@pytest.fixture
def store(wire):
    wire.origin.script = Store()
    return wire.origin.script


def send(wire, host, method, target, body, *fields):
    lines = [f"{method} {target} HTTP/1.1".encode(), b"Host: " + host.encode(), *fields, b"Content-Length: %d" % len(body)]
    return status_of(wire.say(host, b"\r\n".join(lines) + b"\r\n\r\n" + body))


def tus(wire, host, start, piece, *, name="/files/7", kind=b"application/offset+octet-stream"):
    return send(wire, host, "PATCH", name, piece, TUS, b"Upload-Offset: %d" % start, b"Content-Type: " + kind)


def ranged(wire, host, start, piece, *, name="/upload?upload_id=abc", kind=b"text/plain"):
    said = b"Content-Range: bytes %d-%d/%d" % (start, start + len(piece) - 1, len(TEXT))
    return send(wire, host, "PUT", name, piece, said, b"Content-Type: " + kind)


WAYS = {"tus": tus, "Content-Range": ranged}


def cut(data, *places):
    edges = [0, *places, len(data)]
    return [(begin, data[begin:end]) for begin, end in pairwise(edges)]


@pytest.mark.parametrize("way", WAYS)
def test_a_harmless_upload_arrives_as_it_was_sent(wire, store, way):
    harmless = TEXT.replace(MAIL.encode(), "5 €, déjà vu".encode())
    place = harmless.index("€".encode()) + 1  # within a letter
    name = f"/files/{way}-harmless?upload_id=1"
    for start, piece in cut(harmless, 100, place, place + 1, 1500):
        said = b"Content-Range: bytes %d-%d/%d" % (start, start + len(piece) - 1, len(harmless))
        sent = tus(wire, DENIES, start, piece, name=name) if way == "tus" else send(wire, DENIES, "PUT", name, piece, said)
        assert sent == 200
    assert store.data == harmless


@pytest.mark.parametrize("way", WAYS)
def test_a_part_with_something_personal_is_refused_with_the_reason_where_it_would_be_rewritten(wire, store, way):
    first, second, _ = cut(TEXT, AT - 50, AT + 50)
    name = f"/files/{way}-within?upload_id=2"
    assert WAYS[way](wire, REWRITES, *first, name=name) == 200
    assert WAYS[way](wire, REWRITES, *second, name=name) == 403
    said = "Upload-Offset" if way == "tus" else "Content-Range"
    assert f"a part of an upload, cannot rewrite: its length must stay ({said})" in wire.last().comment
    assert MAIL.encode() not in wire.origin.raw
    assert WAYS[way](wire, ALLOWS, 0, TEXT, name=name) == 409  # it passes, and the server answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("places", [(AT + 4,), (AT + 10,), (AT + 3, AT + 9, AT + 12), tuple(range(AT, AT + 23))])
def test_a_value_cut_by_a_client_is_found_before_it_is_whole(wire, store, way, places):
    name = f"/files/{way}-{len(places)}-{places[0]}?upload_id=3"
    answers = [WAYS[way](wire, DENIES, start, piece, name=name) for start, piece in cut(TEXT, *places)]
    assert 403 in answers
    assert MAIL.encode() not in store.data
    assert wire.flows[answers.index(403)].metadata["guardian"]["found"].get("email")
    assert store.data == TEXT[: len(store.data)]


def test_a_value_cut_at_the_first_part_that_makes_the_upload_is_found(wire, store):
    (_, piece), second = cut(TEXT, AT + 5)
    assert send(wire, DENIES, "POST", "/files", piece, TUS, b"Upload-Length: %d" % len(TEXT)) == 201
    store.data = piece
    assert tus(wire, DENIES, *second, name="/files/made-later") == 403


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1), (1, 3, 2)])
def test_numbered_parts_are_put_together_in_whatever_order_they_come(wire, store, order):
    pieces = dict(enumerate((piece for _, piece in cut(TEXT, AT + 12, AT + 300)), 1))
    target = f"/bucket/o?partNumber=%d&uploadId=order{''.join(map(str, order))}"
    answers = {n: send(wire, DENIES, "PUT", target % n, pieces[n], b"Content-Type: text/plain") for n in order}
    assert sorted(answers.values()) == [200, 200, 403]
    assert MAIL.encode() not in b"".join(store.parts.get(n, b"#") for n in (1, 2, 3))


def test_parts_that_come_at_the_same_time_are_put_together(wire, store):
    pieces = dict(enumerate((piece for _, piece in cut(TEXT, AT + 12)), 1))

    def one(number):
        return send(wire, DENIES, "PUT", f"/bucket/o?partNumber={number}&uploadId=both", pieces[number])

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(one, (1, 2)))
    assert 403 in answers


def test_parts_of_two_uploads_and_two_clients_have_nothing_to_do_with_each_other(wire, store):
    first, second = cut(TEXT, AT + 12)
    assert tus(wire, DENIES, *first, name="/files/one") == 200
    other = second[1].replace(b" about it", b" about us")
    assert send(wire, DENIES, "PUT", "/bucket/o?partNumber=2&uploadId=unlike", other, b"Content-Type: text/plain") == 200


def test_a_coded_part_is_joined_with_what_it_says(wire, store):
    first, second = cut(TEXT, AT + 12)
    coded = b"Content-Encoding: gzip"
    target = "/bucket/o?partNumber=%d&uploadId=coded"
    assert send(wire, DENIES, "PUT", target % 1, gzip.compress(first[1]), coded) == 200
    assert send(wire, DENIES, "PUT", target % 2, gzip.compress(second[1]), coded) == 403


def form(index, piece, upload):
    fields = {"dzuuid": upload, "dzchunkindex": index, "dztotalchunkcount": 2}
    body = b"".join(
        b'--B\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (n.encode(), str(v).encode()) for n, v in fields.items()
    )
    head = b'--B\r\nContent-Disposition: form-data; name="file"; filename="minutes.txt"\r\nContent-Type: text/plain\r\n\r\n'
    return body + head + piece + b"\r\n--B--\r\n"


def test_parts_in_forms_are_put_together_and_not_rewritten(wire, store):
    kind = b"Content-Type: multipart/form-data; boundary=B"
    pieces = [piece for _, piece in cut(TEXT, AT + 12)]
    assert send(wire, DENIES, "POST", "/upload", form(0, pieces[0], "u1"), kind) == 201
    assert send(wire, DENIES, "POST", "/upload", form(1, pieces[1], "u1"), kind) == 403
    assert send(wire, REWRITES, "POST", "/upload", form(0, TEXT, "u2"), kind) == 403
    assert "its length must stay (dzchunkindex)" in wire.last().comment


def archive():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("a.bin", bytes(range(256)) * 40)
    return out.getvalue()


@pytest.mark.parametrize("data", [gzip.compress(bytes(range(256)) * 40, 0), archive()], ids=["gzip", "zip"])
def test_an_archive_in_parts_is_binary_and_not_broken(wire, store, data):
    pieces = cut(data, 3000, 6000)
    for start, piece in pieces:
        assert tus(wire, ALLOWS, start, piece, name="/files/archive") == 200
    assert store.data == data
    assert tus(wire, DENIES, *pieces[0], name="/files/archive2") == 403
    assert "binary content" in wire.last().comment


def test_headers_of_a_part_are_rewritten_while_its_bytes_stay(wire, store):
    fields = (TUS, b"Upload-Offset: 0", b"Referer: https://app.example.test/?m=" + MAIL.encode())
    assert send(wire, REWRITES, "PATCH", "/files/7", b"n=1\n", *fields) == 200
    assert store.data == b"n=1\n"
    assert MAIL.encode() not in wire.origin.raw


def test_the_name_of_a_file_that_tus_tells_in_base64_is_read(wire, store):
    said = b"Upload-Metadata: filename " + base64.b64encode(b"letter to " + MAIL.encode() + b".txt") + b",filetype dGV4dC9wbGFpbg=="
    assert send(wire, DENIES, "POST", "/files", b"", TUS, b"Upload-Length: 10", said) == 403
    assert wire.origin.raw == b""


def test_a_question_about_an_upload_is_no_part(wire, store):
    assert send(wire, DENIES, "PUT", "/upload?upload_id=q", b"", b"Content-Range: bytes */100") == 400 or store.data == b""


def test_the_beginning_of_a_long_part_is_joined_with_the_part_before(wire, store):
    with wire.changed(proxy={"max_body": 4000}, fail={"opaque": {"advertising": "open"}}):
        first, second = cut(TEXT + b"x\n" * 4000, AT + 12)
        assert tus(wire, DENIES, *first, name="/files/long") == 200
        assert tus(wire, DENIES, *second, name="/files/long") == 403
        assert wait_until(lambda: MAIL.encode() not in store.data)
