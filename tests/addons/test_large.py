"""addons.large: which lengths are believed; the bodies themselves are in tests/wire/test_large.py."""

import pytest
from guardian_addons.large import Passing, declared, put
from mitmproxy.test import tflow, tutils

from guardian_core.vocabulary import Request


@pytest.mark.parametrize(
    ("headers", "version", "length"),
    [
        ([(b"Content-Length", b"17")], b"HTTP/1.1", 17),
        ([(b"content-length", b"17")], b"HTTP/2.0", 17),
        ([(b"Transfer-Encoding", b"chunked")], b"HTTP/1.1", None),
        ([], b"HTTP/1.1", 0),
        ([], b"HTTP/2.0", None),
        ([(b"Content-Length", b"9" * 30)], b"HTTP/2.0", None),
        ([(b"Content-Length", b"-1")], b"HTTP/1.1", 0),
    ],
)
def test_believes_a_length_that_is_one(headers, version, length):
    assert declared(tutils.treq(headers=headers, http_version=version)) == length


def request(body, *fields):
    return Request("POST", "https", "a.test", 443, "/x", fields, body)


def test_the_length_is_that_of_the_whole_body():
    flow = tflow.tflow(req=tutils.treq(headers=[(b"Content-Length", b"1000")], content=None))
    fields = ((b"Content-Length", b"7"), (b"Content-MD5", b"x"))
    put(flow, request(b"abc", *fields), request(b"abcdefg", *fields))
    assert flow.request.headers.fields == ((b"Content-Length", b"1004"),)
    assert flow.request.path == "/x"


@pytest.mark.parametrize("sizes", [[1], [2, 3], [100]])
def test_replaces_the_beginning_however_it_is_cut(sizes):
    body, passing, out = b"secret and the rest", Passing(6, request(b"hidden!"), None), []
    position = 0
    while position < len(body):
        for size in sizes:
            out += passing(body[position : position + size]) if position < len(body) else []
            position += size
    out += passing(b"")
    assert b"".join(out) == b"hidden! and the rest"
    assert all(out)
