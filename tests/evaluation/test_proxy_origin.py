"""evaluation.proxy_origin: what it answers; it runs for real in tests/cli/test_bench_proxy.py."""

import asyncio

from guardian_core.evaluation.proxy_origin import content_length, frame


def test_reads_lengths():
    assert content_length(b"POST / HTTP/1.1\r\ncontent-LENGTH: 12\r\n\r\n") == 12
    assert content_length(b"GET / HTTP/1.1\r\n\r\n") == 0


def test_reads_frames_masked_and_long():
    async def read(data):
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        return await frame(reader)

    assert asyncio.run(read(b"\x81\x82\x01\x01\x01\x01ab")) == b"`c"
    assert asyncio.run(read(b"\x81\x7e\x00\xc8" + b"x" * 200)) == b"x" * 200
    assert asyncio.run(read(b"\x88\x00")) == b""
