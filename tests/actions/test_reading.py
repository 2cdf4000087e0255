"""actions.read: total on any input; sniffs what a body is."""

import json
import os
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from guardian_core.actions import read, write
from guardian_core.vocabulary import Place, Request, Role
from tests.actions.kit import post, texts, the

TYPES = [
    None,
    "",
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=B",
    "multipart/mixed",
    "text/plain; charset=utf-16",
    "text/xml",
    "text/html; charset=shift_jis",
    "image/png",
    "application/grpc",
    "text/plain; charset=nope",
    "application/json; charset=utf-7",
    "text/plain; charset=big5",
    "text/plain; charset=utf-32",
    "text/plain; charset=rot13",
]
CODINGS = ["", "gzip", "br", "zstd", "deflate", "gzip, br", "aws-chunked", "identity", ",,", "gzip;q=1"]
FRAGMENTS = st.sampled_from(
    [
        b'{"',
        b'":',
        b"[",
        b"]",
        b"}",
        b",",
        b'"',
        b"\\u",
        b"\\ud83d",
        b"\\ude00",
        b"%",
        b"%4",
        b"%EB",
        b"&",
        b"=",
        b"--B",
        b"\r\n",
        b"\n\n",
        b"Content-Disposition: form-data; name=",
        b"<a x='",
        b"<!--",
        b"]]>",
        b"&#64;",
        b"&#x110000;",
        b"data:image/png;base64,",
        b"iVBORw0KGgo",
        b"https://x.test/?",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\x1f\x8b\x08",
        b"\x28\xb5\x2f\xfd",
        b"\x00",
        b" ",
        b"a",
        b"9",
    ]
)
BODIES = st.one_of(
    st.binary(max_size=200),
    st.lists(FRAGMENTS, max_size=40).map(b"".join),
    st.text(max_size=60).map(lambda t: t.encode("utf-8", "ignore")),
)
LATIN = st.text(st.characters(max_codepoint=255), max_size=60)


def assert_sound(request: Request) -> None:
    """Every item's offsets lie in order, inside its source; text can be encoded; no two items share a byte."""
    reading = read(request)
    assert write(reading, []) is request
    lengths = {Place.BODY: len(reading.body), Place.TARGET: len(request.target)}
    ranges: dict[Place, list[tuple[int, int]]] = {}
    for item in reading.items:
        assert item.text
        item.text.encode()
        offsets = range(item.start, item.end + 1) if item.offsets is None else item.offsets
        assert len(offsets) == len(item.text) + 1
        assert (offsets[0], offsets[-1]) == (item.start, item.end)
        assert all(a <= b for a, b in pairwise(offsets))
        packed = len(item.packing.data) if item.packing else lengths.get(item.place, 10**6)
        assert 0 <= item.start < item.end <= packed
        # What is packed lies in bytes of its own, and what joins parts over theirs: it is never edited.
        if item.role is not Role.BINARY and item.packing is None and not item.seams:
            ranges.setdefault(item.place, []).append((item.start, item.end))
    for spans in ranges.values():
        spans.sort()
        assert all(a[1] <= b[0] for a, b in pairwise(spans))


@example(b"\x1b<!>\x1b", "text/plain", "", "", "", "")
@settings(max_examples=600, deadline=None)
@given(BODIES, st.sampled_from(TYPES), st.sampled_from(CODINGS), LATIN, LATIN, LATIN)
def test_reads_any_input(body: bytes, content_type: str | None, coding: str, target: str, cookie: str, referer: str) -> None:
    assert_sound(post(body, content_type, target=target, Content_Encoding=coding, Cookie=cookie, Referer=referer))


KINDS = {
    "json": (b'{"a": 1.0, "b":"\\u00e9" }', "application/json", "application/json"),
    "json as form": (b'{"a":"b c"}', "application/x-www-form-urlencoded", "application/json"),
    "json as text": (b'{"a":"b c"}', "text/plain;charset=UTF-8", "application/json"),
    "json without type": (b'[{"a":"b"}]', None, "application/json"),
    "ndjson": (b'{"a":"b"}\n{"a":"c"}\n', "application/x-ndjson", "application/json"),
    "scalar json": (b' "a b" ', "application/json", "application/json"),
    "broken json": (b'{"a":"b", "c":"d', "application/json", "application/json"),
    "no json at all": (b"hello there", "application/json", "text/plain"),
    "utf-16 json": ('\ufeff{"a":"\u00e9"}'.encode("utf-16-le"), "application/json", "application/json"),
    "form": (b"a=b&c=d+e&x[]=1", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
    "form as json": (b"a=b&c=d", "application/json", "application/x-www-form-urlencoded"),
    "form without type": (b"a=b&c=d%20e", None, "application/x-www-form-urlencoded"),
    "multipart": (
        b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--B--\r\n',
        "multipart/form-data; boundary=B",
        "multipart/form-data",
    ),
    "lf multipart": (
        b'--B\nContent-Disposition: form-data; name="a"\n\nb\n--B--\n',
        "multipart/form-data; boundary=B",
        "multipart/form-data",
    ),
    "multipart without type": (
        b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--B--\r\n',
        None,
        "multipart/form-data",
    ),
    "xml": (b'<?xml version="1.0"?><a b="c">d e</a>', "text/xml", "text/xml"),
    "html without type": (b"<p>Hello &amp; goodbye</p>", None, "application/xml"),
    "bad xml": (b"<a>1 < 2</a>", "text/xml", "text/plain"),
    "text": (b"Hello there, world", "text/plain", "text/plain"),
    "text as octets": (b"Hello there, world", "application/octet-stream", "text/plain"),
    "legacy text": (b"Zo\xeb in Malm\xf6", "text/plain", "text/plain"),
    "png": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDRabcdefg\x00\xff", "image/png", "application/octet-stream"),
    "png as text": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDRabcdefg\x00\xff", "text/plain", "application/octet-stream"),
    "protobuf": (b"\n\x17dana.quill@example.test\x10\x01", "application/x-protobuf", "application/protobuf"),
    "thrift": (b"\n\x17dana.quill@example.test\x10\x01", "application/x-thrift", "application/octet-stream"),
    "empty": (b"", "application/json", ""),
}


@pytest.mark.parametrize(("body", "content_type", "read_as"), KINDS.values(), ids=KINDS)
def test_sniffs_and_leaves_untouched(body: bytes, content_type: str | None, read_as: str) -> None:
    """BUGS B08: what is not edited is the very same request."""
    request = post(body, content_type)
    reading = read(request)
    assert reading.content_type == read_as
    assert reading.opaque == (read_as == "application/octet-stream")
    assert reading.unreadable is None
    assert write(reading, []) is request
    assert bool(reading.items) == bool(body)
    assert_sound(request)


def test_searches_binary_for_printable_runs() -> None:
    reading = read(post(b"\n\x17dana.quill@example.test\x10\x01", "application/x-thrift"))
    item = the(reading, "dana.quill@example.test")
    assert (item.role, item.load_bearing is not None) == (Role.BINARY, True)


def test_calls_a_stateful_charset_unreadable() -> None:
    reading = read(post(b"\x1b$B$3$s\x1b(B", "text/plain; charset=iso-2022-jp"))
    assert reading.unreadable
    assert reading.items == ()


def test_searches_the_rest_of_broken_json() -> None:
    reading = read(post(b'{"a":"x\\u0040y", oops dana.quill@example.test', "application/json"))
    assert "x@y" in texts(reading)
    assert the(reading, "dana.quill@example.test")


def test_hides_text_from_repr() -> None:
    reading = read(post(b'{"a":"canary"}', target="/canary", Cookie="a=canary"))
    assert "canary" not in repr(reading)


def test_reads_a_kilobyte_of_json_fast() -> None:
    """Aim: 0.3 ms; the limit is loose because machines that run tests are busy."""
    rows = [{"sku": f"A-{n}", "qty": n, "price": 10.5, "title": "Blue cotton shirt size L"} for n in range(10)]
    request = post(json.dumps({"email": "dana.quill@example.test", "rows": rows, "note": "Leave it at the door. " * 8}).encode())
    best = min(_timed(request) for _ in range(50))
    assert best < 0.003


def _timed(request: Request) -> float:
    begin = time.perf_counter()
    read(request)
    return time.perf_counter() - begin


DATA = Path(os.environ.get("GUARDIAN_DATA", Path(__file__).parents[2] / ".." / "shared" / "data")) / "requests"


@pytest.mark.data
@pytest.mark.parametrize("name", ["post_requests.jsonl", "llm_api_requests.jsonl"])
def test_reads_recorded_requests(name: str) -> None:
    if not (DATA / name).exists():
        pytest.skip("the data set named by GUARDIAN_DATA has no requests/" + name)
    seconds: list[float] = []
    for line in (DATA / name).read_text(encoding="utf-8").split("\n"):
        row = json.loads(line or "{}")
        if row.get("encoding") or not isinstance(row.get("body"), str):
            continue
        headers = tuple(
            (h["name"].encode(), h["value"].encode("latin-1", "replace")) for h in row["headers"] if h["name"][0] != ":"
        )
        target = "/" + row["url"].split("/", 3)[3] if row["url"].count("/") > 2 else "/"
        request = Request(
            row["method"], "https", row["host"], 443, target.encode().decode("latin-1"), headers, row["body"].encode()
        )
        assert_sound(request)
        seconds.append(_timed(request))
    assert seconds
    seconds.sort()
    assert seconds[len(seconds) // 2] < 0.02


@pytest.mark.parametrize("method", ["dana.quill@example.test", "X4111", "A_B", "", "A B"])
def test_refuses_a_method_that_is_no_word(method):
    assert read(replace(post(), method=method)).unreadable == "a method that is no word"
    assert read(replace(post(), method="M-SEARCH")).unreadable is None
