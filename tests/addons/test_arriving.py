"""addons.arriving: what waits of a body while its headers are decided, in a running proxy."""

import asyncio

from guardian_addons import arriving
from mitmproxy.test import tflow


def during_headers(wire, work):
    """Run `await work(flow)` within the hook requestheaders, before ours; a list that gets its result, and the way to end it."""
    done = []

    class First:
        async def requestheaders(self, flow):
            done.append(await work(flow))

    addon = First()
    wire.do(lambda: (wire.master.addons.add(addon), wire.master.addons.chain.insert(0, wire.master.addons.chain.pop())))
    return done, lambda: wire.do(lambda: wire.master.addons.remove(addon))


HEAD = b"POST /v1 HTTP/1.1\r\nHost: shop.example.test\r\nTransfer-Encoding: chunked\r\n\r\n"


def send(wire, *pieces):
    with wire.tunnel("shop.example.test") as stream:
        for piece in pieces:
            stream.sendall(piece)
        return stream.recv(4096)


def test_sees_what_has_arrived_and_whether_it_is_all(wire):
    async def work(flow):
        before = await arriving.wait(flow, most=4)
        return before, arriving.first(flow, 3), await arriving.wait(flow, most=1000)

    done, end = during_headers(wire, work)
    try:
        reply = send(wire, HEAD, b"5\r\nhello\r\n", b"2\r\n!!\r\n0\r\n\r\n")
    finally:
        end()
    ((before, beginning, after),) = done
    assert (before.size >= 5, before.ended) == (True, before.size > 5)
    assert beginning == b"hel"
    assert (after.size, after.ended) == (7, True)
    assert b" 200 " in reply
    assert wire.origin.requests[0][1] == b"hello!!"


def test_gives_up_when_the_time_is_over_and_when_the_client_goes(wire):
    async def work(flow):
        soon = await arriving.wait(flow, most=1000, seconds=0.05)
        return soon, await arriving.wait(flow, most=1000, seconds=10)

    done, end = during_headers(wire, work)
    try:
        stream = wire.tunnel("shop.example.test")
        stream.sendall(HEAD + b"5\r\nhello\r\n")
        wire.do(lambda: None)
        asyncio.run(asyncio.sleep(0.4))
        stream.close()
        for _ in range(100):
            if done:
                break
            asyncio.run(asyncio.sleep(0.05))
    finally:
        end()
    ((soon, gone),) = done
    assert (soon.size, soon.ended) == (5, False)
    assert gone is None or gone.ended  # None: even the connection is forgotten


def test_throws_away_what_nobody_may_have(wire):
    async def work(flow):
        return await arriving.drain(flow, most=1_000_000, seconds=10)

    done, end = during_headers(wire, work)
    try:
        send(wire, HEAD, b"5\r\nhello\r\n", b"2\r\n!!\r\n0\r\n\r\n")
    finally:
        end()
    assert done == [True]
    assert wire.origin.requests[0][1] == b""


def test_knows_nothing_of_a_flow_that_is_not_there(wire):
    flow = tflow.tflow()
    assert wire.do(lambda: arriving.look(flow)) is None
    assert wire.do(lambda: arriving.first(flow, 10)) == b""
