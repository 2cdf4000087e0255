"""Kinds are still checked, the second time as the first, and what can be changed is still copied."""

from typing import Any

import pytest
from guardian_addons import checks
from mitmproxy import http, optmanager
from mitmproxy.utils import typecheck

KINDS: list[tuple[Any, Any, bool]] = [
    (b"GET", bytes, True),
    ("GET", bytes, False),
    (None, bytes | None, True),
    (1, float, True),
    (1.5, int, False),
    (True, bool, True),
    (["a"], list, True),
    (("a", 1), tuple[str, int], True),
    (("a", "b"), tuple[str, int], False),
    (http.Headers(), http.Headers, True),
    (None, http.Headers, False),
]


@pytest.fixture(autouse=True)
def quickened(monkeypatch):
    monkeypatch.setattr(typecheck, "check_option_type", typecheck.check_option_type)
    monkeypatch.setattr(optmanager._Option, "current", optmanager._Option.current)
    checks.quicken()
    once = typecheck.check_option_type, optmanager._Option.current
    checks.quicken()
    assert once == (typecheck.check_option_type, optmanager._Option.current)


@pytest.mark.parametrize(("value", "kind", "sound"), KINDS)
def test_each_kind_is_checked_each_time(value, kind, sound):
    for _ in range(3):
        if sound:
            typecheck.check_option_type("one", value, kind)
        else:
            with pytest.raises(TypeError, match="for one"):
                typecheck.check_option_type("one", value, kind)


def test_a_request_of_the_wrong_kind_is_refused():
    http.Request.make("GET", "https://shop.example.test/")
    with pytest.raises(TypeError):
        http.Request("shop.example.test", "443", b"GET", b"https", b"", b"/", b"HTTP/1.1", http.Headers(), b"", None, 0.0, 0.0)


def test_options_are_what_was_set_and_lists_are_copies():
    options = optmanager.OptManager()
    options.add_option("hosts", list, ["a"], "")
    options.add_option("limit", int | None, None, "")
    options.add_option("on", bool, True, "")
    options.hosts.append("b")
    assert (options.hosts, options.limit, options.on) == (["a"], None, True)
    options.update(limit=3, on=False, hosts=["c"])
    options.hosts.append("d")
    assert (options.hosts, options.limit, options.on) == (["c"], 3, False)
    options.reset()
    assert (options.hosts, options.limit, options.on) == (["a"], None, True)
