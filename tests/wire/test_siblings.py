"""Siblings of the public fault reports (BUGS A and C): what stands there in other forms, and odd ways to say a request.

None of it reaches somebody who may not have it: it is rewritten where it is understood, and refused where it is not.
"""

import base64
import bz2
import gzip
import json
import lzma
import zlib

import brotli
import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, status_of
from tests.wire.test_codings import raw_deflate, zstd

M = MAIL.encode()
P = json.dumps({"user": MAIL}).encode()
J = b"Content-Type: application/json"
ZL = zlib.compress(P)


def ce(name):
    return b"Content-Encoding: " + name


SAME = {
    "B01 br mislabel": (P, [J, ce(b"br")]),
    "B01 deflate": (P, [J, ce(b"deflate")]),
    "B01 leading space": (b" \n" + P, [J, ce(b"gzip")]),
    "B01 bom": (b"\xef\xbb\xbf" + P, [J, ce(b"gzip")]),
    "B01 no type": (P, [ce(b"gzip")]),
    "B01 two CE headers": (P, [J, ce(b"gzip"), ce(b"br")]),
    "B02 zlib unlabelled": (ZL, [J]),
    "B02 br unlabelled": (brotli.compress(P), [J]),
    "B02 raw deflate unlabelled": (raw_deflate(P), [J]),
    "B02 gzip in zlib": (zlib.compress(gzip.compress(P)), [J, ce(b"gzip, deflate")]),
    "B02 mixed case": (gzip.compress(brotli.compress(P)), [J, ce(b"BR , X-GZIP")]),
    "B02 empty entries": (gzip.compress(P), [J, ce(b", gzip ,,")]),
    "B02 q": (gzip.compress(P), [J, ce(b"gzip;q=1")]),
    "B02 quoted": (gzip.compress(P), [J, ce(b'"gzip"')]),
    "B02 two headers": (brotli.compress(gzip.compress(P)), [J, ce(b"gzip"), ce(b"br")]),
    "B02 compress": (P, [J, ce(b"compress")]),
    "B02 tab": (gzip.compress(P), [J, b"Content-Encoding:\tgzip\t"]),
    "B02 wrong order": (gzip.compress(brotli.compress(P)), [J, ce(b"gzip, br")]),
    "B02 bz2": (bz2.compress(P), [J]),
    "B02 xz": (lzma.compress(P), [J]),
    "B02 multi member": (gzip.compress(P[:15]) + gzip.compress(P[15:]), [J, ce(b"gzip")]),
    "B03 zstd multi": (zstd.compress(P[:12]) + zstd.compress(P[12:]), [J, ce(b"zstd")]),
    "B03 label zstd gzip": (gzip.compress(P), [J, ce(b"zstd")]),
    "B03 zstd no checksum": (zstd.compress(P), [ce(b"zstd")]),
    "B03 zstd labelled gzip": (zstd.compress(P), [J, ce(b"gzip")]),
    "B03 x-zstd": (zstd.compress(P), [J, ce(b"x-zstd")]),
    "B07 quoted boundary": (
        b'--a b\r\nContent-Disposition: form-data; name="who"\r\n\r\n' + M + b"\r\n--a b--\r\n",
        [b'Content-Type: multipart/form-data; boundary="a b"'],
    ),
    "B07 lf": (
        b'--B\nContent-Disposition: form-data; name="who"\n\n' + M + b"\n--B--\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 no closing": (
        b'--B\r\nContent-Disposition: form-data; name="who"\r\n\r\n' + M,
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 filename*": (
        b"--B\r\nContent-Disposition: form-data; name=f; filename*=UTF-8''dana.quill%40example.test.pdf\r\n\r\nx\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 part header": (
        b"--B\r\nContent-Disposition: form-data; name=f\r\nX-Who: " + M + b"\r\n\r\nx\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 preamble": (
        M + b"\r\n--B\r\nContent-Disposition: form-data; name=f\r\n\r\nx\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 epilogue": (
        b"--B\r\nContent-Disposition: form-data; name=f\r\n\r\nx\r\n--B--\r\n" + M,
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 boundary mismatch": (
        b"--C\r\nContent-Disposition: form-data; name=f\r\n\r\n" + M + b"\r\n--C--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 related": (
        b"--B\r\nContent-Type: application/json\r\n\r\n" + P + b"\r\n--B--\r\n",
        [b"Content-Type: multipart/related; boundary=B"],
    ),
    "B07 nested": (
        b"--B\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\n\r\n" + M + b"\r\n--C--\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 part gzip": (
        b"--B\r\nContent-Disposition: form-data; name=f\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(P) + b"\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 part qp": (
        b"--B\r\nContent-Disposition: form-data; name=f\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"dana.quill=40example.test\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B07 part b64": (
        b"--B\r\nContent-Disposition: form-data; name=f\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + base64.b64encode(b"mail " + M)
        + b"\r\n--B--\r\n",
        [b"Content-Type: multipart/form-data; boundary=B"],
    ),
    "B09 form semicolon": (b"a=1;mail=dana.quill%40example.test", [b"Content-Type: application/x-www-form-urlencoded"]),
    "B09 double enc": (b"mail=dana.quill%2540example.test", [b"Content-Type: application/x-www-form-urlencoded"]),
    "B09 plus": (b"mail=+dana.quill%40example.test+&x", [b"Content-Type: application/x-www-form-urlencoded"]),
    "B09 key": (b"dana.quill%40example.test=1", [b"Content-Type: application/x-www-form-urlencoded"]),
    "B09 no type": (b"a=1&mail=dana.quill%40example.test", []),
    "B11 utf16": (P.decode().encode("utf-16"), [b"Content-Type: application/json; charset=utf-16"]),
    "B11 utf16le no bom": (P.decode().encode("utf-16-le"), [J]),
    "B11 utf16be no bom": (P.decode().encode("utf-16-be"), [J]),
    "B11 utf32": (P.decode().encode("utf-32"), [J]),
    "B11 utf7": (b"dana.quill+AEA-example.test", [b"Content-Type: text/plain; charset=utf-7"]),
    "B11 ebcdic": (("mail " + MAIL).encode("cp037"), [b"Content-Type: text/plain; charset=ibm037"]),
    "B11 ebcdic500": (("mail " + MAIL).encode("cp500"), [b"Content-Type: text/plain; charset=cp500"]),
    "B11 iso2022": (b"\x1b(B" + M, [b"Content-Type: text/plain; charset=iso-2022-jp"]),
    "B12 escapes": (b'{"user":"dana.quill\\u0040example.test"}', [J]),
    "B12 comment json": (b'{/* c */"user":"' + M + b'"}', [J]),
    "B12 trailing comma": (b'{"user":"' + M + b'",}', [J]),
    "B12 single quotes": (b"{'user':'" + M + b"'}", [J]),
    "B12 jsonp": (b'cb({"user":"' + M + b'"});', [b"Content-Type: application/javascript"]),
    "B12 xssi": (b")]}',\n" + P, [J]),
    "B12 concatenated": (b'{"n":1}' + P, [J]),
    "B12 RS": (b'\x1e{"n":1}\n\x1e' + P + b"\n", [b"Content-Type: application/json-seq"]),
    "B12 NaN": (b'{"a":NaN,"user":"' + M + b'"}', [J]),
    "B12 card number exp": (b'{"pan":4111111111111111.0}', [J]),
    "B12 card number": (b'{"pan":4111111111111111}', [J]),
    "B12 card sci": (b'{"pan":4.111111111111111e15}', [J]),
    "B39 nested x3": (json.dumps({"a": json.dumps({"b": json.dumps({"m": MAIL})})}).encode(), [J]),
    "B39 b64 json": (json.dumps({"a": base64.b64encode(P).decode()}).encode(), [J]),
    "B39 b64url": (json.dumps({"a": base64.urlsafe_b64encode(P).decode().rstrip("=")}).encode(), [J]),
    "B39 hex": (json.dumps({"a": P.hex()}).encode(), [J]),
    "B39 gz b64": (json.dumps({"a": base64.b64encode(gzip.compress(P)).decode()}).encode(), [J]),
    "type multipart without body boundary": (P, [b"Content-Type: multipart/form-data"]),
    "type text/html": (b"<p title='" + M + b"'>x</p>", [b"Content-Type: text/html"]),
    "type image": (P, [b"Content-Type: image/png"]),
    "type font": (P, [b"Content-Type: font/woff2"]),
    "type garbage": (P, [b"Content-Type: ;;;"]),
    "two types": (P, [b"Content-Type: image/png", J]),
    "csp": (b'{"csp-report":{"document-uri":"https://a.test/?m=' + M + b'"}}', [b"Content-Type: application/csp-report"]),
    "msgpack": (b"\x81\xa4mail\xb7" + M, [b"Content-Type: application/msgpack"]),
    "cbor": (b"\xa1\x64mail\x77" + M, [b"Content-Type: application/cbor"]),
    "yaml": (b"user: " + M, [b"Content-Type: application/yaml"]),
    "csv": (b"mail\n" + M + b"\n", [b"Content-Type: text/csv"]),
}


@pytest.mark.parametrize("name", SAME)
def test_something_personal_in_another_form_is_found(wire, name):
    body, fields = SAME[name]
    assert status_of(wire.post(DENIES, body, *fields)) == 403
    assert wire.origin.seen == []
    assert status_of(wire.post(REWRITES, body, *fields)) in (200, 403)
    assert M not in wire.origin.raw
    assert b"4111111111111111" not in wire.origin.raw
    assert body not in [seen.body for seen in wire.origin.seen]


CHUNK = {
    "ext": b"5;x=" + M + b'\r\n{"n":\r\n2\r\n1}\r\n0\r\n\r\n',
    "last ext": b'7\r\n{"n":1}\r\n0;x=' + M + b"\r\n\r\n",
    "zeros": b'0000007\r\n{"n":1}\r\n000\r\n\r\n',
    "ext quoted": b'7;a="' + M + b'"\r\n{"n":1}\r\n0\r\n\r\n',
}


@pytest.mark.parametrize("name", CHUNK)
def test_what_is_said_beside_a_chunk_goes_nowhere(wire, name):
    head = b"POST /v1 HTTP/1.1\r\nHost: " + ALLOWS.encode() + b"\r\n" + J + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert status_of(wire.say(ALLOWS, head + CHUNK[name], wait=5)) == 200
    assert M not in wire.origin.raw
    assert wire.origin.seen[0].body == b'{"n":1}'


LINES = {
    "obs http/1.0": b"POST /v1 HTTP/1.0\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}",
    "lf only": b"POST /v1 HTTP/1.1\nHost: h\nContent-Length: 2\n\n{}",
    "leading crlf": b"\r\n\r\nPOST /v1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}",
    "no host": b"POST /v1 HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
    "two hosts": b"POST /v1 HTTP/1.1\r\nHost: a\r\nHost: " + M + b"\r\nContent-Length: 2\r\n\r\n{}",
    "abs form": b"POST https://" + DENIES.encode() + b"/v1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}",
    "fragment": b"GET /v1#" + M + b" HTTP/1.1\r\nHost: h\r\n\r\n",
    "space in target": b"GET /v1 " + M + b" HTTP/1.1\r\nHost: h\r\n\r\n",
    "odd version": b"GET /v1 HTTP/9.9\r\nHost: h\r\n\r\n",
    "nul": b"GET /v1\x00" + M + b" HTTP/1.1\r\nHost: h\r\n\r\n",
    "get with body": b"GET /v1 HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n" % len(P) + P,
    "userinfo": b"GET http://" + M + b"@x/ HTTP/1.1\r\nHost: h\r\n\r\n",
    "options *": b"OPTIONS * HTTP/1.1\r\nHost: h\r\nX-M: " + M + b"\r\n\r\n",
    "header bare cr": b"GET /v1 HTTP/1.1\r\nHost: h\r\nX-A: a\rX-M: " + M + b"\r\n\r\n",
    "upgrade h2c": b"GET /v1 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: "
    + base64.urlsafe_b64encode(b"dana " + M)
    + b"\r\n\r\n",
    "connection names header": b"GET /v1 HTTP/1.1\r\nHost: h\r\nConnection: close, X-Mail\r\nX-Mail: " + M + b"\r\n\r\n",
    "pipelined": b"GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b?m=" + M + b" HTTP/1.1\r\nHost: h\r\n\r\n",
    "post crlf": b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n",
    "te trailers": b"GET /v1 HTTP/1.1\r\nHost: h\r\nTE: trailers\r\nTrailer: " + M + b"\r\n\r\n",
}


@pytest.mark.parametrize("name", LINES)
def test_a_request_said_oddly_arrives_well_framed_or_not_at_all(wire, name):
    wire.say(DENIES, LINES[name], wait=2)
    assert M not in wire.origin.raw
    assert b"HTTP2-Settings" not in wire.origin.raw
    assert len(wire.origin.seen) <= 2
