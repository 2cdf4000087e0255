"""Connections to checked addresses, on loopback."""

import socket

import httpcore
import pytest

from guardian_core.dialling import TRIED, Dialling, system_lookup


class Told(Dialling):
    """Connects where it was told."""

    def __init__(self, found, port):
        super().__init__(system_lookup)
        self.found, self.port = found, port

    async def addresses(self, host, port):
        return self.found, self.port


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def test_takes_the_first_address_that_answers(listening):
    """And the port that goes with it, not the one asked for."""
    stream = await Told(["127.0.0.2", "127.0.0.3", "127.0.0.1"], listening).connect_tcp("shop.example.test", 443)
    assert stream.get_extra_info("server_addr") == ("127.0.0.1", listening)
    await stream.aclose()


async def test_gives_up_after_a_few(listening):
    network = Told([f"127.0.0.{number + 2}" for number in range(TRIED)] + ["127.0.0.1"], listening)
    with pytest.raises(httpcore.ConnectError):
        await network.connect_tcp("shop.example.test", 443)


async def test_looks_names_up_as_the_system_does():
    assert "127.0.0.1" in await system_lookup("localhost", 443)
