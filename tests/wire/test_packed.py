"""What is packed in values and files, through a real proxy: none of it reaches somebody who may not have what it says."""

import base64
from urllib.parse import urlencode

import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, status_of

RECORD = b'{"email":"%s"}' % MAIL.encode()
ASSERTION = (
    b'<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><NameID>%s</NameID></samlp:Response>' % MAIL.encode()
)
FORM = b"Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize("name", ["csrf_token", "RelayState", "id_token", "code_challenge", "g-recaptcha-response", "SAMLResponse"])
def test_a_value_with_the_name_of_a_protocols_is_opened(wire, name):
    said = ASSERTION if name == "SAMLResponse" else RECORD
    body = urlencode({name: base64.b64encode(said).decode()}).encode()
    assert status_of(wire.post(DENIES, body, FORM)) == 403
    assert wire.origin.raw == b""
    assert status_of(wire.post(ALLOWS, body, FORM)) == 200
    assert body in wire.origin.raw
