"""Host names mapped to addresses, and the addresses that are ourselves."""

import pytest
from guardian_addons import resolve

from guardian_core.errors import SettingsError

TABLE = resolve.mapping(
    {"Shop.example.test": "127.0.0.1:8443", "six.test": "[::1]:9", "bare.test": "192.0.2.1", "a.test:80": "192.0.2.2:1"}
)


@pytest.mark.parametrize(
    ("asked", "goal"),
    [
        (("shop.example.test", 443), ("127.0.0.1", 8443)),
        (("SHOP.example.test.", 443), ("127.0.0.1", 8443)),
        (("www.shop.example.test", 443), ("www.shop.example.test", 443)),
        (("six.test", 443), ("::1", 9)),
        (("bare.test", 81), ("192.0.2.1", 81)),
        (("a.test", 80), ("192.0.2.2", 1)),
        (("a.test", 443), ("a.test", 443)),
    ],
    ids=["name", "case and dot", "no suffix match", "IPv6", "port stays", "port named", "other port"],
)
def test_connects_where_the_entry_says(asked, goal):
    assert resolve.target(TABLE, asked) == goal


@pytest.mark.parametrize("value", ["elsewhere.test:80", "", "127.0.0.1:0", "127.0.0.1:70000", "127.0.0.1:http", "[::1"])
def test_refuses_an_entry_that_is_no_address(value):
    with pytest.raises(SettingsError, match=r'proxy\.resolve\.x\.test: .* is not an address; write it as "127\.0\.0\.1:8443"'):
        resolve.mapping({"x.test": value})


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        (("127.0.0.1", 8080), True),
        (("127.9.9.9", 8080), True),
        (("localhost", 8080), True),
        (("0.0.0.0", 8080), True),
        (("127.0.0.1", 8081), False),
        (("192.0.2.1", 8080), False),
        (("does-not-exist.invalid", 8080), False),
    ],
    ids=["loopback", "all of 127/8", "by name", "unspecified", "another port", "another machine", "no such name"],
)
async def test_knows_itself(address, ours):
    assert await resolve.is_self(address, {8080}) is ours


@pytest.mark.parametrize(
    ("host", "client", "inside"),
    [
        ("127.0.0.1", "192.0.2.7", True),
        ("localhost", "192.0.2.7", True),
        ("::1", "2001:db8::7", True),
        ("::ffff:127.0.0.1", "192.0.2.7", True),
        ("0.0.0.0", "::ffff:192.0.2.7", True),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "::1", False),
        ("127.0.0.1", "::ffff:127.0.0.1", False),
        ("192.0.2.9", "192.0.2.7", False),
        ("does-not-exist.invalid", "192.0.2.7", False),
    ],
)
async def test_keeps_other_machines_from_our_loopback(host, client, inside):
    assert await resolve.is_inside((host, 631), client) is inside
