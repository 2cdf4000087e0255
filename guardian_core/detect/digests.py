"""A value and its field's name in; out, whether it is a digest of somebody's address, number or name, by what the field is called.

Anybody's: such a field is treated alike whether the user registered the value or not, so that nobody learns from it who did.
"""

import re

from guardian_core.detect.context import key_words, table
from guardian_core.detect.spans import KEY, Span
from guardian_core.vocabulary import Entity

SHORTEST = 27  # characters
DIGEST = ("digest",)  # the encoding of a finding whose plain value nobody here knows
_HEX = re.compile(
    r"[0-9a-f]{32}(?:[0-9a-f]{8}|[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{96})?|[0-9A-F]{32}(?:[0-9A-F]{8}|[0-9A-F]{32})?"
)
_BASE64 = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d)(?:[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{27}=?)")
# Words that say how the digest was made, not what of.
_HOW = table("sha md hash hashed hex lower lowercase lc uc normalized normalised value digest encrypted enc raw plain trimmed")
_KEYS: dict[Entity, frozenset[str]] = {
    Entity.EMAIL: table(
        "email emailaddress mail em hem eml ehash emailhash hashedemail emailsha emailmd mailhash useremail customeremail"
    ),
    Entity.PHONE: table("phone phonenumber ph tel telephone mobile mobilephone mobilenumber phonehash hashedphone phonesha"),
    Entity.PERSON: table("fn ln firstname lastname fname lname fullname"),
}


def digest_by_key(text: str, key: str) -> Span | None:
    """The span of the whole value if it is a digest in a field named for what it was made of.

    >>> digest_by_key("0cc175b9c0f1b6a831c399e269772661", "udff[em]").entity.value, digest_by_key("0cc175b9c0f1b6a8", "em")
    ('email', None)
    """
    value = text.strip()
    if len(value) < SHORTEST or not (_HEX.fullmatch(value) or _BASE64.fullmatch(value)):
        return None
    words = [word for word in key_words(key) if word not in _HOW]
    endings = {"".join(words[-count:]) for count in (1, 2)}
    entity = next((entity for entity, names in _KEYS.items() if not names.isdisjoint(endings)), None)
    if entity is None:
        return None
    start = text.index(value)
    return Span(start, start + len(value), entity, 0.9, KEY, "key", value, DIGEST)
