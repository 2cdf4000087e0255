"""Values that are written so that a careless reader passes over them, to an advertiser; and harmless requests that look alike."""

import asyncio
import json

import pytest

from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

JSON, TEXT, FORM, CARD = b"application/json", b"text/plain", b"application/x-www-form-urlencoded", b"text/vcard"
LEAKS = [
    (TEXT, "card 4242 4242\r\n4242 4242"),
    (TEXT, "ssn 524-71-\n3806"),
    (TEXT, "IBAN DE89\n3704 0044 0532 0130 00"),
    (TEXT, "nora.quist@exam=\r\nple.com"),
    (CARD, "BEGIN:VCARD\r\nVERSION:4.0\r\nEMAIL:nora.quist@exam\r\n ple.com\r\nEND:VCARD\r\n"),
    (JSON, {"html": "<p><b>4242 4242</b> 4242 4242</p>"}),
    (JSON, {"m": "nora.quist@example.\ncom"}),
    (JSON, {"m": "S.S.N. 524713806"}),
    (JSON, {"m": "pass=hunter2"}),
    (JSON, {"m": "(212)5550143"}),
    (JSON, {"m": '"dana quill"@example.com'}),
    (JSON, {"social_security_numbers": ["524713806"]}),
    (JSON, {"mobile": {"number": 2125550145}}),
    (JSON, {"dob": {"year": 1995, "month": 5, "day": 3}}),
    (JSON, {"columns": ["name", "ssn"], "rows": [["dana quill", "524713806"]]}),
    (JSON, [["name", "ssn"], ["dana quill", "524713806"]]),
    (JSON, {"q": "ssn", "a": "524713806"}),
    (JSON, {"religion": "catholic"}),
    (JSON, {"race": "black"}),
    (JSON, {"blood_type": "O+"}),
    (JSON, {"pregnant": True}),
    (FORM, "phones=2125550145&phones=2125550146"),
]
HARMLESS = [
    (JSON, {"race": False, "pregnant": False}),
    (JSON, {"religion": ["Catholic", "Hindu", "Muslim", "Sikh", "Jewish"]}),
    (JSON, {"nationality": ["Turkish", "German"]}),
    (JSON, {"phones": 120_000, "cards": 12, "ssns": 0}),
    (JSON, {"columns": ["sku", "count"], "rows": [["524713806", 12]]}),
    (JSON, {"release": {"year": 1995, "month": 5, "day": 3}}),
    (TEXT, "1234 5678\n1234 5678\n1234 5678"),
    (TEXT, "pass=1280 fail=3"),
]


@pytest.fixture(scope="module")
def guardian(tmp_path_factory):
    domains = {"adlantern.test": {"recipient": "advertising"}}
    made = Guardian(
        Settings.model_validate(
            {
                "home": tmp_path_factory.mktemp("home"),
                "policy": {"enabled": False},
                "detect": {"names": False},
                "decision": {"domains": domains},
            }
        )
    )
    yield made
    asyncio.run(made.close())


def verdict(guardian: Guardian, kind: bytes, body: object, target: str = "/v1") -> Verdict:
    wire = json.dumps(body).encode() if kind is JSON else str(body).encode()
    headers = ((b"content-type", kind), (b"origin", b"https://shop.test"))
    outcome = asyncio.run(guardian.handle(Request("POST", "https", "adlantern.test", 443, target, headers, wire)))
    return outcome.decision.verdict


@pytest.mark.parametrize(("kind", "body"), LEAKS)
def test_no_advertiser_gets_it(guardian, kind, body):
    assert verdict(guardian, kind, body) is Verdict.DENY


def test_no_advertiser_gets_it_in_a_path(guardian):
    assert verdict(guardian, JSON, {}, "/ssn/524713806") is Verdict.DENY


@pytest.mark.parametrize(("kind", "body"), HARMLESS)
def test_lets_pass_what_looks_alike(guardian, kind, body):
    assert verdict(guardian, kind, body) is Verdict.ALLOW
