"""Who may ask llama.cpp, what, and what it is shown."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

from guardian_core.llm.door import HEAD, Door

QUESTION = b"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 2\r\n"


class Behind:
    """A server that keeps what it was sent, and answers it; `hangs`: it does not, and waits for the other side to go."""

    def __init__(self, *, hangs=False):
        self.seen, self.hangs, self.left = [], hangs, asyncio.Event()

    async def __call__(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        self.seen.append(head)
        if self.hangs:
            await reader.read()
            self.left.set()
        else:
            self.seen.append(await reader.readexactly(2) if head.startswith(b"POST") else b"")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            await writer.drain()
        writer.close()


@asynccontextmanager
async def standing(door, behind=None):
    """The door on a port of its own, open to `behind`."""
    servers = [await asyncio.start_server(door, "127.0.0.1", 0, limit=HEAD)]
    if behind:
        servers.append(await asyncio.start_server(behind, "127.0.0.1", 0))
        door.open(servers[1].sockets[0].getsockname()[1], "secret")
    yield servers[0].sockets[0].getsockname()[1]
    for server in servers:
        server.close()


async def said(port, sent):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    got = b""
    with suppress(ConnectionError):
        got = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return int(got.split(b" ")[1]), got.partition(b"\r\n\r\n")[2]


async def test_passes_a_question_on_with_the_key():
    behind = Behind()
    async with standing(Door(), behind) as port:
        assert await said(port, QUESTION + b"Authorization: Bearer mine\r\nConnection: keep-alive\r\n\r\n{}") == (200, b"{}")
    head, body = behind.seen
    assert body == b"{}"
    assert head == QUESTION + b"Authorization: Bearer secret\r\nConnection: close\r\n\r\n"


async def test_says_that_it_is_not_ready():
    async with standing(Door()) as port:
        for path in (b"GET /health", b"POST /v1/chat/completions"):
            status, body = await said(port, path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert (status, json.loads(body)["error"]["message"]) == (503, "the model is being loaded")


async def test_lets_no_web_page_in():
    """Whether it names itself, or its own name was made to lead here."""
    behind = Behind()
    async with standing(Door(), behind) as port:
        for line in (
            b"Origin: https://page.test",
            b"origin: null",
            b"Host: page.test:80",
            b"Host: 192.0.2.1",
            b"HOST: [2001:db8::1]:80",
        ):
            assert (await said(port, b"POST /v1/chat/completions HTTP/1.1\r\n" + line + b"\r\n\r\n"))[0] == 403
        for host in (b"127.0.0.1:8765", b"LOCALHOST:1", b"[::1]:8765"):
            assert (await said(port, b"GET /v1/models?x=1 HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"))[0] == 200
    assert len(behind.seen) == 2 * 3


async def test_serves_nothing_else():
    """Slots hold others' questions; the rest is of no use here."""
    async with standing(Door(), Behind()) as port:
        for path in (b"/slots", b"/props", b"/", b"/v1/models/../../slots", b"/health\x00"):
            assert (await said(port, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))[0] == 404
        assert (await said(port, b"nonsense\r\n\r\n"))[0] == 404


async def test_takes_no_endless_head():
    async with standing(Door(), Behind()) as port:
        assert (await said(port, b"GET /health HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n"))[0] == 431


async def test_hangs_up_behind_for_who_has_gone():
    """Otherwise llama.cpp would go on writing an answer that nobody waits for."""
    behind = Behind(hangs=True)
    async with standing(Door(), behind) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(QUESTION + b"\r\n{}")
        await asyncio.sleep(0.2)
        assert not behind.left.is_set()
        writer.close()
        await asyncio.wait_for(behind.left.wait(), 5)


async def test_says_that_what_is_behind_has_ended():
    door = Door()
    async with standing(door, Behind()) as port:
        door.open(1, "secret")
        assert (await said(port, QUESTION + b"\r\n{}"))[0] == 502
