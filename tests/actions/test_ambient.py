"""Protocol values, and what only borrows their names."""

import base64
from urllib.parse import urlencode

import pytest

from guardian_core.actions import read
from guardian_core.actions.ambient import protocol_values
from guardian_core.vocabulary import Place, Role
from tests.actions.describing import body, item, request

OPAQUE = "k3Jd92-_fLm01.Qz~8"


@pytest.mark.parametrize(
    ("items", "marked"),
    [
        (
            body(grant_type="authorization_code", code=OPAQUE, code_verifier=OPAQUE, client_id="shop", redirect_uri="https://shop.test/cb"),
            {"grant_type", "code", "code_verifier", "client_id", "redirect_uri"},
        ),
        (body(grant_type="password", username="nora@mail.example", password="Heron"), {"grant_type"}),
        (body(grant_type="refresh_token", refreshToken=OPAQUE, scope="openid email"), {"grant_type", "refreshToken", "scope"}),
        (body(SAMLResponse="PHNhbWxw\r\nOlJlc3Bv+/==", RelayState=OPAQUE), {"SAMLResponse", "RelayState"}),
        (body(code="94110", state="California"), set()),
        (body(state="nora@mail.example", client_id="x"), {"client_id"}),
        (body(state="48 Sedge Road", client_id="x"), {"client_id"}),
        (body(**{"user[authenticity_token]": OPAQUE, "__RequestVerificationToken": OPAQUE, "__VIEWSTATE": OPAQUE,
                 "contact[_token]": OPAQUE, "token": OPAQUE}),
         {"user[authenticity_token]", "__RequestVerificationToken", "__VIEWSTATE", "contact[_token]"}),
        (body(**{"g-recaptcha-response": OPAQUE}), {"g-recaptcha-response"}),
        (body(**{"X-Amz-Credential": "AKIAIOSFODNN7EXAMPLE/20261129", "X-Amz-Signature": OPAQUE, "policy": OPAQUE, "key": "a"}),
         {"X-Amz-Credential", "X-Amz-Signature", "policy"}),
        (body(AWSAccessKeyId="AKIAIOSFODNN7EXAMPLE", signature=OPAQUE), {"AWSAccessKeyId", "signature"}),
        (body(policy=OPAQUE, signature=OPAQUE), set()),
        (body(rawId=OPAQUE, attestationObject=OPAQUE, signature=OPAQUE), {"rawId", "attestationObject", "signature"}),
        (body(signature="Nora Quist"), set()),
        ((item("cookie/sid", OPAQUE, place=Place.COOKIE, ambient=True),), {"sid"}),
        ((item("cookie/sid", OPAQUE, place=Place.COOKIE),), set()),
        ((item("body/csrf_token", "csrf_token", Role.STRUCTURE),), set()),
        ((item("referer/query/csrf_token", OPAQUE, place=Place.REFERER),), set()),
    ],
    ids=[
        "code exchange", "password grant", "refresh", "saml", "an address", "mail called state", "street called state",
        "anti-forgery", "captcha", "signed upload",
        "signed URL, older form", "no signed URL", "webauthn", "a signed name", "cookie", "cookie of another site's page",
        "a key", "referer",
    ],
)  # fmt: skip
def test_marks_protocol_values(items, marked):
    assert {items[index].key for index in protocol_values(items)} == marked


def test_is_quick_on_long_values():
    value = "a" * 400_000 + "@" + "\r\n" * 1_000
    assert protocol_values(body(csrf_token=value)) == {}


def test_leaves_an_assertion_in_base64_whole():
    """What is packed in a protocol's value is part of it: to edit it would break its signature."""
    assertion = base64.b64encode(b'<samlp:Response ID="_1"><NameID>nora@mail.example</NameID></samlp:Response>').decode()
    items = read(request(kind="application/x-www-form-urlencoded", body=urlencode({"SAMLResponse": assertion}).encode())).items
    packed = [index for index, one in enumerate(items) if one.packing]
    assert packed
    assert set(packed) <= protocol_values(items).keys()
