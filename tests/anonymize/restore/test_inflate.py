"""Content codings come off as the bytes arrive."""

import gzip
import zlib

import brotli
import pytest
from backports import zstd

from guardian_core.anonymize.restore.inflate import BrokenReplyError, decoded, decoders

DATA = b"Dear [PERSON_1], hello. " * 400
RAW = zlib.compressobj(wbits=-15)
CODED = {
    "gzip": gzip.compress(DATA[:99]) + gzip.compress(DATA[99:]),
    "x-gzip": gzip.compress(DATA),
    "deflate": zlib.compress(DATA),
    "br": brotli.compress(DATA),
    "zstd": zstd.compress(DATA[:99]) + zstd.compress(DATA[99:]),
    "gzip, br": brotli.compress(gzip.compress(DATA)),
    "identity": DATA,
    "": DATA,
}


@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize("name", CODED)
def test_decodes_as_bytes_arrive(name, size):
    chain = decoders(name)
    pieces = [CODED[name][at : at + size] for at in range(0, len(CODED[name]), size)]
    assert b"".join(plain for piece in pieces for plain in decoded(piece, chain)) == DATA


def test_gives_what_is_flushed_at_once():
    coder = zlib.compressobj(wbits=31)
    piece = coder.compress(b"data: hello\n\n") + coder.flush(zlib.Z_SYNC_FLUSH)
    assert b"".join(decoded(piece, decoders("gzip"))) == b"data: hello\n\n"


def test_forgives_other_labels():
    assert b"".join(decoded(b'{"plain": 1}', decoders("gzip"))) == b'{"plain": 1}'
    assert b"".join(decoded(RAW.compress(DATA) + RAW.flush(), decoders("deflate"))) == DATA


@pytest.mark.parametrize("name", ["x-gzip", "deflate", "br", "zstd"])
def test_says_when_a_body_is_broken(name):
    with pytest.raises(BrokenReplyError):
        list(decoded(CODED[name][:-8] + b"\xf7" * 40_000, decoders(name)))


def test_knows_what_it_does_not_know():
    assert decoders("aws-chunked") is None
    assert decoders("gzip, x-own") is None
