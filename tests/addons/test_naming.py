"""Whose request it is that came by an address; packets that are really redirected are in tests/wire/test_transparent.py."""

import asyncio

import pytest
from guardian_addons import apply, naming
from guardian_addons.naming import Names
from mitmproxy.proxy import mode_specs
from mitmproxy.test import tflow

TABLE = {"shop.example.test": ("198.51.100.7", None), "other.example.test": ("198.51.100.8", 80)}


def named(host_header, *, opened="198.51.100.7", mode="transparent", scheme="http", table=TABLE, names=None):
    flow = tflow.tflow()
    flow.client_conn.proxy_mode = mode_specs.ProxyMode.parse(mode)
    flow.client_conn.sni = None
    flow.request.scheme, flow.request.data.host, flow.request.port = scheme, opened, 80
    flow.request.headers["host"] = host_header
    asyncio.run((names or Names()).find(flow, table))
    return apply.authority(flow)


@pytest.mark.parametrize(
    ("said", "host"),
    [
        ("Shop.example.test.", "shop.example.test"),
        ("shop.example.test:80", "shop.example.test"),
        ("other.example.test", "198.51.100.7"),
        ("nobody.invalid", "198.51.100.7"),
        ("198.51.100.8", "198.51.100.7"),
        ("", "198.51.100.7"),
        ("a b\x00", "198.51.100.7"),
        ("x" * 300, "198.51.100.7"),
    ],
)
def test_believes_a_name_that_leads_there(said, host):
    assert named(said) == host


def test_asks_nobody_where_the_name_is_known_otherwise():
    assert named("shop.example.test", mode="regular") == "198.51.100.7"
    assert named("shop.example.test", scheme="https") == "198.51.100.7"
    assert named("shop.example.test", opened="else.example.test") == "else.example.test"


def test_looks_a_name_up_once_a_minute_and_remembers_so_many(monkeypatch):
    asked = []

    async def look_up(name):
        asked.append(name)
        return frozenset({"198.51.100.7"})

    monkeypatch.setattr(naming, "_looked_up", look_up)
    monkeypatch.setattr(naming, "MOST", 2)
    names = Names()
    for name in ("a.test", "a.test", "b.test", "c.test", "a.test"):
        assert named(name, names=names) == name
    assert asked == ["a.test", "b.test", "c.test", "a.test"]
    monkeypatch.setattr(naming, "FRESH", -1.0)
    named("d.test", names=names)
    named("d.test", names=names)
    assert asked[-2:] == ["d.test", "d.test"]


def test_localhost_is_looked_up_for_real():
    assert named("localhost", opened="127.0.0.1", table={}) == "localhost"
