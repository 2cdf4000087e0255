"""The fixtures of the policy cache's tests."""

import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from guardian_core.settings import PolicySettings
from tests.policy_cache.world import Server, World, handler_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
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
    ca = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(ca))
    world = World(port=0, ca=ca)
    server = Server(("127.0.0.1", 0), handler_of(world))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    world.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield world
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def settings() -> PolicySettings:
    return PolicySettings(wait=5_000, fetch_timeout=10_000)
