"""A request in; the name of the signature that covers its body out, or None. A rewrite would break it (BUGS B26)."""

import re

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
    ("authorization", re.compile(r"\s*Signature\b", re.IGNORECASE), "HTTP signature"),
    ("authorization", re.compile(r"\s*Hawk\b.*\bhash=", re.IGNORECASE | re.DOTALL), "Hawk"),
    ("authorization", re.compile(r"\s*OAuth\b.*oauth_(?:signature|body_hash)=", re.IGNORECASE | re.DOTALL), "OAuth 1.0 signature"),
    ("x-amz-content-sha256", re.compile(rf"\s*(?:{_HASH}|STREAMING-)"), "x-amz-content-sha256"),
    ("content-md5", re.compile(r"\s*\S"), "Content-MD5"),
    ("content-digest", re.compile(r"\s*\S"), "Content-Digest"),
    ("repr-digest", re.compile(r"\s*\S"), "Repr-Digest"),
    ("digest", re.compile(r"\s*\S"), "Digest"),
    ("signature-input", re.compile(r"\s*\S"), "Signature"),
    ("signature", re.compile(r"\s*\S"), "Signature"),
    ("x-hub-signature-256", re.compile(r"\s*\S"), "X-Hub-Signature-256"),
    ("x-hub-signature", re.compile(r"\s*\S"), "X-Hub-Signature"),
    ("stripe-signature", re.compile(r"\s*\S"), "Stripe-Signature"),
    ("x-slack-signature", re.compile(r"\s*\S"), "X-Slack-Signature"),
    ("x-signature", re.compile(r"\s*\S"), "X-Signature"),
)
_QUERY = re.compile(r"[?&](?:X-Amz-Signature|X-Goog-Signature)=", re.IGNORECASE)


def signature_of(request: Request) -> str | None:
    """The first signature of the table that the request carries, or None."""
    values = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
    for header, pattern, name in SIGNATURES:
        if header in values and pattern.match(values[header]):
            if name == "AWS4-HMAC-SHA256" and values.get("x-amz-content-sha256", "").strip().upper() == "UNSIGNED-PAYLOAD":
                continue
            return name
    return "signed URL" if _QUERY.search(request.target) and request.body else None
