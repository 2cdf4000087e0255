"""What is sent is the same, in the same order, in fewer pieces; hooks are followed by the same events, one after the other."""

import asyncio
import logging
from itertools import pairwise

import pytest
from guardian_addons import turns
from hypothesis import given, settings
from hypothesis import strategies as st
from mitmproxy import options
from mitmproxy.addons.core import Core
from mitmproxy.master import Master
from mitmproxy.proxy import commands, events, mode_servers, mode_specs
from mitmproxy.proxy.layer import Layer
from mitmproxy.proxy.layers.http import HttpRequestHook
from mitmproxy.test import tflow
from mitmproxy.utils import asyncio_utils

CLIENT, SERVER = tflow.tclient_conn(), tflow.tserver_conn()
PIECES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([CLIENT, SERVER]), st.binary(max_size=40) | st.just(b"x" * 40_000)),
        st.just(None),  # a command between
    ),
    max_size=12,
)


def commands_of(pieces):
    return [commands.SendData(*piece) if piece else commands.Log("between") for piece in pieces]


def told(given_commands):
    """To whom what was sent between which other commands."""
    said, now = [], {}
    for command in given_commands:
        if isinstance(command, commands.SendData):
            now[command.connection.id] = now.get(command.connection.id, b"") + command.data
        else:
            said, now = [*said, now], {}
    return [*said, now]


@given(PIECES)
def test_sends_the_same_between_the_same(pieces):
    before = commands_of(pieces)
    after = list(turns.gathered(iter(commands_of(pieces))))
    assert told(after) == told(before)
    sent = [command for command in after if isinstance(command, commands.SendData)]
    assert all(len(one.data) <= turns.PIECE for one in sent)
    neighbours = pairwise(after)
    assert not any(
        isinstance(one, commands.SendData)
        and isinstance(other, commands.SendData)
        and one.connection is other.connection
        and len(one.data) + len(other.data) <= turns.PIECE
        for one, other in neighbours
    )


def test_what_was_sent_before_a_fault_is_sent():
    def breaks():
        yield commands.SendData(CLIENT, b"before")
        message = "broken"
        raise ValueError(message)

    sent = turns.gathered(breaks())
    assert next(sent).data == b"before"
    with pytest.raises(ValueError, match="broken"):
        next(sent)


class Asking(Layer):
    """Calls a hook for each word, and answers when it is done."""

    def _handle_event(self, event):
        if isinstance(event, events.DataReceived):
            for word in event.data.split():
                flow = tflow.tflow()
                flow.comment = word.decode()
                yield HttpRequestHook(flow)
                yield commands.SendData(self.context.client, word)
                yield commands.SendData(self.context.client, b".")


class Written:
    """Stands for a client's stream: notes each call."""

    def __init__(self):
        self.pieces = []

    def write(self, data):
        self.pieces.append(data)

    def is_closing(self):
        return False

    def get_extra_info(self, _name, default=None):
        return default


class Hooks:
    """Takes no time, some turns of the loop, or fails, by what it is asked about."""

    def __init__(self):
        self.asked = []

    async def request(self, flow):
        self.asked.append(flow.comment)
        if flow.comment.startswith("wait"):
            for _ in range(3):
                await asyncio.sleep(0)
        if flow.comment.startswith("fail"):
            raise ValueError(flow.comment)


async def handled(make, *said, longest=None):
    """What is written where a client says this in pieces, and what was asked; by mitmproxy's handler or ours."""
    hooks = Hooks()
    writer = Written()
    with asyncio_utils.set_eager_task_factory(), pytest.MonkeyPatch.context() as patch:
        if longest is not None:
            patch.setattr(turns, "LONGEST", longest)
        master = Master(options.Options())
        master.addons.add(Core(), hooks)
        master.options.add_option("tcp_timeout", int, 600, "")
        handler = make(master, None, writer, master.options, mode_specs.ProxyMode.parse("regular"))
        handler.layer = Asking(handler.layer.context)
        await handler.server_event(events.Start())
        for words in said:
            await handler.server_event(events.DataReceived(handler.client, words))
        for _ in range(200):
            await asyncio.sleep(0)
    return writer.pieces, hooks.asked


WORDS = st.lists(st.lists(st.sampled_from([b"a", b"wait", b"fail", b"b"]), max_size=5).map(b" ".join), max_size=4)


@settings(deadline=None, max_examples=50)
@given(WORDS, st.sampled_from([0.0, turns.LONGEST]))
def test_hooks_are_asked_and_followed_in_the_same_order(said, longest):
    logging.disable()  # mitmproxy says what failed
    theirs, asked = asyncio.run(handled(mode_servers.ProxyConnectionHandler, *said))
    ours, ours_asked = asyncio.run(handled(turns.Connection, *said, longest=longest))
    logging.disable(logging.NOTSET)
    assert ours_asked == asked == [word.decode() for words in said for word in words.split()]
    assert b"".join(ours) == b"".join(theirs) == b"".join(word + b"." for words in said for word in words.split())
    assert len(ours) == len(ours_asked)  # each answer in one piece


def test_what_follows_a_hook_needs_no_turn_but_leaves_others_theirs():
    async def turn(longest):
        ticks = []

        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0)

        other = asyncio.get_running_loop().create_task(tick())
        with asyncio_utils.set_eager_task_factory(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(turns, "LONGEST", longest)
            master = Master(options.Options())
            master.addons.add(Core(), Hooks())
            master.options.add_option("tcp_timeout", int, 600, "")
            writer = Written()
            handler = turns.Connection(master, None, writer, master.options, mode_specs.ProxyMode.parse("regular"))
            handler.layer = Asking(handler.layer.context)
            handling = asyncio.get_running_loop().create_task(handler.server_event(events.DataReceived(handler.client, b"a " * 20)))
            ticks_at_first = len(ticks)
            handling.cancel()  # as mitmproxy does with who reads a connection that is closed
            for _ in range(100):
                if len(writer.pieces) < 20:
                    await asyncio.sleep(0)
        other.cancel()
        assert ticks_at_first == 0
        return len(writer.pieces), len(ticks)

    assert asyncio.run(turn(60.0)) == (20, 0)
    pieces, ticks = asyncio.run(turn(0.0))
    assert pieces == 20
    assert ticks >= 19


def test_the_proxy_makes_such_connections(monkeypatch):
    monkeypatch.setattr(mode_servers, "ProxyConnectionHandler", mode_servers.ProxyConnectionHandler)
    turns.quicken()
    assert mode_servers.ProxyConnectionHandler is turns.Connection


def test_another_mitmproxy_is_left_as_it_is(monkeypatch):
    class Handler:
        """Calls its hooks otherwise."""

    monkeypatch.setattr(mode_servers, "ProxyConnectionHandler", Handler)
    turns.quicken()
    assert mode_servers.ProxyConnectionHandler is Handler
