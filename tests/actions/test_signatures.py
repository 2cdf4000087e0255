"""actions.signatures: what covers the body (BUGS B26)."""

import pytest

from guardian_core.actions.signatures import signature_of
from tests.actions.kit import post

HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
CASES = {
    "aws": ({"Authorization": "AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host"}, "AWS4-HMAC-SHA256"),
    "aws unsigned payload": ({"Authorization": "AWS4-HMAC-SHA256 Credential=x", "X_Amz_Content_Sha256": "UNSIGNED-PAYLOAD"}, None),
    "aws hash alone": ({"x_amz_content_sha256": HASH}, "x-amz-content-sha256"),
    "md5": ({"Content_MD5": "1B2M2Y8AsgTpgAmY7PhCfg=="}, None),
    "digest": ({"Digest": "SHA-256=x"}, None),
    "content digest": ({"Content_Digest": "sha-256=:x:"}, None),
    "a signed digest": ({"Content_Digest": "sha-256=:x:", "Signature_Input": 'a=("content-digest")'}, "Signature"),
    "storage": ({"Authorization": "AWS AKIDEXAMPLE:frJIUN8DYpKDtOLCwo//yllqDzg="}, "storage signature"),
    "azure": ({"Authorization": "SharedKey account:frJIUN8DYpKDtOLCwo//yllqDzg="}, "SharedKey"),
    "akamai": ({"Authorization": "EG1-HMAC-SHA256 client_token=x;signature=y"}, "HMAC"),
    "a name of one's own": ({"X_Acme_Request_Signature": "deadbeefdeadbeef"}, "X-Acme-Request-Signature"),
    "a word about signatures": ({"X_Amz_Signature_Version": "2"}, None),
    "a signature that is a word": ({"X_Signature_Method": "none"}, None),
    "message signature": ({"Signature_Input": 'sig=("@method")', "Signature": "sig=:x:"}, "Signature"),
    "cavage": ({"Authorization": 'Signature keyId="x"'}, "HTTP signature"),
    "webhook": ({"X_Hub_Signature_256": "sha256=x"}, "X-Hub-Signature-256"),
    "bearer": ({"Authorization": "Bearer x"}, None),
    "none": ({}, None),
}


@pytest.mark.parametrize(("headers", "name"), CASES.values(), ids=CASES)
def test_names_the_signature(headers: dict[str, str], name: str | None) -> None:
    assert signature_of(post(b'{"mail":"dana.quill@example.test"}', **headers)) == name


def test_sees_a_signed_url() -> None:
    assert signature_of(post(b"x", target="/a?X-Amz-Signature=00")) == "signed URL"
    assert signature_of(post(b"", target="/a?X-Amz-Signature=00")) is None
