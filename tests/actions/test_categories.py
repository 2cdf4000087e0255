"""Which findings make a request personal, and the action they make."""

import base64
import zlib
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from guardian_core.actions import describe, read, relevant
from guardian_core.actions.load_bearing import classify
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import (
    ENTITY_CATEGORY,
    Act,
    Basis,
    Category,
    Entity,
    Finding,
    Place,
    Purpose,
    Reading,
    Recipient,
    Role,
)
from tests.actions.describing import body, item, request

SETTINGS = DecisionSettings(
    domains={
        "adlantern.test": ListedDomain(recipient=Recipient.ADVERTISING, owner="Lantern"),
        "broker.test": ListedDomain(recipient=Recipient.DATA_BROKER),
        "signon.test": ListedDomain(recipient=Recipient.SERVICE_PROVIDER),
    }
)
OWN, AD = request("https://shop.test/v1"), request("https://adlantern.test/v1")
MAIL = "nora@mail.example"


def reading(sent, *items, kind="application/json"):
    return Reading(sent, classify(sent, items), b"", content_type=kind)


def finding(index, entity, source="pattern", end=4):
    return Finding(index, 0, end, entity, ENTITY_CATEGORY[entity], 0.9, source)


def kept(sent, items, *findings, kind="application/json"):
    return [found.entity for found in relevant(sent, reading(sent, *items, kind=kind), findings, SETTINGS)]


def test_calls_a_name_content_in_prose_and_contact_in_a_field():
    items = (item("body/text", "I am Nora Quist.", Role.PROSE), item("body/name", "Nora Quist"))
    found = relevant(OWN, reading(OWN, *items), [finding(0, Entity.PERSON), finding(1, Entity.PERSON)], SETTINGS)
    assert [one.category for one in found] == [Category.CONTENT, Category.CONTACT]


def test_keeps_the_category_of_what_prose_does_not_change():
    prose = item("body/text", f"Write to {MAIL}", Role.PROSE)
    (found,) = relevant(OWN, reading(OWN, prose), [finding(0, Entity.EMAIL)], SETTINGS)
    assert found.category is Category.EMAIL


@pytest.mark.parametrize("entity", [Entity.CITY, Entity.GENDER, Entity.PROFESSION, Entity.DATE, Entity.ORGANIZATION])
def test_drops_a_field_that_is_about_nobody_by_itself(entity):
    assert kept(OWN, body(a="Paris", b="x"), finding(0, entity, "key")) == []
    assert kept(OWN, body(a="Paris", b="x"), finding(0, entity, "key"), finding(1, Entity.DEVICE_ID)) == [entity, Entity.DEVICE_ID]


def test_drops_a_place_that_is_about_nobody():
    assert kept(OWN, (item("body/q", "weather in Paris", Role.PROSE),), finding(0, Entity.PLACE)) == []


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("application/json", [Entity.PLACE, Entity.EMAIL]), ("text/plain", [Entity.EMAIL])],
    ids=["fields of one record", "unrelated lines"],
)
def test_keeps_a_place_beside_somebody(kind, expected):
    items = (item("body/a", "Oslo", Role.PROSE), item("body/b", MAIL, Role.PROSE))
    assert kept(OWN, items, finding(0, Entity.PLACE), finding(1, Entity.EMAIL), kind=kind) == expected


def test_keeps_a_place_in_the_same_sentence_as_somebody():
    items = (item("body", f"{MAIL} lives in Oslo", Role.PROSE),)
    assert kept(OWN, items, finding(0, Entity.PLACE), finding(0, Entity.EMAIL), kind="text/plain") == [Entity.PLACE, Entity.EMAIL]


COOKIE = item("cookie/u", "x", place=Place.COOKIE)


@pytest.mark.parametrize(
    ("sent", "items", "found", "expected"),
    [
        (OWN, (COOKIE,), finding(0, Entity.EMAIL), []),
        (AD, (COOKIE,), finding(0, Entity.EMAIL), [Entity.EMAIL]),
        (AD, (COOKIE,), finding(0, Entity.DEVICE_ID, "key"), []),
        (OWN, body(csrf_token="x1"), finding(0, Entity.SECRET), []),
        (AD, body(csrf_token="x1"), finding(0, Entity.SECRET), []),
        (AD, body(csrf_token="4242424242424242"), finding(0, Entity.CARD), [Entity.CARD]),
        (AD, body(csrf_token="5550143"), finding(0, Entity.PHONE), [Entity.PHONE]),
        (AD, body(password="x"), finding(0, Entity.PASSWORD, "key"), [Entity.PASSWORD]),
        (OWN, (item("body/name", "name", Role.STRUCTURE),), finding(0, Entity.PERSON, "key"), []),
        (AD, (item("body/users/Dana Quill", "Dana Quill", Role.STRUCTURE),), finding(0, Entity.PERSON, "names"), [Entity.PERSON]),
        (AD, (item("body/ssn/524713806", "524713806", Role.STRUCTURE),), finding(0, Entity.US_SSN, "key"), [Entity.US_SSN]),
        (AD, (item(f"body/{MAIL}", MAIL, Role.STRUCTURE),), finding(0, Entity.EMAIL), [Entity.EMAIL]),
        (AD, (item("body/k", "k", Role.STRUCTURE),), finding(0, Entity.SECRET), [Entity.SECRET]),
    ],
    ids=["own cookie", "advertiser's cookie with an address", "advertiser's cookie id", "own token", "other's token",
         "card called token", "phone called token", "password", "a key", "a name as a key", "a number as a key",
         "an address as a key", "a secret as a key"],
)  # fmt: skip
def test_silences_protocols_but_not_what_hides_in_them(sent, items, found, expected):
    assert kept(sent, items, found) == expected


RECORD = b'{"email":"nora@mail.example","name":"Nora Quist"}'
ASSERTION = (
    b'<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1">'
    b"<NameID>nora@mail.example</NameID></samlp:Response>"
)
FORGED = b"<r><mail>nora@mail.example</mail></r>"
PROTOCOLS = {
    "csrf_token": RECORD,
    "g-recaptcha-response": RECORD,
    "id_token": RECORD,
    "code_challenge": RECORD,
    "RelayState": RECORD,
    "SAMLResponse": ASSERTION,
}
NAVIGATES = {"mode": "navigate", "dest": "document", "site": "cross-site"}


def packed_to(url, name, data, entity=Entity.EMAIL, held=MAIL, **how):
    """What counts of a value that is packed in a field of a protocol's name."""
    packed = urlencode({name: base64.b64encode(data).decode()}).encode()
    sent = request(url, kind="application/x-www-form-urlencoded", body=packed, **how)
    seen = read(sent)
    seen = replace(seen, items=classify(sent, seen.items, SETTINGS))
    index = next(number for number, one in enumerate(seen.items) if held in one.text)
    return [found.entity for found in relevant(sent, seen, [finding(index, entity)], SETTINGS)]


@pytest.mark.parametrize("name", PROTOCOLS)
@pytest.mark.parametrize("url", ["https://broker.test/v1", "https://stranger.test/v1"])
@pytest.mark.parametrize("page", ["https://www.shop.test", None], ids=["page", "no page"])
def test_a_protocols_name_hides_nothing_that_is_packed_from_strangers(name, url, page):
    """Names of sign-on fields, tokens and captchas exempt what goes to the site itself, not to whoever borrows the name."""
    how = {"page": page} if page else {"page": None, "site": "cross-site"}
    assert packed_to(url, name, PROTOCOLS[name], **how) == [Entity.EMAIL]


@pytest.mark.parametrize(
    "data", [b"\xff\x01\x0f\x05\x05nora@mail.example\x00\x17" * 2, zlib.compress(RECORD)], ids=["bytes", "zlib"]
)
def test_what_a_state_of_bytes_says_goes_to_its_own_site_and_to_no_stranger(data):
    """Pages keep their own state in base64 of bytes, with the name of who is signed on in it."""
    assert packed_to("https://www.shop.test/session", "__VIEWSTATE", data) == []
    assert packed_to("https://broker.test/v1", "__VIEWSTATE", data) == [Entity.EMAIL]


def test_names_in_a_packed_value_count_as_those_in_words():
    assert packed_to("https://broker.test/v1", "csrf_token", RECORD, Entity.PERSON, "Nora Quist") == [Entity.PERSON]


def test_a_device_number_packed_in_a_token_is_the_tokens_own():
    record = b'{"sid":"k3Jd92fLm01Qz8","at":1}'
    assert packed_to("https://stranger.test/v1", "csrf_token", record, Entity.DEVICE_ID, "k3Jd92fLm01Qz8") == []


@pytest.mark.parametrize("name", PROTOCOLS)
def test_packed_values_of_a_protocol_go_to_their_own_site(name):
    assert packed_to("https://www.shop.test/session", name, PROTOCOLS[name]) == []


@pytest.mark.parametrize(
    ("url", "name", "data", "how", "expected"),
    [
        ("https://app.stranger.test/acs", "SAMLResponse", ASSERTION, NAVIGATES, []),
        ("https://app.stranger.test/acs", "SAMLResponse", ASSERTION, {**NAVIGATES, "dest": "iframe"}, [Entity.EMAIL]),
        ("https://app.stranger.test/acs", "SAMLResponse", FORGED, NAVIGATES, [Entity.EMAIL]),
        ("https://app.stranger.test/acs", "csrf_token", ASSERTION, NAVIGATES, [Entity.EMAIL]),
        ("https://broker.test/acs", "SAMLResponse", ASSERTION, NAVIGATES, [Entity.EMAIL]),
        ("https://signon.test/acs", "SAMLResponse", ASSERTION, {}, []),
        ("https://signon.test/token", "id_token", RECORD, {"page": None}, []),
        ("https://signon.test/token", "csrf_token", RECORD, {"page": None}, [Entity.EMAIL]),
    ],
    ids=[
        "sign-on by navigation", "in a frame", "no SAML", "another name", "to a broker", "to a service", "program to a service",
        "a token that is none",
    ],
)  # fmt: skip
def test_an_assertion_is_left_alone_on_its_way_to_whom_it_signs_on(url, name, data, how, expected):
    assert packed_to(url, name, data, **how) == expected


def test_describes_the_action_whole():
    items = body(email=MAIL)
    action = describe(AD, reading(AD, *items), [finding(0, Entity.EMAIL)], SETTINGS)
    assert (action.destination, action.domain, action.page, action.owner) == (
        "adlantern.test",
        "adlantern.test",
        "shop.test",
        "Lantern",
    )
    assert (action.categories, action.recipients, action.purposes) == (
        {Category.EMAIL},
        {Recipient.ADVERTISING},
        {Purpose.ADVERTISING},
    )
    assert (action.basis, action.act, action.text) == (Basis.BACKGROUND, Act.SHARING, MAIL)
    assert len(action.signals) >= 4


def test_hides_the_text_from_repr():
    action = describe(AD, reading(AD, *body(email=MAIL)), [finding(0, Entity.EMAIL)], SETTINGS)
    assert MAIL not in repr(action)
    assert MAIL not in " ".join(action.signals)


@pytest.mark.parametrize(
    ("sent", "act"),
    [
        (OWN, Act.COLLECTION),
        (request("https://api.stripe.com/v1"), Act.COLLECTION),
        (AD, Act.SHARING),
        (request("https://x.example/"), Act.SHARING),
    ],
    ids=["first party", "processor", "advertiser", "stranger"],
)
def test_tells_collection_from_sharing(sent, act):
    assert describe(sent, reading(sent), [], SETTINGS).act is act
