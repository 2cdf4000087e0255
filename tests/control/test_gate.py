"""What is checked before anybody is known."""

import pytest
from bs4 import BeautifulSoup

from guardian_core.control.asking import Asked
from guardian_core.control.gate import is_here, refused
from guardian_core.control_settings import ControlSettings

NAME = "guardian.invalid"
SETTINGS = ControlSettings()


def asked(method="GET", target="/", scheme="https", port=443, client="127.0.0.1", host=NAME, **headers):
    fields = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Asked(method, scheme, host, port, target, fields, client=client)


def status(request, settings=SETTINGS):
    answer = refused(request, settings)
    return answer.status if answer else None


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (asked(), None),
        (asked(sec_fetch_site="none"), None),
        (asked(sec_fetch_site="same-origin"), None),
        (asked(sec_fetch_site="cross-site"), 403),
        (asked(sec_fetch_site="same-site", sec_fetch_mode="navigate", sec_fetch_dest="iframe"), 403),
        (asked(sec_fetch_site="cross-site", sec_fetch_mode="navigate", sec_fetch_dest="document"), 200),
        (asked(origin="https://evil.test"), 403),
        (asked("POST", origin=f"https://{NAME}", sec_fetch_site="same-origin"), None),
        (asked("POST", origin=f"https://{NAME}"), None),
        (asked("POST", origin=f"https://{NAME}", sec_fetch_site="cross-site"), 403),
        (asked("POST", origin="null"), 403),
        (asked("POST"), 403),
        (asked("PUT"), 405),
        (asked("OPTIONS"), 405),
        (asked(upgrade="websocket"), 405),
        (asked(port=8443), 421),
        (asked(scheme="http", port=443), 421),
        (asked(scheme="http", port=80, target="/flows"), 307),
        (asked("POST", scheme="http", port=80), 403),
        (asked(scheme="http", port=80, target="/trust"), None),
        (asked(client="192.0.2.1"), 403),
        (asked(client=""), 403),
        (asked(client="::1"), None),
        (asked(host="evil.test"), 421),
    ],
)
def test_lets_go_on_only_what_may(request_, expected):
    assert status(request_) == expected


@pytest.mark.parametrize("host", ["evil.test", f"{NAME}:80", f"{NAME}.evil.test", "", f"{NAME}, evil.test"])
def test_wants_our_name_in_the_host_header(host):
    assert status(Asked("GET", "https", NAME, 443, "/", (("host", host),), client="127.0.0.1")) == 421


@pytest.mark.parametrize("host", [NAME, NAME.upper(), f"{NAME}:443", f"{NAME}."])
def test_takes_our_name_in_any_spelling(host):
    assert status(Asked("GET", "https", NAME, 443, "/", (("host", host),), client="127.0.0.1")) is None


def test_contradictions_are_not_believed():
    """No browser says a thing twice in two ways."""
    fields = (("origin", f"https://{NAME}"), ("origin", "https://evil.test"))
    assert status(Asked("POST", "https", NAME, 443, "/", fields, client="127.0.0.1")) == 403
    twice = (("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site"))
    assert status(Asked("GET", "https", NAME, 443, "/", twice, client="127.0.0.1")) == 403


def test_other_machines_only_where_wanted():
    assert status(asked(client="192.0.2.1"), ControlSettings(remote=True)) is None


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_knows_this_machine(client):
    assert is_here(client)


@pytest.mark.parametrize("client", ["10.0.0.1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0", "", "x"])
def test_knows_other_machines(client):
    assert not is_here(client)


def test_reads_forms_and_cookies():
    kind = "application/x-www-form-urlencoded; charset=utf-8"
    fields = (("cookie", "x=1; y=a=b"), ("content-type", kind))
    request = Asked("POST", "https", NAME, 443, "/a?b=1&b=2", fields, b"c=%3Cd%3E&e=", "")
    assert (request.path, request.query, request.form) == ("/a", {"b": "2"}, {"c": "<d>", "e": ""})
    assert (request.cookie("x"), request.cookie("y"), request.cookie("z")) == ("1", "a=b", None)
    assert Asked("POST", "https", NAME, 443, "/", (("content-type", "application/json"),), b'{"c": 1}').form == {}
    assert (
        Asked("POST", "https", NAME, 443, "/", (("content-type", "application/x-www-form-urlencoded"),), b"c=1" * 10_000).form == {}
    )


@pytest.mark.parametrize(
    "target", ["//evil.test/x", "/\\\\evil.test/x", "///evil.test", "//[", "/a\r\nSet-Cookie: x=1", "/ä\udcff", "?", "#x"]
)
def test_leads_to_no_other_site_and_breaks_no_header(target):
    cross = (("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"))
    for scheme, port, fields in (("https", 443, cross), ("http", 80, ())):
        answer = refused(Asked("GET", scheme, NAME, port, target, fields, client="127.0.0.1"), SETTINGS)
        link = BeautifulSoup(answer.body, "html.parser").find("a")
        where = link["href"] if link else dict(answer.headers)["Location"].partition(NAME)[2]
        assert where.startswith("/")
        assert not where.startswith(("//", "/\\"))
        assert where.isascii()
        assert where.isprintable()


def test_a_query_with_too_many_fields_is_none():
    assert Asked("GET", "https", NAME, 443, "/?" + "a=1&" * 60, ()).query == {}
