"""A value's text and its nearest name in; its role (prose, value, identifier) out."""

import re

from guardian_core.vocabulary import Role

# fmt: off
_PROSE_KEYS = frozenset({
    "content", "contents", "text", "message", "messages", "prompt", "comment", "comments", "body", "description", "query",
    "question", "input", "instruction", "instructions", "system", "note", "notes", "summary", "bio", "about", "feedback",
    "review", "reply", "title", "subject", "caption", "transcript", "arguments", "output", "completion", "details",
})
# fmt: on
# The name says what the value is, so words and spaces do not make it a sentence: a full name, a postal address.
# fmt: off
_VALUE_ENDS = (
    "name", "address", "addr", "street", "line", "city", "town", "country", "region", "state", "phone", "tel", "fax", "email",
    "e-mail", "birth", "dob", "iban", "card", "company", "organisation", "organization", "useragent", "user-agent", "user_agent",
    "locale", "language", "timezone", "_date", "-date", "birthdate", "timestamp", "url", "referer", "referrer", "location",
    "version", "platform",
)
# fmt: on
_OPAQUE = re.compile(
    r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"  # uuid, md5
    r"|[0-9a-fA-F]{16,}"  # hashes
    r"|[\w-]{10,}\.[\w-]{10,}\.[\w-]*"  # JWT
    r"|(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[\w+/.:~-]{20,}={0,2}"  # tokens
)
_LETTERS = re.compile(r"[^\W\d_]{2}")


def role_of(text: str, key: str) -> Role:
    """The role of one decoded value.

    >>> role_of("I am Ann, 34.", "").value, role_of("Ann de Wit Roe", "full_name").value, role_of("5d41402abc4b2a76b971", "").value
    ('prose', 'value', 'identifier')
    """
    spaces = text.count(" ", 0, 2000)
    name = key.lower().rstrip("]_0123456789")
    told = name in _PROSE_KEYS
    if spaces == 0 and "\n" not in text:
        if len(text) < 16:
            return Role.PROSE if told and _LETTERS.search(text) else Role.VALUE
        if _OPAQUE.fullmatch(text) and not text.startswith(("http:", "https:")):
            return Role.IDENTIFIER
        # Scripts without spaces: a sentence of sixteen letters.
        if not text.isascii() and _LETTERS.search(text):
            return Role.PROSE
    if told and _LETTERS.search(text):
        return Role.PROSE
    if len(text) <= 160 and "\n" not in text and name.endswith(_VALUE_ENDS):
        return Role.VALUE
    return Role.PROSE if (spaces >= 2 or "\n" in text) and _LETTERS.search(text) else Role.VALUE
