"""A connection that is being opened elsewhere is one to the host it was asked for; another one, or one to another host, is not."""

from guardian_addons import pending
from mitmproxy.connection import ConnectionState, Server
from mitmproxy.proxy.layers.http import GetHttpConnection

HOST, OTHER, THERE = ("shop.example.test", 443), ("other.example.test", 443), ("127.0.0.1", 8443)


def asks(address, *, tls=True):
    return GetHttpConnection(address, tls, None)


def test_is_the_one_that_was_asked_for_while_it_is_opened():
    pending.wait()
    pending.wait()
    server = Server(address=THERE, tls=True)
    assert not asks(HOST).connection_spec_matches(server)
    pending.asked[server] = HOST
    assert asks(HOST).connection_spec_matches(server)
    assert not asks(OTHER).connection_spec_matches(server)
    assert not asks(THERE).connection_spec_matches(server)
    assert not asks(HOST, tls=False).connection_spec_matches(server)
    del pending.asked[server]
    server.address, server.state = HOST, ConnectionState.OPEN
    assert asks(HOST).connection_spec_matches(server)
