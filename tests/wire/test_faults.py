"""Faults injected one after the other into one running proxy: none leaks, none hangs it. docs/wire.md says what comes of each.

Each is met by a request that holds an address; afterwards the origin has seen none of it, and the next request is answered.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import ssl
import struct
import threading
import time

import pytest
from guardian_certs import make_authority

from tests.processes import stop
from tests.wire.conftest import DENIES, MAIL, REWRITES, reply_from, status_of, wait_until

BODY = json.dumps({"mail": MAIL}).encode()
REQUEST = b"POST /v1 HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (
    REWRITES.encode(),
    len(BODY),
)
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def abort(writer):
    """End a connection by a reset, not by an orderly close."""
    plain = writer.get_extra_info("socket")
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def origin_does(work):
    """A fault: the origin reads the request and then does `work(writer)`."""

    @contextlib.contextmanager
    def fault(wire, monkeypatch):
        async def script(seen, reader, writer):
            await work(writer)

        wire.origin.script = script
        yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY, wait=4.0))

    return fault


async def resets(writer):
    abort(writer)


async def resets_in_the_middle(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    await writer.drain()
    await asyncio.sleep(0.05)
    abort(writer)


async def closes_in_the_middle(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    await writer.drain()
    writer.close()


async def closes_its_half(writer):
    writer.write(b"HTTP/1.0 200 OK\r\n\r\nok until the end")
    await writer.drain()
    writer.close()


async def says_garbage(writer):
    writer.write(b"\x00\x01\x02 what?\r\n\r\n")
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.close()


async def says_two_lengths(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    await writer.drain()


async def lies_about_a_chunk(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nok\r\n0\r\n\r\n")
    await writer.drain()


async def drips(writer):
    for byte in OK:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.01)


async def sends_endless_headers(writer):
    with contextlib.suppress(OSError):
        writer.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(20_000):
            writer.write(b"X-%d: %s\r\n" % (number, b"y" * 100))
            await writer.drain()
        writer.write(b"\r\n")
    writer.close()


@contextlib.contextmanager
def nobody_answers(wire, monkeypatch):
    """The origin says nothing; the client gives up, and others do not wait for it."""
    done = asyncio.Event()

    async def script(seen, reader, writer):
        if b"/v1" in seen.head:
            await done.wait()
        else:
            writer.write(OK)

    wire.origin.script = script

    def work():
        stream = wire.tunnel(REWRITES)
        stream.sendall(REQUEST + BODY)
        assert wait_until(lambda: wire.origin.seen)
        other = wire.say(REWRITES, b"GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
        stream.close()
        return status_of(other)

    yield work
    wire.do(done.set)


@contextlib.contextmanager
def client_drips(wire, monkeypatch):
    def work():
        with wire.tunnel(REWRITES) as stream:
            for at in range(0, len(REQUEST + BODY), 3):
                stream.sendall((REQUEST + BODY)[at : at + 3])
                time.sleep(0.003)
            return status_of(reply_from(stream))

    yield work


@contextlib.contextmanager
def client_resets(wire, monkeypatch):
    def work():
        plain = wire.connect(REWRITES)
        context = ssl.create_default_context(cafile=wire.ca)
        stream = context.wrap_socket(plain, server_hostname=REWRITES)
        stream.sendall(REQUEST + BODY[:10])
        assert wait_until(lambda: wire.begun)  # a reset takes with it what was not read yet
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stream.close()
        assert wait_until(lambda: wire.broken)
        return len(wire.origin.seen)

    yield work


@contextlib.contextmanager
def client_closes_its_half(wire, monkeypatch):
    """Over plain HTTP, where a half-close is one."""

    def work():
        with socket.create_connection(("127.0.0.1", wire.port), timeout=10) as stream:
            stream.sendall(REQUEST.replace(b"POST /v1", b"POST http://%s/v1" % REWRITES.encode()) + BODY)
            stream.shutdown(socket.SHUT_WR)
            return status_of(reply_from(stream, 3.0)) in {0, 200}

    yield work


@contextlib.contextmanager
def client_leaves(wire, monkeypatch):
    async def script(seen, reader, writer):
        await asyncio.sleep(0.3)
        writer.write(OK)

    wire.origin.script = script

    def work():
        stream = wire.tunnel(REWRITES)
        stream.sendall(REQUEST + BODY)
        assert wait_until(lambda: wire.origin.seen)
        stream.close()
        time.sleep(0.5)
        return True

    yield work


@contextlib.contextmanager
def client_says_garbage(wire, monkeypatch):
    def work():
        with socket.create_connection(("127.0.0.1", wire.port), timeout=5) as stream:
            stream.sendall(b"\x16\x03\x01\xff\xff" + MAIL.encode() * 20)
            stream.settimeout(2)
            with contextlib.suppress(OSError):
                stream.recv(4096)
        return wire.origin.connections

    yield work


@contextlib.contextmanager
def wrong_certificate(wire, monkeypatch, *, names, authority):
    leaf, own = (
        authority.leaf(names),
        wire.authority.leaf((REWRITES, DENIES, "service.example.test", "bank.example.test", "pinned.example.test")),
    )
    wire.do(lambda: wire.origin.context.load_cert_chain(leaf.certificate, leaf.key))
    yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY, wait=4.0))
    wire.do(lambda: wire.origin.context.load_cert_chain(own.certificate, own.key))


def another_name(wire, monkeypatch):
    return wrong_certificate(wire, monkeypatch, names=("elsewhere.example.test",), authority=wire.authority)


def unknown_authority(wire, monkeypatch):
    return wrong_certificate(wire, monkeypatch, names=(REWRITES,), authority=make_authority(wire.home / "other", "Other authority"))


def rotated(wire, monkeypatch):
    return wrong_certificate(wire, monkeypatch, names=(REWRITES, "new.example.test"), authority=wire.authority)


@contextlib.contextmanager
def name_does_not_resolve(wire, monkeypatch):
    table = dict(wire.addon.shell.table)
    wire.addon.shell.table = {}
    yield lambda: status_of(wire.say("nowhere.invalid", REQUEST.replace(REWRITES.encode(), b"nowhere.invalid") + BODY, wait=8.0))
    wire.addon.shell.table = table


@contextlib.contextmanager
def port_is_closed(wire, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        table = dict(wire.addon.shell.table)
        wire.addon.shell.table = table | {REWRITES: ("127.0.0.1", free.getsockname()[1])}
        yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY, wait=4.0))
        wire.addon.shell.table = table


@contextlib.contextmanager
def disk_is_full(wire, monkeypatch):
    """SQLite may not make another page."""
    journal = wire.addon.shell.now.recorder
    lost = journal.lost

    def limit(pages):
        for database in journal.journal.__dict__.values():
            connection = getattr(database, "conn", database)
            if isinstance(connection, sqlite3.Connection):
                connection.execute(f"PRAGMA max_page_count = {pages}")

    journal.thread.submit(limit, 1).result(10)
    yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY))
    journal.thread.submit(limit, 1_000_000).result(10)
    assert journal.lost >= lost


@contextlib.contextmanager
def database_is_locked(wire, monkeypatch):
    path = wire.home / "audit.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY, wait=4.0))
        other.execute("ROLLBACK")


@contextlib.contextmanager
def database_is_gone(wire, monkeypatch):
    path = wire.home / "audit.db"
    moved = path.rename(path.with_suffix(".moved"))
    yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY))
    moved.replace(path)


def clock(seconds):
    @contextlib.contextmanager
    def jumps(wire, monkeypatch):
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + seconds)
        yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY))
        monkeypatch.setattr(time, "time", real)

    return jumps


LONG = json.dumps({"mail": MAIL, "text": "many words " * 400}).encode()


@contextlib.contextmanager
def search_hangs(wire, monkeypatch):
    """The process that looks at long requests does nothing any more."""
    with wire.changed(decision={"detect_timeout": 1_000}):
        core = wire.addon.shell.core
        wire.post(DENIES, LONG, b"Content-Type: application/json")
        hang = set(core.searchers.pids())  # two, where another test sent a short and a long one at the same time
        for pid in hang:
            stop(pid)
        yield lambda: status_of(wire.post(REWRITES, LONG, b"Content-Type: application/json"))
        left = hang & set(core.searchers.pids())
        for pid in left:
            os.kill(pid, signal.SIGCONT)
        assert left < hang


@contextlib.contextmanager
def search_dies(wire, monkeypatch):
    """It is killed while it looks at the request, and whichever else there is."""
    core = wire.addon.shell.core
    wire.post(DENIES, LONG, b"Content-Type: application/json")
    for pid in core.searchers.pids():
        stop(pid)
        threading.Timer(0.5, os.kill, (pid, signal.SIGKILL)).start()
    yield lambda: status_of(wire.post(REWRITES, LONG, b"Content-Type: application/json"))


@contextlib.contextmanager
def threads_are_taken(wire, monkeypatch):
    """Every thread of the pool is busy: small requests do not need one, and long ones wait."""
    gate = threading.Event()
    wire.do(lambda: [wire.loop.run_in_executor(None, gate.wait, 3) for _ in range(64)])
    yield lambda: status_of(wire.say(REWRITES, REQUEST + BODY))
    gate.set()


@contextlib.contextmanager
def server_goes_away(wire, monkeypatch):
    """HTTP/2: GOAWAY in place of an answer."""

    async def script(seen, connection, number):
        if len(seen.body) > 5:
            connection.close_connection()

    wire.origin.script = script

    def work():
        with wire.client(http2=True) as client:
            return client.post(f"https://{REWRITES}/v1", json={"mail": MAIL}).status_code

    yield work


FAULTS = {
    "the origin resets the connection": (origin_does(resets), {502}),
    "the origin resets it within its reply": (origin_does(resets_in_the_middle), {0, 200, 502}),
    "the origin closes within its reply": (origin_does(closes_in_the_middle), {0, 200, 502}),
    "the origin ends its reply by closing": (origin_does(closes_its_half), {200}),
    "the origin answers with garbage": (origin_does(says_garbage), {502}),
    "the origin gives two lengths": (origin_does(says_two_lengths), {200, 502}),
    "the origin lies about a chunk": (origin_does(lies_about_a_chunk), {0, 200, 502}),
    "the origin drips its reply": (origin_does(drips), {200}),
    "the origin sends endless headers": (origin_does(sends_endless_headers), {0, 200, 502}),
    "the origin never answers": (nobody_answers, {200}),
    "the origin goes away (HTTP/2)": (server_goes_away, {502}),
    "the origin's certificate is another name's": (another_name, {502}),
    "the origin's certificate is of an unknown authority": (unknown_authority, {502}),
    "the origin's certificate is exchanged": (rotated, {200}),
    "the client drips its request": (client_drips, {200}),
    "the client resets within its body": (client_resets, {0}),
    "the client closes its half": (client_closes_its_half, {True}),
    "the client leaves before the reply": (client_leaves, {True}),
    "the client says garbage": (client_says_garbage, {0}),
    "the name does not resolve": (name_does_not_resolve, {502}),
    "the port is closed": (port_is_closed, {502}),
    "the disk is full": (disk_is_full, {200}),
    "the database is locked": (database_is_locked, {200}),
    "the database is moved away": (database_is_gone, {200}),
    "the clock jumps a year on": (clock(31_536_000), {200, 502}),
    "the clock jumps a day back": (clock(-86_400), {200}),
    "the process that searches hangs": (search_hangs, {403}),
    "the process that searches is killed": (search_dies, {403}),
    "every thread is taken": (threads_are_taken, {200}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_neither_leaks_nor_hangs(wire, monkeypatch, name):
    fault, outcomes = FAULTS[name]
    with fault(wire, monkeypatch) as work:
        start = time.monotonic()
        assert work() in outcomes
        assert time.monotonic() - start < 9
    assert MAIL.encode() not in wire.origin.raw
    wire.origin.script = wire.origin.greet = None
    start = time.monotonic()
    assert status_of(wire.say(REWRITES, REQUEST + BODY)) == 200
    assert time.monotonic() - start < 4
    assert MAIL.encode() not in wire.origin.raw
    assert status_of(wire.post(DENIES, BODY, b"Content-Type: application/json")) == 403
