"""The demo's requests in order: who sends what to whom, the decisions that are right, and what must not or must arrive.

The person in them is invented: a reserved mail domain, a 555-01xx number, a test card, a Social Security number of our own making.
"""

import gzip
from urllib.parse import urlencode

from guardian_core.demo.pages import AUTHORIZATION_CODE
from guardian_core.demo.senders import (
    ALLOWED,
    FORM,
    PROTECTED,
    REFUSED,
    REWRITTEN,
    Step,
    agent,
    api,
    beacon,
    form,
    image,
    packed,
    preflight,
    upload,
    visit,
)

EMAIL, PHONE, NAME = "wader1984@mailbox.example", "+1 212 555 0143", "Nora Quist"
CARD, SSN, PASSWORD = "4242 4242 4242 4242", "524-71-3806", "Heron-and-7-reeds"
STREET, BIRTH, DIAGNOSIS = "48 Sedge Road", "1984-05-17", "type 2 diabetes"

SHOP, CLINIC, BANK, IDENTITY = (
    "https://willowshop.test",
    "https://oakclinic.test",
    "https://harborbank.test",
    "https://harborid.test",
)
METRICS, ADS, BROKER = "https://pagemetrics.test", "https://adlantern.test", "https://peoplebase.test"
CHAT, RELAY = "https://chatter.test/v1/chat/completions", "https://formrelay.test/f/garden"

# Bytes of every value, CR and LF among them, behind a head that says what they are.
RECEIPT = (
    b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Type /Catalog>>\nstream\r\n" + bytes(range(256)) * 12 + b"\r\nendstream\n%%EOF\n"
)
# Spacing, a repeated key and an escape that a JSON round trip would lose.
ODD_JSON = b'{ "sku" : "W-20931",\t"count":2.0, "note":"caf\\u00e9 chair", "tags":[ ],\r\n  "count":2e0 }\n'
PERSON = {"email": EMAIL, "phone": PHONE}
TOKEN_REQUEST = {
    "grant_type": "authorization_code",
    "code": AUTHORIZATION_CODE,
    "redirect_uri": f"{BANK}/oauth/callback",
    "client_id": "harborbank-web",
    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
}
ORDER = {
    "name": NAME,
    "address": STREET,
    "city": "Springfield",
    "postcode": "62704",
    "phone": PHONE,
    "email": EMAIL,
    "card_number": CARD,
    "card_expiry": "11/29",
    "card_cvc": "737",
}
APPOINTMENT = {
    "patient_name": NAME,
    "date_of_birth": BIRTH,
    "phone": PHONE,
    "email": EMAIL,
    "symptoms": "Thirsty all day, and my left foot tingles at night.",
    "diagnosis": DIAGNOSIS,
    "day": "2026-12-09",
}


def _chat(text: str, **more: object) -> dict[str, object]:
    return {"model": "reed-1", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": text}], **more}


def _query(email: str) -> str:
    return f"campaign=garden-26&email={email.replace('@', '%40')}&w=300"


FIRST_PARTY: tuple[Step, ...] = (
    form("shop: sign in", f"{SHOP}/login", {"csrf_token": "3f1c9a7e55d04b2c9d6f", "email": EMAIL, "password": PASSWORD},
         page=f"{SHOP}/login", expect=ALLOWED),
    visit("shop: search", f"{SHOP}/search?q=reading+chair+for+Nora+Quist", page=f"{SHOP}/", expect=ALLOWED),
    form("shop: check out", f"{SHOP}/checkout", ORDER, page=f"{SHOP}/checkout", expect=ALLOWED),
    upload("shop: file upload", f"{SHOP}/returns", {"order": "W-20931", "reason": "A leg of the chair is loose."},
           ("receipt.pdf", "application/pdf", RECEIPT), expect=ALLOWED),
    form("shop: newsletter", f"{SHOP}/newsletter", {"email": EMAIL}, page=f"{SHOP}/", expect=ALLOWED),
    api("shop: JSON, nothing personal", f"{SHOP}/api/basket", ODD_JSON, page=f"{SHOP}/search", expect=ALLOWED),
    form("bank: sign in", f"{BANK}/login", {"authenticity_token": "b7Qm2x9Tt0Jm4oC1", "username": "nquist", "password": PASSWORD},
         page=f"{BANK}/login", expect=ALLOWED),
    api("bank: sign in by script", f"{BANK}/api/session", packed({"username": "nquist", "password": PASSWORD, "otp": "418205"}),
        page=f"{BANK}/login", expect=ALLOWED),
    visit("bank: OAuth callback", f"{BANK}/oauth/callback?code={AUTHORIZATION_CODE}&state=af0ifjsldkj",
          page=f"{IDENTITY}/oauth/authorize", expect=ALLOWED),
    api("identity: OAuth code exchange", f"{IDENTITY}/oauth/token", urlencode(TOKEN_REQUEST).encode(),
        page=f"{BANK}/oauth/callback", kind=FORM, expect=ALLOWED),
    form("clinic: appointment", f"{CLINIC}/appointments", APPOINTMENT, page=f"{CLINIC}/appointments", expect=ALLOWED),
)  # fmt: skip

THIRD_PARTY: tuple[Step, ...] = (
    agent("chat: a name and a phone", CHAT, _chat(f"Write to {NAME} ({PHONE}) that her chair is ready."),
          expect=ALLOWED | REWRITTEN, canaries=(PHONE,), keeps=("reed-1", "chair is ready")),
    agent("chat: SSN and card in prose", CHAT, _chat(f"My SSN is {SSN} and my card {CARD}. Fill in the refund form.", stream=True),
          expect=PROTECTED, canaries=(SSN, CARD), keeps=("reed-1", "refund form"), returns=(SSN, CARD)),
    beacon("metrics: page view", f"{METRICS}/collect", {"page": "/chairs", "load_ms": 412, "visit": "k29x"}, page=f"{SHOP}/",
           expect=ALLOWED),
    beacon("metrics: page view with e-mail", f"{METRICS}/collect", {"page": "/account", "user": EMAIL}, page=f"{SHOP}/account",
           expect=PROTECTED, canaries=(EMAIL,), keeps=("/account",)),
    form("ads: form in the frame", f"{ADS}/lead", PERSON | {"campaign": "garden-26"}, page=f"{ADS}/frame", frame=True,
         expect=PROTECTED, canaries=(EMAIL, PHONE)),
    api("ads: script in the frame", f"{ADS}/bid", packed(PERSON | {"slot": "garden-26"}), page=f"{ADS}/frame",
        expect=PROTECTED, canaries=(EMAIL, PHONE)),
    image("ads: pixel", f"{ADS}/pixel.gif?{_query(EMAIL)}", page=f"{SHOP}/account", expect=PROTECTED, canaries=(EMAIL,)),
    image("ads: address of the page", f"{ADS}/pixel.gif?w=300", page=f"{SHOP}/account?email={EMAIL.replace('@', '%40')}",
          whole_referer=True, expect=PROTECTED, canaries=(EMAIL,)),
    api("ads: diagnosis from the clinic", f"{ADS}/bid", packed({"slot": "health-3", "diagnosis": DIAGNOSIS, "email": EMAIL}),
        page=f"{CLINIC}/appointments", expect=REFUSED, canaries=(DIAGNOSIS, EMAIL)),
    preflight("broker: CORS preflight", f"{BROKER}/v2/profiles", page=f"{SHOP}/account", expect=ALLOWED),
    api("broker: e-mail and phone", f"{BROKER}/v2/profiles", packed(PERSON), page=f"{SHOP}/account",
        expect=PROTECTED, canaries=(EMAIL, PHONE)),
    api("broker: SSN typed into its own form", f"{BROKER}/v2/profiles", packed({"full_name": NAME, "ssn": SSN}),
        page=f"{BROKER}/background-check", expect=REFUSED, canaries=(SSN, NAME)),
    api("relay: gzip JSON with e-mail", RELAY, gzip.compress(packed({"email": EMAIL, "topic": "garden"}), mtime=0),
        page=f"{SHOP}/help/contact", more=(("Content-Encoding", "gzip"),), expect=PROTECTED, canaries=(EMAIL,), keeps=("garden",)),
    api("relay: unknown content coding", RELAY, b"9;chunk-signature=0\r\nQ2hhaXI=\r\n", page=f"{SHOP}/help/contact",
        more=(("Content-Encoding", "aws-chunked"),), expect=REFUSED, canaries=("Q2hhaXI=",)),
)  # fmt: skip

TRAFFIC: tuple[Step, ...] = FIRST_PARTY + THIRD_PARTY
