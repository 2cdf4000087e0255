"""Parties are told apart by registrable domain (BUGS B57)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guardian_core.actions.domains import host_of, loopback, normal, parents, registrable


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("files.cloudbox.test", "cloudbox.test"),
        ("jollycloudbox.test", "jollycloudbox.test"),
        ("cloudbox.test.evil.example", "evil.example"),
        ("CLOUDBOX.TEST.", "cloudbox.test"),
        ("a.github.io", "a.github.io"),
        ("x.b.github.io", "b.github.io"),
        ("www.shop.co.uk", "shop.co.uk"),
        ("co.uk", "co.uk"),
        ("10.1.2.3", "10.1.2.3"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("localhost", "localhost"),
        ("www.bücher.de", "xn--bcher-kva.de"),
        ("www.xn--bcher-kva.de", "xn--bcher-kva.de"),
        ("", ""),
    ],
)
def test_finds_the_registrable_domain(host, domain):
    assert registrable(host) == domain


@example("0\x85[")
@given(st.text(max_size=60))
def test_takes_any_text_and_settles_at_once(host):
    assert registrable(registrable(host)) == registrable(host)


@given(st.from_regex(r"([a-z0-9]{1,8}\.){1,4}(test|example|co\.uk|github\.io)", fullmatch=True))
def test_is_a_suffix_at_a_label_boundary(host):
    assert registrable(host) in set(parents(host))


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Shop.Test:8443/a?b", "shop.test"),
        ("null", None),
        (None, None),
        ("", None),
        ("chrome-extension://abc/x.html", None),
        ("http://[", None),
        ("http://user:pw@evil.test@shop.test/", "shop.test"),
    ],
)
def test_reads_the_host_of_a_page(url, host):
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("a.localhost", True),
        ("127.0.0.9", True),
        ("::1", True),
        ("localhost.evil.test", False),
        ("10.0.0.1", False),
    ],
)
def test_knows_this_machine(host, here):
    assert loopback(host) is here


def test_does_not_choke_on_names_that_are_no_names():
    assert normal("a" * 300 + "ü") == "a" * 300 + "ü"
