"""Numbers that a record lives by are never replaced by others that pass the same check."""

import json

import pytest

from guardian_core.actions import classify, read, recorded, relevant
from guardian_core.detect import Detector
from guardian_core.guardian import Guardian
from guardian_core.settings import DecisionSettings, DetectSettings, ListedDomain, Settings
from guardian_core.vocabulary import Recipient, Request, Verdict

IBAN, SSN, CARD = "DE89370400440532013000", "524-71-3806", "4242424242424242"
JSON, FORM, XML = "application/json", "application/x-www-form-urlencoded", "application/xml"
SEPA = (
    "<Document><CdtTrfTxInf><Amt><InstdAmt>250.00</InstdAmt></Amt>"
    f"<CdtrAcct><Id><IBAN>{IBAN}</IBAN></Id></CdtrAcct></CdtTrfTxInf></Document>"
)
SETTINGS = DecisionSettings(domains={"pagemetrics.test": ListedDomain(recipient=Recipient.ANALYTICS)})
RECORDS = {
    "an account of a creditor": (
        JSON,
        {"amount": "250.00", "creditor": {"name": "Nora Quist", "iban": IBAN}},
        "body/creditor/iban",
    ),
    "an account beside an amount": (JSON, {"to": "DE89 3704 0044 0532 0130 00", "total": 9}, "body/to"),
    "an account in a payment": (JSON, {"payment": {"to": IBAN}}, "body/payment/to"),
    "a form": (FORM, f"amount=250.00&creditor%5Bno%5D={IBAN}", "body/creditor[no]"),
    "a SEPA transfer": (XML, SEPA, "body/Document/CdtTrfTxInf/CdtrAcct/Id/IBAN"),
    "variables of GraphQL": (
        JSON,
        {"query": "mutation P($i: In!) { pay(input: $i) { id } }", "variables": {"i": {"to": IBAN, "amount": 12}}},
        "body/variables/i/to",
    ),
    "a number of an employee": (JSON, {"employee": {"no": SSN}}, "body/employee/no"),
    "a field that names the number": (JSON, {"x": {"ssn": SSN}}, "body/x/ssn"),
    "a card of its kind": (JSON, {"source": {"object": "card", "no": CARD}}, "body/source/no"),
    "an account alone": (JSON, {"v": IBAN}, "body/v"),
    "an account alone, in groups": (FORM, "v=DE89+3704+0044+0532+0130+00", "body/v"),
    "an official number alone": (JSON, [{"v": SSN}], "body/0/v"),
    "a card alone, in groups": (JSON, {"v": "4242 4242 4242 4242"}, "body/v"),
    "a card beside its expiry": (JSON, {"source": {"n": CARD, "exp_month": 4}}, "body/source/n"),
}
NO_RECORDS = {
    "digits that may be anything": (JSON, {"v": CARD, "w": 4111111111111111, "x": "7569217076985"}),
    "a sentence": (JSON, {"amount": "9", "note": f"please pay Nora Quist, {IBAN}, by Monday, she waits"}),
    "a card in another record": (JSON, {"a": {"object": "card"}, "b": {"n": CARD}}),
    "a message": (JSON, {"message": IBAN, "comment": f"no. {SSN}"}),
}


def sent(kind: str, body: object, host: str = "api.ledgerworks.test", path: str = "/v1/x") -> Request:
    data = body if isinstance(body, str) else json.dumps(body)
    return Request("POST", "https", host, 443, path, ((b"Content-Type", kind.encode()),), data.encode())


def marked(request: Request) -> set[str]:
    reading = read(request)
    settings = DetectSettings(names=False)
    items = classify(request, reading.items, SETTINGS)
    found = relevant(request, reading, Detector(settings).search(items).findings, SETTINGS)
    done = recorded(reading, found, SETTINGS)
    return {one.path for one, before in zip(done.items, reading.items, strict=True) if one.load_bearing and not before.load_bearing}


@pytest.mark.parametrize(("kind", "body", "path"), RECORDS.values(), ids=RECORDS)
def test_marks_the_numbers_of_records(kind, body, path):
    assert marked(sent(kind, body)) == {path}


@pytest.mark.parametrize(("kind", "body"), NO_RECORDS.values(), ids=NO_RECORDS)
def test_marks_nothing_else(kind, body):
    assert marked(sent(kind, body)) == set()


@pytest.mark.parametrize(("kind", "body", "_path"), RECORDS.values(), ids=RECORDS)
def test_marks_nothing_for_those_who_only_measure(kind, body, _path):
    assert marked(sent(kind, body, host="pagemetrics.test")) == set()


def test_marks_nothing_on_an_address_that_measures():
    assert marked(sent(JSON, {"payment": {"to": IBAN}}, path="/analytics/events")) == set()


def test_marks_nothing_in_a_conversation():
    call = {"name": "pay", "arguments": {"iban": IBAN, "amount": 5}}
    body = {"messages": [{"role": "assistant", "tool_calls": [{"function": call}]}]}
    assert marked(sent(JSON, body, path="/v1/chat/completions")) == set()


@pytest.mark.parametrize(("kind", "body", "_path"), RECORDS.values(), ids=RECORDS)
async def test_refuses_instead_of_inventing_and_says_why(tmp_path, kind, body, _path):
    settings = Settings.model_validate(
        {"home": tmp_path, "policy": {"enabled": False}, "detect": {"workers": 0, "names": False}, "likelihood": {"system1": False}}
    )
    guardian = Guardian(settings)
    outcome = await guardian.handle(sent(kind, body))
    await guardian.close()
    assert (outcome.decision.verdict, outcome.rewritten) == (Verdict.DENY, None)
    assert "must not be replaced by something plausible" in outcome.decision.reasons[0]
