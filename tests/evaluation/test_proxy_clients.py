"""evaluation.proxy_clients: they count what fails; they run for real in tests/cli/test_bench_proxy.py."""

import asyncio

import pytest

from guardian_core.evaluation import proxy_clients


async def behind(answer, work):
    """`work(port)` before a plain server that answers each connection so, and hangs up."""

    async def talk(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        return await work(server.sockets[0].getsockname()[1])
    finally:
        server.close()


def test_counts_connections_that_fail():
    timed = asyncio.run(behind(b"HTTP/1.1 200 OK\r\n\r\nno TLS here", lambda port: proxy_clients.crowd(port, b"{}", 5)))
    assert (timed.errors, timed.seconds) == (5, [])


def test_says_what_a_proxy_answered():
    async def post(port):
        return await proxy_clients.post(*await asyncio.open_connection("127.0.0.1", port), b"{}")

    with pytest.raises(RuntimeError, match="403"):
        asyncio.run(behind(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", post))
