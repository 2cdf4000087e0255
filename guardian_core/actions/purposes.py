"""What for: a request's destination, path and shape in, purposes and a sentence for each out.

A table read top to bottom. What a stranger calls its own paths proves nothing in its favour (a collector may have a `/login`), so
for listed third parties the list speaks alone, and for unlisted ones the path can only make it worse.
"""

from guardian_core.actions.context import Context
from guardian_core.actions.keys import PATH, path_words
from guardian_core.actions.shape import Shape
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Purpose, Recipient

# What words of a path say (`fields.toml`), most telling first.
PATH_PURPOSES: tuple[tuple[Purpose, frozenset[str]], ...] = (
    (Purpose.SECURITY, PATH["security"]),
    (Purpose.AUTHENTICATION, PATH["authentication"]),
    (Purpose.ADVERTISING, PATH["advertising"]),
    (Purpose.ANALYTICS, PATH["analytics"]),
    (Purpose.MARKETING, PATH["marketing"]),
    (Purpose.PERSONALIZATION, PATH["personalization"]),
)
MEASURING = frozenset({Purpose.ANALYTICS, Purpose.ADVERTISING, Purpose.PROFILING})
ENDORSED = frozenset({Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER, Recipient.GOVERNMENT})


def purposes_of(context: Context, shape: Shape, settings: DecisionSettings) -> tuple[frozenset[Purpose], str]:
    """The purposes, and the sentence that says what they follow from."""
    if context.recipient not in ENDORSED:
        return _third_party(context)
    if shape.password or shape.grant or shape.protocol:
        sign_on = _sign_on(context, shape)
        if sign_on:
            return frozenset({Purpose.AUTHENTICATION}), sign_on
    listing = context.listing
    if listing is not None and context.recipient is not Recipient.FIRST_PARTY and listing.purpose is not Purpose.FUNCTIONALITY:
        return frozenset({listing.purpose}), f"{listing.domain} is listed for {listing.purpose}"
    said = _path_purpose(context)
    # A processor's path may not promise a login: only its own page, an identity provider or a login's shape makes one.
    if said and not (said[0] is Purpose.AUTHENTICATION and context.recipient is not Recipient.FIRST_PARTY):
        return frozenset({said[0]}), said[1]
    if context.client and context.recipient is not Recipient.FIRST_PARTY and listing is None:
        return frozenset({settings.client_purpose}), "nothing tells what for → the purpose set for clients"
    return frozenset({Purpose.FUNCTIONALITY}), "nothing tells otherwise → the service itself"


def _sign_on(context: Context, shape: Shape) -> str | None:
    """Why this is a sign-on that its recipient is there for; None where somebody else asks for the password."""
    what = "a token request names its grant (RFC 6749)" if shape.grant else "fields of a sign-on"
    if context.recipient is Recipient.FIRST_PARTY or context.same_party:
        return f"{what} → a sign-on at the page's own site"
    if context.listing is not None and context.listing.purpose is Purpose.AUTHENTICATION:
        return f"{what}, and {context.listing.domain} is an identity provider"
    if context.client and (shape.grant or _login_path(context)):
        return f"{what} on a path for signing on → a program signs on"
    return None


def _login_path(context: Context) -> bool:
    return bool(path_words(context.path) & (PATH["authentication"] | PATH["session"]))


def _third_party(context: Context) -> tuple[frozenset[Purpose], str]:
    listing = context.listing
    if listing is not None:
        return frozenset({listing.purpose}), f"{listing.domain} is listed for {listing.purpose}"
    said = _path_purpose(context)
    if said and said[0] is Purpose.ADVERTISING:
        return frozenset({Purpose.ADVERTISING}), said[1]
    return frozenset({Purpose.UNDISCLOSED}), "a stranger's own words prove nothing → the purpose is not disclosed"


def _path_purpose(context: Context) -> tuple[Purpose, str] | None:
    found = path_words(context.path)
    for purpose, telling in PATH_PURPOSES:
        hits = sorted(found & telling)
        if hits:
            return purpose, f"the path says {hits[0]!r} → {purpose}"
    return None
