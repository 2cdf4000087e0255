"""What happens on a first visit, no policy known: the prior, calibrated through the real risk and decision stages.

Requests are read, classified and described by the real `actions`; what a detector would find in them is named in the table.
"""

from dataclasses import dataclass, replace

import pytest

from guardian_core import actions, risk
from guardian_core.matching import judge
from guardian_core.settings import DecisionSettings, ListedDomain
from guardian_core.vocabulary import (
    ENTITY_CATEGORY,
    Decision,
    Entity,
    Evidence,
    Finding,
    PolicyState,
    Recipient,
    Request,
    Verdict,
)

SETTINGS = DecisionSettings(
    domains={
        "pagemetrics.test": ListedDomain(recipient=Recipient.ANALYTICS),
        "adlantern.test": ListedDomain(recipient=Recipient.ADVERTISING),
        "friends.test": ListedDomain(recipient=Recipient.SOCIAL_MEDIA),
        "peoplebase.test": ListedDomain(recipient=Recipient.DATA_BROKER),
    }
)
MAIL, PHONE, NAME, STREET = "nora.quist@mailbox.example", "+1 212 555 0143", "Nora Quist", "48 Sedge Road"
CARD, SSN, PASSWORD, KEY = "4242424242424242", "524-71-3806", "Heron-and-7-reeds", "sk-test-8f2c41d7a90b4e63b1c5d2f7"
FOUND = {
    MAIL: Entity.EMAIL,
    PHONE: Entity.PHONE,
    NAME: Entity.PERSON,
    STREET: Entity.ADDRESS,
    CARD: Entity.CARD,
    SSN: Entity.US_SSN,
    PASSWORD: Entity.PASSWORD,
    KEY: Entity.SECRET,
    "k3Jd92fLm01Qz8k3Jd92": Entity.SECRET,  # the code and the verifier of CODE: secrets, but the protocol's own
    "b0Xq7pN2b0Xq7pN2b0Xq7pN2": Entity.SECRET,
}
FORM, JSON, TEXT = "application/x-www-form-urlencoded", "application/json", "text/plain;charset=UTF-8"
NAV = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"}
XHR = {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
BEACON = {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty"}


@dataclass(frozen=True)
class Sent:
    """A request and what is right for it."""

    url: str
    body: str
    kind: str
    fetch: dict[str, str]
    page: str | None
    right: set[str]


def sent(url, body, right, *, kind=JSON, fetch=XHR, page="https://shop.test"):
    return Sent(url, body, kind, fetch, page, set(right.split()))


def decide(case, state):
    scheme, _, rest = case.url.partition("://")
    host, slash, target = rest.partition("/")
    headers = {"Content-Type": case.kind}
    if case.page:
        headers |= {"Origin": case.page, "Referer": case.page + "/", **case.fetch}
    pairs = tuple((name.encode(), value.encode()) for name, value in headers.items())
    request = Request("POST", scheme, host, 443, slash + target, pairs, case.body.encode())
    reading = actions.read(request)
    reading = replace(reading, items=actions.classify(request, reading.items))
    found = [
        Finding(index, at, at + len(value), entity, ENTITY_CATEGORY[entity], 0.9, "pattern")
        for index, item in enumerate(reading.items)
        for value, entity in FOUND.items()
        if (at := item.text.find(value)) >= 0
    ]
    findings = actions.relevant(request, reading, found, SETTINGS)
    if not findings:
        return None
    action = actions.describe(request, reading, findings, SETTINGS)
    evidence = Evidence(state=state)
    weighed = risk.assess(
        action.categories,
        action.recipients,
        action.purposes,
        action.basis,
        risk.transparency(action, evidence),
        judge(action, evidence).value,
    )
    return risk.decide(weighed)


PROFILE = f'{{"id":7,"data":{{"display":"{NAME}","contact":"{MAIL}","call":"{PHONE}"}}}}'
LOGIN = f'{{"email":"{MAIL}","password":"{PASSWORD}"}}'
ORDER = f'{{"name":"{NAME}","street":"{STREET}","email":"{MAIL}","phone":"{PHONE}","card_number":"{CARD}"}}'
CV = (
    '--B\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\nContent-Type: text/plain\r\n\r\n'
    f"{NAME} {MAIL}\r\n--B--\r\n"
)
CODE = "grant_type=authorization_code&code=k3Jd92fLm01Qz8k3Jd92&code_verifier=b0Xq7pN2b0Xq7pN2b0Xq7pN2&client_id=shop"


def chat(text):
    return f'{{"model":"m","messages":[{{"role":"user","content":"{text}"}}]}}'


FIRST_PARTY = {
    "login form": sent(
        "https://shop.test/login", f"email=nora.quist%40mailbox.example&password={PASSWORD}", "allow", kind=FORM, fetch=NAV
    ),
    "login by XHR": sent("https://api.shop.test/session", LOGIN, "allow"),
    "login without Fetch Metadata": sent("https://shop.test/session", LOGIN, "allow", fetch={}),
    "search": sent("https://shop.test/search", f'{{"q":"lamp for {NAME}"}}', "allow"),
    "checkout": sent("https://shop.test/checkout", ORDER, "allow"),
    "checkout form": sent("https://shop.test/checkout", f"card_number={CARD}&street=48+Sedge+Road", "allow", kind=FORM, fetch=NAV),
    "profile, routine": sent("https://shop.test/api/me", PROFILE, "allow"),
    "newsletter": sent("https://shop.test/newsletter", f'{{"email":"{MAIL}"}}', "allow"),
    "tax form": sent("https://shop.test/tax", f'{{"ssn":"{SSN}","name":"{NAME}"}}', "allow"),
    "chat": sent("https://chat.test/v1/chat", chat(f"I am {NAME}, write to {MAIL}"), "allow", page="https://chat.test"),
    "own beacon with an address": sent("https://shop.test/rum", f'{{"user":"{MAIL}"}}', "allow", kind=TEXT, fetch=BEACON),
    "upload": sent(
        "https://shop.test/upload",
        CV,
        "allow",
        kind="multipart/form-data; boundary=B",
        fetch=NAV,
    ),
}
ENTRUSTED = {
    "card to its processor": sent("https://api.stripe.com/v1/payment_methods", ORDER, "allow"),
    "password to the identity provider": sent("https://identitytoolkit.googleapis.com/v1/accounts", LOGIN, "allow"),
    "name to a model by SDK": sent("https://api.openai.com/v1/chat/completions", chat(f"I am {NAME}"), "allow", page=None),
    "program signs on": sent("https://api.example/login", LOGIN, "allow", page=None),
}
PROTECTED = {
    "SSN to a model by SDK": sent("https://api.openai.com/v1/chat/completions", chat(f"my SSN is {SSN}"), "transform", page=None),
    "card to a model by SDK": sent(
        "https://api.openai.com/v1/chat/completions", chat(f"my card is {CARD}"), "transform", page=None
    ),
    "key to a model by SDK": sent("https://api.openai.com/v1/chat/completions", chat(f"use {KEY}"), "transform", page=None),
    "SSN to a chat site": sent(
        "https://chatgpt.com/backend/conversation", chat(f"my SSN is {SSN}"), "transform", page="https://chatgpt.com"
    ),
    "e-mail to analytics": sent("https://pagemetrics.test/e", f'{{"u":"{MAIL}"}}', "transform", kind=TEXT, fetch=BEACON),
    "phone to analytics": sent("https://pagemetrics.test/e", f'{{"u":"{PHONE}"}}', "transform", kind=TEXT, fetch=BEACON),
    "e-mail to analytics by fetch": sent("https://pagemetrics.test/e", f'{{"u":"{MAIL}"}}', "transform"),
    "e-mail to an advertiser": sent("https://adlantern.test/e", f'{{"u":"{MAIL}"}}', "transform deny", kind=TEXT, fetch=BEACON),
    "e-mail called state to an advertiser": sent("https://adlantern.test/e", f'{{"csrf_token":"{PHONE}"}}', "transform deny"),
    "ad frame, own host": sent("https://adlantern.test/e", f'{{"u":"{MAIL}"}}', "transform deny", page="https://adlantern.test"),
    "e-mail to a social network": sent("https://friends.test/e", f'{{"u":"{MAIL}"}}', "transform deny", kind=TEXT, fetch=BEACON),
    "e-mail to a stranger": sent("https://collect.example/e", f'{{"u":"{MAIL}"}}', "transform deny", kind=TEXT, fetch=BEACON),
    "phone to a stranger by fetch": sent("https://collect.example/e", f'{{"u":"{PHONE}"}}', "transform deny"),
    "e-mail to a broker": sent("https://peoplebase.test/e", f'{{"u":"{MAIL}"}}', "3+ deny", kind=TEXT, fetch=BEACON),
    "e-mail to a broker by a form": sent(
        "https://peoplebase.test/e", "u=nora.quist%40mailbox.example", "3+ deny", kind=FORM, fetch=NAV
    ),
    "phone to a broker": sent("https://peoplebase.test/e", f'{{"u":"{PHONE}"}}', "3+ deny"),
    "SSN to a broker": sent("https://peoplebase.test/e", f'{{"u":"{SSN}"}}', "deny"),
    "password to a stranger": sent("https://collect.example/login", LOGIN, "deny"),
    "password to a stranger by a form": sent("https://phish.example/login", f"password={PASSWORD}", "deny", kind=FORM, fetch=NAV),
    "password to analytics": sent("https://pagemetrics.test/e", LOGIN, "deny"),
}


def words(decision: Decision):
    strong = decision.level is not None and decision.level >= 3
    return {decision.verdict.value} | ({"3+"} if strong else set())


@pytest.mark.parametrize("case", (FIRST_PARTY | ENTRUSTED | PROTECTED).values(), ids=FIRST_PARTY | ENTRUSTED | PROTECTED)
def test_decides_as_a_user_expects_while_the_policy_is_unknown(case):
    decision = decide(case, PolicyState.UNKNOWN)
    assert decision is not None
    assert words(decision) & case.right, decision


@pytest.mark.parametrize("case", (FIRST_PARTY | ENTRUSTED).values(), ids=FIRST_PARTY | ENTRUSTED)
def test_still_serves_the_user_where_there_is_no_policy_at_all(case):
    decision = decide(case, PolicyState.NONE)
    assert decision is not None
    assert decision.verdict is Verdict.ALLOW


@pytest.mark.parametrize("case", PROTECTED.values(), ids=PROTECTED)
def test_still_protects_where_there_is_no_policy_at_all(case):
    decision = decide(case, PolicyState.NONE)
    assert decision is not None
    assert decision.verdict is not Verdict.ALLOW


@pytest.mark.parametrize(
    "case",
    [
        sent("https://shop.test/oauth/token", CODE, "", kind=FORM),
        sent("https://signon.example/oauth/token", CODE, "", kind=FORM),
        sent("https://signon.example/oauth/token", CODE, "", kind=FORM, page=None),
        sent("https://cdn.jsdelivr.net/npm/x", '{"v":"1.2.3"}', ""),
    ],
    ids=["code exchange, first party", "code exchange, other site", "code exchange, program", "CDN"],
)
def test_does_not_score_what_holds_nothing_personal(case):
    assert decide(case, PolicyState.UNKNOWN) is None
