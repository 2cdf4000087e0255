"""What may never be replaced by something plausible."""

import pytest

from guardian_core.actions import classify
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import Recipient, Role
from tests.actions.describing import body, item, request

NAV = {"mode": "navigate", "dest": "document", "user": True, "kind": "application/x-www-form-urlencoded"}
ORDER = body(
    email="nora@mail.example", street="48 Sedge Road", postcode="N1 4QL", birthDate="1984-05-17", ssn="524-71-3806",
    card_number="4242424242424242", emailAddress="nora@mail.example", note="leave it at the door",
)  # fmt: skip


def bearing(sent, items, settings=None):
    done = classify(sent, items, settings) if settings else classify(sent, items)
    return {one.key for one in done if one.load_bearing}


def test_keeps_what_the_user_submits_to_the_first_party():
    found = bearing(request("https://shop.test/checkout", **NAV), ORDER)
    assert found == {"street", "postcode", "birthDate", "ssn", "card_number"}


def test_keeps_a_card_on_its_way_to_a_payment_processor():
    assert bearing(request("https://api.stripe.com/v1/tokens", mode="cors", dest="empty"), ORDER) == {"card_number"}


@pytest.mark.parametrize("page", [None, "https://shop.test"], ids=["a program", "a page"])
def test_fakes_no_card_for_whoever_may_take_orders(page):
    assert bearing(request("https://unheardof.test/orders", page=page, mode="cors", dest="empty"), ORDER) == {"card_number"}


def test_lets_all_of_it_be_replaced_for_a_tracker():
    settings = DecisionSettings(domains={"pagemetrics.test": ListedDomain(recipient=Recipient.ANALYTICS)})
    assert bearing(request("https://pagemetrics.test/e", mode="cors", dest="empty"), ORDER, settings) == set()


@pytest.mark.parametrize(
    "key", ["password", "user[pwd]", "newPassword", "client_secret", "API-Key", "access_token", "one-time-code"]
)
def test_marks_credentials(key):
    (done,) = classify(request("https://x.example/v1"), body(**{key: "Heron-and-7"}))
    assert (done.role, done.load_bearing, done.ambient) == (Role.CREDENTIAL, "a credential", False)


@pytest.mark.parametrize("key", ["max_tokens", "session_id", "tokenCount", "keyboard", "author"])
def test_takes_no_other_name_for_a_credential(key):
    (done,) = classify(request("https://x.example/v1"), body(**{key: "17"}))
    assert done.role is Role.VALUE


def test_does_not_take_a_measuring_services_customer_key_for_the_users():
    settings = DecisionSettings(domains={"pagemetrics.test": ListedDomain(recipient=Recipient.ANALYTICS)})
    (done,) = classify(request("https://pagemetrics.test/e"), body(api_key="f00d"), settings)
    assert done.role is Role.VALUE


def test_leaves_prose_alone():
    prose = item("body/messages/0/content", "My password is Heron-and-7, my SSN 524-71-3806.", Role.PROSE)
    (done,) = classify(request("https://chat.test/v1/chat", page="https://chat.test"), (prose,))
    assert done == prose


def test_marks_signatures():
    signed = item("body/thoughtSignature", "CiQB0e2Kb8m3Q1f0a9c8", Role.IDENTIFIER)
    (done,) = classify(request("https://x.example/v1"), (signed,))
    assert done.load_bearing == "a signature"


def test_changes_nothing_else():
    done = classify(request("https://shop.test/checkout", **NAV), ORDER)
    assert [(one.path, one.text, one.start, one.end) for one in done] == [(one.path, one.text, one.start, one.end) for one in ORDER]
