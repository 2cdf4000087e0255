"""The fixtures of the policy cache's tests."""

import contextlib
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from guardian_core.settings import PolicySettings
from tests.policy_cache.world import Server, World, handler_of


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[World]:
    """A world of its own while the block runs; its authority lies in `folder`."""
    authority = trustme.CA()
    contexts: dict[str, ssl.SSLContext] = {}

    def by_name(socket: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        host = name or "localhost"
        if host not in contexts:
            contexts[host] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            authority.issue_cert(host).configure_cert(contexts[host])
        socket.context = contexts[host]

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    context.sni_callback = by_name
    ca = folder / "ca.pem"
    authority.cert_pem.write_to_path(str(ca))
    world = World(port=0, ca=ca)
    server = Server(("127.0.0.1", 0), handler_of(world))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    world.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield world
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serving(tmp_path) as world:
        yield world


@pytest.fixture
def settings() -> PolicySettings:
    return PolicySettings(wait=5_000, fetch_timeout=10_000)
