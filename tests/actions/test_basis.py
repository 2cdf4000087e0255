"""How a request came about."""

import pytest

from guardian_core.actions.basis import basis_of
from guardian_core.actions.context import context_of
from guardian_core.actions.purposes import purposes_of
from guardian_core.actions.shape import shape_of
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import Basis, Recipient, Role
from tests.actions.describing import body, item, request

SETTINGS = DecisionSettings(domains={"adlantern.test": ListedDomain(recipient=Recipient.ADVERTISING)})
NAV = {"mode": "navigate", "dest": "document", "user": True}
XHR = {"mode": "cors", "dest": "empty"}
BEACON = {"mode": "no-cors", "dest": "empty", "kind": "text/plain;charset=UTF-8"}
PIXEL = {"method": "GET", "mode": "no-cors", "dest": "image"}
USER, DEFAULT, BACKGROUND = Basis.USER_INITIATED, Basis.DEFAULT, Basis.BACKGROUND
CHAT = (item("body/messages/0/content", "hello there", Role.PROSE),)
FORM = "application/x-www-form-urlencoded"

TABLE = {
    "form": (request("https://shop.test/c", **NAV, kind=FORM), body(email="x"), USER),
    "search form": (request("https://shop.test/s?q=x", "GET", **NAV), (), USER),
    "XHR form": (request("https://shop.test/c", **XHR), body(email="x"), USER),
    "XHR login": (request("https://shop.test/c", **XHR), body(user="x", password="y"), USER),
    "XHR routine": (request("https://shop.test/c", **XHR), body(id="7"), DEFAULT),
    "XHR GET": (request("https://shop.test/c?name=x", "GET", **XHR), body(), DEFAULT),
    "upload": (
        request("https://shop.test/c", **XHR, kind="multipart/form-data; boundary=x"),
        (item("body/f/filename", "a.pdf"),),
        USER,
    ),
    "chat": (request("https://chat.test/v1/chat", page="https://chat.test", **XHR), CHAT, USER),
    "chat by a program": (request("https://chat.test/v1/chat", page=None), CHAT, DEFAULT),
    "card to its processor": (request("https://api.stripe.com/v1/tokens", **XHR), body(cardnumber="x"), USER),
    "own beacon": (request("https://shop.test/b", **BEACON), body(email="x"), BACKGROUND),
    "own telemetry": (request("https://shop.test/rum", **XHR), body(name="x"), BACKGROUND),
    "stranger's beacon without metadata": (request("https://x.example/b", kind="text/plain"), body(email="x"), BACKGROUND),
    "stranger's pixel": (request("https://x.example/p?e=x", **PIXEL), (), BACKGROUND),
    "stranger's pixel without metadata": (request("https://x.example/p?e=x", "GET", Accept="image/webp,*/*"), (), BACKGROUND),
    "own image": (request("https://shop.test/p?e=x", **PIXEL), (), DEFAULT),
    "stranger's fetch": (request("https://x.example/b", **XHR), body(email="x"), DEFAULT),
    "ping": (request("https://shop.test/b", Ping_To="https://x.example", kind="text/ping"), (), BACKGROUND),
    "report": (request("https://shop.test/b", kind="application/csp-report"), (), BACKGROUND),
    "advertiser by fetch": (request("https://adlantern.test/c", **XHR), body(email="x"), BACKGROUND),
    "advertiser by navigation": (request("https://adlantern.test/c", **NAV), body(email="x"), DEFAULT),
    "password in a beacon": (request("https://shop.test/b", **BEACON), body(password="x"), BACKGROUND),
    "script's jump": (request("https://shop.test/c", "GET", mode="navigate", dest="document"), (), DEFAULT),
}


@pytest.mark.parametrize(("sent", "items", "basis"), TABLE.values(), ids=TABLE)
def test_tells_the_basis_and_what_proves_it(sent, items, basis):
    context = context_of(sent, SETTINGS)
    shape = shape_of(context, items)
    found, why = basis_of(sent, context, shape, purposes_of(context, shape, SETTINGS)[0], SETTINGS)
    assert found is basis
    assert "→" in why


def test_takes_the_clients_setting():
    settings = DecisionSettings(client_basis=Basis.BACKGROUND)
    sent = request("https://api.example/v1", page=None)
    context = context_of(sent, settings)
    assert basis_of(sent, context, shape_of(context, ()), frozenset(), settings)[0] is Basis.BACKGROUND
