"""Host names and addresses as people write them."""

import pytest

from guardian_core.addresses import endpoint, host, host_and_port


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Shop.Example.TEST.", "shop.example.test"),
        ("localhost", "localhost"),
        ("_dmarc.example.test", "_dmarc.example.test"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("127.0.0.1", "127.0.0.1"),
        ("2001:DB8::0:1", "2001:db8::1"),
    ],
)
def test_knows_one_form_of_a_host(written, meant):
    assert host(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        *("", ".", "nonsense..x", "not a domain", "a/b.test", "https://shop.test", "shop.test:443", "-a.test", "a-.test"),
        *("256.1.1.1", "x" * 64 + ".test", "a." * 127 + "test", "b\u00fc..test", "\ud800.test", "*.shop.test", "user@shop.test"),
    ],
)
def test_refuses_what_is_no_host(written):
    with pytest.raises(ValueError, match="neither an IP address nor a host name"):
        host(written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("A.test:80", "a.test:80"), ("a.test", "a.test"), ("[::1]:80", "::1:80"), ("::1", "::1")],
)
def test_takes_a_host_with_a_port(written, meant):
    assert host_and_port(written) == meant


@pytest.mark.parametrize("written", ["a.test:0", "a.test:70000", "a.test:http", "a.test:", "a..test:80", "[::1", "[x]:80"])
def test_refuses_another_key(written):
    with pytest.raises(ValueError, match=r"neither an IP address nor a host name|is not a port"):
        host_and_port(written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("127.0.0.1:8443", ("127.0.0.1", 8443)), ("127.0.0.1", ("127.0.0.1", None)), ("[::1]:9", ("::1", 9)), ("::1", ("::1", None))],
)
def test_takes_an_endpoint(written, meant):
    assert endpoint(written) == meant


@pytest.mark.parametrize(
    "written", ["elsewhere.test:80", "", "127.0.0.1:0", "127.0.0.1:70000", "127.0.0.1:http", "[::1", "127.0.0.1:+9"]
)
def test_refuses_what_is_no_endpoint(written):
    with pytest.raises(ValueError, match=r'is not an address; write it as "127\.0\.0\.1:8443"'):
        endpoint(written)
