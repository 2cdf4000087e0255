"""The request `guardian decide` is asked about."""

import click
import pytest

from guardian_core.cli.request import build


@pytest.mark.parametrize(
    ("url", "scheme", "host", "port", "target", "authority"),
    [
        ("https://Shop.Example.Test./a?b=c", "https", "shop.example.test", 443, "/a?b=c", b"shop.example.test"),
        ("shop.example.test", "https", "shop.example.test", 443, "/", b"shop.example.test"),
        ("http://shop.example.test:8080", "http", "shop.example.test", 8080, "/", b"shop.example.test:8080"),
        ("https://[::1]:8443/x", "https", "::1", 8443, "/x", b"[::1]:8443"),
        ("https://bücher.example.test/", "https", "xn--bcher-kva.example.test", 443, "/", b"xn--bcher-kva.example.test"),
        (
            "https://shop.example.test/Straße x?q=a%20b&r=ü#f",
            "https",
            "shop.example.test",
            443,
            "/Stra%C3%9Fe%20x?q=a%20b&r=%C3%BC",
            b"shop.example.test",
        ),
    ],
)
def test_takes_an_address_apart(url, scheme, host, port, target, authority):
    request = build(url, None, [], b"")
    assert (request.method, request.scheme, request.host, request.port, request.target) == ("GET", scheme, host, port, target)
    assert request.headers == ((b"Host", authority),)


def test_adds_what_a_client_would_add():
    request = build("https://shop.example.test", None, ["X-One:  1 ", "x-two: ü"], b"abc")
    assert request.method == "POST"
    assert request.headers == (
        (b"Host", b"shop.example.test"),
        (b"X-One", b"1"),
        (b"x-two", "ü".encode()),
        (b"Content-Length", b"3"),
    )


def test_leaves_given_headers_alone():
    request = build("https://shop.example.test", "put", ["host: other.example.test", "Transfer-Encoding: chunked"], b"abc")
    assert request.method == "PUT"
    assert request.headers == ((b"host", b"other.example.test"), (b"Transfer-Encoding", b"chunked"))


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("ftp://shop.example.test", "only http and https"),
        ("https://", "names no host"),
        ("https://shop.example.test:99999/", "cannot be taken apart"),
        ("https://[::1", "cannot be taken apart"),
        ("https://" + "a" * 70 + ".test", "cannot be taken apart"),
        ("https://ann:canary@shop.example.test", "holds a user name"),
    ],
)
def test_refuses_addresses_without_repeating_them(url, complaint):
    with pytest.raises(click.BadParameter, match=complaint) as caught:
        build(url, None, [], b"")
    assert "canary" not in caught.value.message


@pytest.mark.parametrize(
    ("headers", "complaint"),
    [
        (["a: b", "canary"], "header 2 is not of the form"),
        ([": canary"], "header 1 is not of the form"),
        (["a canary: b"], "header 1 is not of the form"),
        (["a: can\r\nary"], r"header 1 \(a\) holds a line break"),
    ],
)
def test_refuses_headers_without_repeating_them(headers, complaint):
    with pytest.raises(click.BadParameter, match=complaint) as caught:
        build("https://shop.example.test", None, headers, b"")
    assert "canary" not in caught.value.message


@pytest.mark.parametrize("method", ["", "GET /", "PÖST"])
def test_refuses_what_is_no_method(method):
    with pytest.raises(click.BadParameter, match="one word"):
        build("https://shop.example.test", method or " ", [], b"")
