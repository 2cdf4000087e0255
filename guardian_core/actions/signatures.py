"""A request in; the name of the signature that covers its body out, or None. A rewrite would break it (BUGS B26).

A bare digest (Content-MD5, Content-Digest) is no signature: `digests` makes it anew. What is signed beside it covers it.
"""

import re

from guardian_core.actions.jose import JWS, token_of
from guardian_core.vocabulary import Request

_HASH = r"[0-9a-fA-F]{64}"
# Header, what its value must look like, and how the signature is called in reasons. UNSIGNED-PAYLOAD covers no body.
SIGNATURES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("authorization", re.compile(r"\s*AWS4-(?:HMAC|ECDSA-P256)-SHA256", re.IGNORECASE), "AWS4-HMAC-SHA256"),
    (
        "authorization",
        re.compile(r"\s*(?:TC3-HMAC-SHA256|ACS3-HMAC-SHA256|SDK-HMAC-SHA256|GOOG4-\S+)", re.IGNORECASE),
        "cloud signature",
    ),
    ("authorization", re.compile(r"\s*(?:AWS|OSS|OBS|COS|QS) [^\s:]+:\S", re.IGNORECASE), "storage signature"),
    ("authorization", re.compile(r"\s*SharedKey(?:Lite)? ", re.IGNORECASE), "SharedKey"),
    ("authorization", re.compile(r"\s*(?:EG1-HMAC-SHA256|acs |HMAC-?\w* )", re.IGNORECASE), "HMAC"),
    ("authorization", re.compile(r"\s*Signature\b", re.IGNORECASE), "HTTP signature"),
    ("authorization", re.compile(r"\s*Hawk\b.*\bhash=", re.IGNORECASE | re.DOTALL), "Hawk"),
    ("authorization", re.compile(r"\s*OAuth\b.*oauth_(?:signature|body_hash)=", re.IGNORECASE | re.DOTALL), "OAuth 1.0 signature"),
    ("x-amz-content-sha256", re.compile(rf"\s*(?:{_HASH}|STREAMING-)"), "x-amz-content-sha256"),
    ("signature-input", re.compile(r"\s*\S"), "Signature"),
    ("signature", re.compile(r"\s*\S"), "Signature"),
    ("x-hub-signature-256", re.compile(r"\s*\S"), "X-Hub-Signature-256"),
    ("x-hub-signature", re.compile(r"\s*\S"), "X-Hub-Signature"),
    ("stripe-signature", re.compile(r"\s*\S"), "Stripe-Signature"),
    ("x-slack-signature", re.compile(r"\s*\S"), "X-Slack-Signature"),
    ("x-signature", re.compile(r"\s*\S"), "X-Signature"),
)
# Services sign their webhooks and SDKs their calls in headers of their own names: X-Acme-Request-Signature.
_CALLED = re.compile(r"(?!access-control-)(?:.*-)?(?:signature|hmac)(?:-.*)?")
_SIGNATURE = re.compile(r"\s*(?:[\w-]+=|v\d[:,=])?[A-Za-z0-9+/=_.:,-]{16,}")
_QUERY = re.compile(r"[?&](?:X-Amz-Signature|X-Goog-Signature)=", re.IGNORECASE)


def signature_of(request: Request, body: bytes = b"") -> str | None:
    """The first signature of the table that the request carries, or None; `body` is the one without content codings."""
    values = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
    for header, pattern, name in SIGNATURES:
        if header in values and pattern.match(values[header]):
            if name == "AWS4-HMAC-SHA256" and values.get("x-amz-content-sha256", "").strip().upper() == "UNSIGNED-PAYLOAD":
                continue
            return name
    for header, value in values.items():
        if _CALLED.fullmatch(header) and header != "x-amz-signature-version" and _SIGNATURE.match(value):
            return "-".join(part.capitalize() for part in header[:40].split("-"))
    if token_of(body) == JWS:
        return JWS
    return "signed URL" if _QUERY.search(request.target) and request.body else None
