"""What for."""

import pytest

from guardian_core.actions.context import context_of
from guardian_core.actions.purposes import purposes_of
from guardian_core.actions.shape import shape_of
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import Purpose, Recipient
from tests.actions.describing import body, request

SETTINGS = DecisionSettings(
    domains={
        "adlantern.test": ListedDomain(recipient=Recipient.ADVERTISING),
        "signon.test": ListedDomain(recipient=Recipient.SERVICE_PROVIDER, purpose=Purpose.AUTHENTICATION),
        "widget.test": ListedDomain(recipient=Recipient.SERVICE_PROVIDER),
    }
)
LOGIN = body(email="nora@mail.example", password="Heron-and-7")

TABLE = {
    "first party, nothing": (request("https://shop.test/cart"), body(item="7"), Purpose.FUNCTIONALITY),
    "first party, password": (request("https://shop.test/x"), LOGIN, Purpose.AUTHENTICATION),
    "first party, login path": (request("https://shop.test/user/signin"), body(user="n"), Purpose.AUTHENTICATION),
    "first party, telemetry": (request("https://shop.test/cdn-cgi/rum"), body(t="1"), Purpose.ANALYTICS),
    "first party, newsletter": (request("https://shop.test/newsletter"), body(email="x"), Purpose.MARKETING),
    "first party, captcha": (request("https://shop.test/captcha/verify"), body(a="x"), Purpose.SECURITY),
    "first party, blog is no log": (request("https://shop.test/blog/7"), body(a="x"), Purpose.FUNCTIONALITY),
    "stranger, nothing": (request("https://x.example/v1"), body(a="x"), Purpose.UNDISCLOSED),
    "stranger calling itself a login": (request("https://x.example/login"), LOGIN, Purpose.UNDISCLOSED),
    "stranger calling itself analytics": (request("https://x.example/collect"), body(a="x"), Purpose.UNDISCLOSED),
    "stranger that advertises": (request("https://x.example/ads/c"), body(a="x"), Purpose.ADVERTISING),
    "advertiser calling itself a login": (request("https://adlantern.test/login"), LOGIN, Purpose.ADVERTISING),
    "identity provider": (request("https://signon.test/u"), LOGIN, Purpose.AUTHENTICATION),
    "processor asking for a password": (request("https://widget.test/login"), LOGIN, Purpose.FUNCTIONALITY),
    "program signing on": (request("https://api.example/authenticate", page=None), LOGIN, Purpose.AUTHENTICATION),
    "program sending a password elsewhere": (request("https://api.example/items", page=None), LOGIN, Purpose.FUNCTIONALITY),
    "token request": (request("https://api.example/t", page=None), body(grant_type="refresh_token"), Purpose.AUTHENTICATION),
    "program's telemetry": (request("https://api.example/telemetry", page=None), body(a="x"), Purpose.ANALYTICS),
    "payment": (request("https://api.stripe.com/v1/tokens"), body(cardnumber="x"), Purpose.FUNCTIONALITY),
}


@pytest.mark.parametrize(("sent", "items", "purpose"), TABLE.values(), ids=TABLE)
def test_tells_the_purpose_and_why(sent, items, purpose):
    context = context_of(sent, SETTINGS)
    purposes, why = purposes_of(context, shape_of(context, items), SETTINGS)
    assert purposes == {purpose}
    assert why


def test_takes_the_clients_setting():
    settings = DecisionSettings(client_purpose=Purpose.RESEARCH)
    context = context_of(request("https://api.example/v1", page=None), settings)
    assert purposes_of(context, shape_of(context, ()), settings)[0] == {Purpose.RESEARCH}
