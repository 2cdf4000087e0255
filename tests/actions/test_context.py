"""Who talks to whom, from headers alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.actions import context
from guardian_core.actions.context import context_of
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import Recipient, Request
from tests.actions.describing import SHOP, request

R = Recipient
NAV = {"mode": "navigate", "dest": "document"}
NO_CORS = {"mode": "no-cors", "dest": "empty"}
XHR = {"mode": "cors", "dest": "empty"}
FRAME = {"mode": "navigate", "dest": "iframe"}
STRANGER, AD = R.UNKNOWN_THIRD_PARTY, "https://adlantern.test"
CROSS = {"site": "cross-site"}
SETTINGS = DecisionSettings(
    domains={
        "AdLantern.test.": ListedDomain(recipient=R.ADVERTISING),
        "pagemetrics.test": ListedDomain(recipient=R.ANALYTICS),
        "friends.test": ListedDomain(recipient=R.SOCIAL_MEDIA, own_pages=True),
        "shopcdn.test": ListedDomain(recipient=R.SERVICE_PROVIDER, owner="Shop"),
        "shop2.test": ListedDomain(recipient=R.FIRST_PARTY, owner="Shop"),
    }
)


TABLE = {
    "own page, subdomain": (request("https://api.shop.test/v1", **XHR), R.FIRST_PARTY),
    "own page, Referer only": (request("https://shop.test/v1", Origin=""), R.FIRST_PARTY),
    "own page, only Sec-Fetch-Site": (request("https://shop.test/v1", page=None, site="same-origin", **XHR), R.FIRST_PARTY),
    "stranger": (request("https://collect.example/v1", **XHR), STRANGER),
    "stranger with a like name": (request("https://myshop.test/v1", **XHR), STRANGER),
    "listed tracker": (request("https://t.pagemetrics.test/e", **XHR), R.ANALYTICS),
    "ad frame": (request("https://adlantern.test/frame", **FRAME, **CROSS, user=True), R.ADVERTISING),
    "ad frame posting to its own host": (request("https://adlantern.test/c", page=AD, **XHR, site="same-origin"), R.ADVERTISING),
    "the advertiser's own site, typed": (
        request("https://adlantern.test/", "GET", page=None, **NAV, site="none", user=True),
        R.FIRST_PARTY,
    ),
    "the advertiser's own form": (
        request("https://adlantern.test/optout", page=AD, **NAV, site="same-origin", user=True),
        R.FIRST_PARTY,
    ),
    "form sent to an advertiser": (request("https://adlantern.test/lead", **NAV, **CROSS, user=True), R.ADVERTISING),
    "link to an advertiser": (request("https://adlantern.test/click?u=1", "GET", **NAV, **CROSS, user=True), R.ADVERTISING),
    "link to a stranger": (request("https://news.example/story", "GET", **NAV, **CROSS, user=True), R.FIRST_PARTY),
    "a script's jump to a stranger": (request("https://news.example/story", "GET", **NAV, **CROSS), STRANGER),
    "form sent to a stranger": (request("https://phish.example/login", **NAV, **CROSS, user=True), STRANGER),
    "social network's own page": (request("https://friends.test/post", page="https://friends.test", **XHR), R.FIRST_PARTY),
    "social network's button elsewhere": (request("https://friends.test/like", **XHR), R.SOCIAL_MEDIA),
    "program, unlisted": (request("https://api.example/v1", page=None), R.SERVICE_PROVIDER),
    "program, listed": (request("https://pagemetrics.test/v1", page=None), R.ANALYTICS),
    "program, this machine": (request("http://127.0.0.1/api/chat", page=None), R.FIRST_PARTY),
    "page reaching for this machine": (request("http://127.0.0.1/api/chat", **XHR), STRANGER),
    "page that hides itself": (request("https://collect.example/v1", page=None, Origin="null", **XHR), STRANGER),
    "the browser itself": (request("https://update.example/v1", page=None, site="none", **NO_CORS), R.SERVICE_PROVIDER),
    "tracker under the shop's own name": (request("https://smetrics.shop.test/b/ss/shop/1/JS", **XHR), R.ANALYTICS),
    "http form that hides its page": (
        request("http://phish.example/c", page=None, Origin="null", Upgrade_Insecure_Requests="1", Accept="text/html"),
        STRANGER,
    ),
    "http address, typed": (
        request("http://news.example/", "GET", page=None, Upgrade_Insecure_Requests="1", Accept="text/html"),
        R.FIRST_PARTY,
    ),
    "a program's JSON called a typed address": (
        request("https://adlantern.test/c", page=None, kind="application/json", body=b"{}", **NAV, site="none", user=True),
        R.ADVERTISING,
    ),
    "a form called a typed address": (
        request("https://adlantern.test/c", page=None, body=b"a=b", **NAV, site="none", user=True),
        R.ADVERTISING,
    ),
    "a typed address with a body": (
        request("https://adlantern.test/c", "GET", page=None, kind="", body=b"a=b", **NAV, site="none", user=True),
        R.ADVERTISING,
    ),
    "https to an advertiser without Fetch Metadata": (
        request("https://adlantern.test/c", "GET", page=None, kind="", Upgrade_Insecure_Requests="1", Accept="text/html"),
        R.ADVERTISING,
    ),
    "https to a stranger without Fetch Metadata": (
        request("https://news.example/", "GET", page=None, kind="", Upgrade_Insecure_Requests="1", Accept="text/html"),
        R.FIRST_PARTY,
    ),
    "its own page that is another site's": (
        request("https://collect.example/c", page="https://collect.example", **XHR, **CROSS),
        STRANGER,
    ),
    "two pages at once": (
        request("https://collect.example/c", page="https://collect.example", **XHR, origin="https://shop.test"),
        STRANGER,
    ),
    "one site's connection, another's Host": (
        request("https://shop.test/v1", Host="collect.example", **XHR),
        STRANGER,
    ),
    "a program's connection, an advertiser's Host": (
        request("https://cdn.example/v1", page=None, Host="adlantern.test:443"),
        R.ADVERTISING,
    ),
    "an address's connection, a name's Host": (
        request("https://203.0.113.7/v1", page=None, Host="api.example"),
        R.SERVICE_PROVIDER,
    ),
    "one site, another of its hosts": (request("https://shop.test/v1", Host="api.shop.test:443", **XHR), R.FIRST_PARTY),
    "two domains of one owner": (request("https://shop2.test/v1", page="https://shopcdn.test", **XHR), R.FIRST_PARTY),
    "owner's listed processor": (request("https://shopcdn.test/v1", page="https://shop2.test", **XHR), R.SERVICE_PROVIDER),
    "another tenant of one host": (request("https://b.github.io/v1", page="https://a.github.io", **XHR), STRANGER),
    "http form without Fetch Metadata": (
        request("http://shop.test/contact", page="http://shop.test", Upgrade_Insecure_Requests="1", Accept="text/html"),
        R.FIRST_PARTY,
    ),
}


@pytest.mark.parametrize(("sent", "recipient"), TABLE.values(), ids=TABLE)
def test_tells_the_recipient(sent, recipient):
    assert context_of(sent, SETTINGS).recipient is recipient


@pytest.mark.parametrize(("sent", "recipient"), TABLE.values(), ids=TABLE)
def test_says_what_it_saw(sent, recipient):
    signals = context_of(sent, SETTINGS).signals
    assert signals
    assert all("→" in line or "listed" in line or "first party" in line or "one party" in line for line in signals)


def test_says_nothing_of_query_or_path():
    seen = context_of(request("https://t.pagemetrics.test/e/nora.quist@mail.example?m=nora.quist%40mail.example", **XHR), SETTINGS)
    assert "nora" not in " ".join(seen.signals)
    assert "nora" not in repr(seen)


def test_takes_the_clients_setting():
    settings = DecisionSettings(client_recipient=STRANGER)
    assert context_of(request("https://api.example/v1", page=None), settings).recipient is STRANGER


def test_believes_origin_before_referer():
    sent = request("https://collect.example/v1", page=None, Origin="https://frame.example", Referer=f"{SHOP}/")
    assert context_of(sent, SETTINGS).page == "frame.example"


HEADERS = {
    "Origin": ["https://shop.test", "https://adlantern.test", "null"],
    "Referer": ["https://shop.test/a?b=1", "https://adlantern.test/"],
    "Sec-Fetch-Site": ["same-origin", "cross-site", "none"],
    "Sec-Fetch-Mode": ["navigate", "cors", "no-cors"],
    "Sec-Fetch-Dest": ["document", "empty", "iframe"],
    "Sec-Fetch-User": ["?1"],
    "Accept": ["text/html", "image/avif"],
    "Host": ["pagemetrics.test", "shop.test:443"],
    "Content-Type": ["application/json", "text/plain; charset=utf-8", "multipart/form-data"],
    "Upgrade-Insecure-Requests": ["1"],
    "Cookie": ["sid=1", "sid=2"],
}


@given(
    st.lists(st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in HEADERS.items()}), max_size=6),
    st.sampled_from(["GET", "POST", "post"]),
    st.sampled_from(["https", "http"]),
    st.sampled_from(["/", "/tr?id=1", "/tr?id=2", "/login"]),
    st.sampled_from([b"", b"{}"]),
)
def test_remembers_nothing_that_another_request_would_change(several, method, scheme, target, data):
    for headers in several:
        fields = tuple((name.lower().encode(), value.encode()) for name, value in headers.items())
        for host in ("shop.test", "t.pagemetrics.test", "127.0.0.1"):
            sent = Request(method, scheme, host, 443, target, fields, data)
            for by in (SETTINGS, DecisionSettings(client_recipient=STRANGER), SETTINGS):
                assert context_of(sent, by) == context._context_of(sent, by)
    assert len(context._kept) <= context.KEPT
