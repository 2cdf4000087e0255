"""actions.coding: content codings come off right to left, within a cap, and go back on."""

import gzip
import sys
import tracemalloc
import zlib

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.actions.coding import decode, encode
from guardian_core.errors import EditError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

BODY = b'{"iban":"DE89 3704 0044 0532 0130 00"}'
CAP = 100_000


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


GOOD = {
    "none": ("", BODY, ()),
    "identity": ("identity, ,IDENTITY", BODY, ()),
    "gzip": ("gzip", gzip.compress(BODY), ("gzip",)),
    "x-gzip": ("X-Gzip", gzip.compress(BODY), ("gzip",)),
    "two members": ("gzip", gzip.compress(BODY[:9]) + gzip.compress(BODY[9:]), ("gzip",)),
    "deflate": ("deflate", zlib.compress(BODY), ("deflate",)),
    "raw deflate": ("deflate", raw_deflate(BODY), ("deflate-raw",)),
    "br": ("br", brotli.compress(BODY), ("br",)),
    "zstd": ("zstd", zstd.compress(BODY), ("zstd",)),
    "many members": (
        "gzip",
        b"".join(gzip.compress(BODY[n : n + 1]) for n in range(len(BODY))) + gzip.compress(b"") * 900,
        ("gzip",),
    ),
    "two frames": ("zstd", zstd.compress(BODY[:9]) + zstd.compress(BODY[9:]), ("zstd",)),
    "many frames": (
        "zstd",
        b"".join(zstd.compress(BODY[n : n + 1]) for n in range(len(BODY))) + zstd.compress(b"") * 900,
        ("zstd",),
    ),
    "two frames without label": ("", zstd.compress(BODY[:9]) + zstd.compress(BODY[9:]), ("zstd",)),
    "gzip, br": ("gzip, br", brotli.compress(gzip.compress(BODY)), ("gzip", "br")),
    "zstd, gzip": ("zstd,gzip", gzip.compress(zstd.compress(BODY)), ("zstd", "gzip")),
    "plain labelled gzip": ("gzip", BODY, ()),
    "plain labelled br": ("br", BODY, ()),
    "plain labelled deflate": ("deflate", BODY, ()),
    "plain labelled zstd": ("zstd", BODY, ()),
    "br labelled gzip, br": ("gzip, br", brotli.compress(BODY), ("br",)),
    "gzip without label": ("", gzip.compress(BODY), ("gzip",)),
    "zstd without label": ("", zstd.compress(BODY), ("zstd",)),
    "gzip twice, labelled once": ("gzip", gzip.compress(gzip.compress(BODY)), ("gzip", "gzip")),
}


@pytest.mark.parametrize(("label", "wire", "codings"), GOOD.values(), ids=GOOD)
def test_takes_codings_off_and_puts_them_back(label: str, wire: bytes, codings: tuple[str, ...]) -> None:
    decoded = decode(wire, label, "application/json", CAP)
    assert (decoded.body, decoded.codings, decoded.unreadable) == (BODY, codings, None)
    again = decode(encode(BODY, codings), label, "application/json", CAP)
    assert (again.body, again.codings) == (BODY, codings)


def bomb(size: int) -> bytes:
    return gzip.compress(bytes(size))


SKIPPED = b"\x50\x2a\x4d\x18\x04\x00\x00\x00dana"
COMMENTED = gzip.compress(BODY)[:3] + b"\x10" + gzip.compress(BODY)[4:10] + b"dana.quill\0" + gzip.compress(BODY)[10:]
BAD = {
    "unknown": ("aws-chunked", BODY, "unknown content coding aws-chunked"),
    "unknown with content": ("gzip;'<b>", BODY, "unknown content coding gzipb"),
    "too many": (",".join(["gzip"] * 9), BODY, "more than 8 content codings"),
    "truncated gzip": ("gzip", gzip.compress(BODY)[:-9], "truncated gzip"),
    "corrupt gzip": ("gzip", gzip.compress(BODY)[:-8] + bytes(8), "corrupt gzip"),
    "trailing bytes": ("gzip", gzip.compress(BODY) + b"dana.quill@example.test", "bytes behind the end of gzip"),
    "trailing bytes after deflate": ("deflate", zlib.compress(BODY) + b"x", "bytes behind the end of deflate"),
    "truncated deflate": ("deflate", zlib.compress(BODY)[:-2], "truncated deflate"),
    "truncated br": ("br", brotli.compress(BODY * 99)[:-3], "truncated br"),
    "corrupt br": ("br", b"\x00\x01\xff\xfe" * 30, "corrupt br"),
    "trailing bytes after br": ("br", brotli.compress(BODY) + b"\x00\x01x", "corrupt br"),
    "truncated zstd": ("zstd", zstd.compress(BODY)[:-3], "truncated zstd"),
    "corrupt zstd": ("zstd", zstd.compress(BODY)[:6] + b"\xff" * 9, "corrupt zstd"),
    "trailing bytes after zstd": ("zstd", zstd.compress(BODY) + b"x", "bytes behind the end of zstd"),
    "bytes behind the second frame": ("zstd", zstd.compress(BODY) * 2 + b"dana.quill@example.test", "bytes behind the end of zstd"),
    "second frame truncated": ("zstd", zstd.compress(BODY) + zstd.compress(BODY)[:-3], "truncated zstd"),
    "second frame corrupt": ("zstd", zstd.compress(BODY) + zstd.compress(BODY)[:6] + b"\xff" * 9, "corrupt zstd"),
    "a frame that is skipped": ("zstd", SKIPPED + zstd.compress(BODY), "a frame of zstd that is skipped"),
    "a frame that is skipped, later": ("zstd", zstd.compress(BODY) + SKIPPED, "a frame of zstd that is skipped"),
    "bomb of frames": ("zstd", zstd.compress(bytes(CAP // 9)) * 10, f"body larger than {CAP} bytes when decoded"),
    "bomb of members": ("gzip", gzip.compress(bytes(CAP // 9)) * 10, f"body larger than {CAP} bytes when decoded"),
    "too many frames": ("zstd", zstd.compress(b"") * 5000, "bytes behind the end of zstd"),
    "second member with a comment": ("gzip", gzip.compress(BODY) + COMMENTED, "bytes behind the end of gzip"),
    "bytes behind raw deflate": ("deflate", raw_deflate(BODY) + b"dana.quill@example.test", "bytes behind the end of deflate"),
    "two streams of deflate": ("deflate", zlib.compress(BODY) * 2, "bytes behind the end of deflate"),
    "two streams of br": ("br", brotli.compress(BODY) * 2, "corrupt br"),
    "gzip bomb": ("gzip", bomb(CAP + 1), f"body larger than {CAP} bytes when decoded"),
    "bomb in a bomb": ("", gzip.compress(bomb(CAP * 9)), f"body larger than {CAP} bytes when decoded"),
    "deflate bomb": ("deflate", zlib.compress(bytes(CAP + 1)), f"body larger than {CAP} bytes when decoded"),
    "br bomb": ("br", brotli.compress(bytes(CAP + 1)), f"body larger than {CAP} bytes when decoded"),
    "zstd bomb": ("zstd", zstd.compress(bytes(CAP + 1)), f"body larger than {CAP} bytes when decoded"),
    "large on the wire": ("", bytes(CAP + 1), f"body larger than {CAP} bytes"),
    "many members": ("gzip", gzip.compress(b"") * 5000, "bytes behind the end of gzip"),
    "nested deeply": ("", encode(b"x", ("gzip",) * 12), "content codings nested too deeply"),
}


@pytest.mark.parametrize(("label", "wire", "reason"), BAD.values(), ids=BAD)
def test_says_why_a_body_cannot_be_read(label: str, wire: bytes, reason: str) -> None:
    decoded = decode(wire, label, "application/json", CAP)
    assert decoded.unreadable == reason


@pytest.mark.parametrize("label", ["gzip", "br", "zstd", "gzip, gzip"])
def test_keeps_memory_near_the_cap(label: str) -> None:
    """BUGS B15: 64 MiB of zeros from a few kilobytes."""
    wire = encode(bytes(64 << 20), tuple(label.split(", ")))
    tracemalloc.start()
    decoded = decode(wire, label, "application/json", 1_000_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert decoded.unreadable
    assert peak < 8_000_000


def test_keeps_what_gzip_says_beside_the_body() -> None:
    packed = gzip.compress(b"body", mtime=0)
    told = packed[:3] + bytes([4 | 8 | 16]) + packed[4:10] + b"\x02\x00ABname\0comment\0" + packed[10:]
    found = decode(told, "gzip", "", 1_000)
    assert (found.body, found.beside) == (b"body", b"AB\nname\ncomment\n")
    unlabelled = decode(gzip.compress(told, mtime=0), "gzip", "", 1_000)
    assert (unlabelled.body, unlabelled.beside) == (b"body", b"AB\nname\ncomment\n")
    assert decode(packed, "gzip", "", 1_000).beside == b""


def test_leaves_an_archive_that_is_too_large_as_it_is() -> None:
    wire = bomb(CAP + 1)
    assert decode(wire, "", "application/gzip", CAP).unreadable is None
    assert decode(wire, "", "text/plain", CAP).unreadable


def test_refuses_to_put_on_what_it_does_not_know() -> None:
    with pytest.raises(EditError):
        encode(b"", ("snappy",))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["gzip", "br", "zstd", "deflate", "deflate, gzip", "x"]), st.integers(0, 400))
def test_never_raises(data: bytes, label: str, cut: int) -> None:
    for wire in (data, b"\x1f\x8b\x08" + data, b"\x28\xb5\x2f\xfd" + data, gzip.compress(data)[:cut], brotli.compress(data)[:cut]):
        decode(wire, label, "", 1000)
