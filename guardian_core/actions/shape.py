"""The items of a request in; out, what kind of thing it looks like: a login, a token exchange, a payment, a chat, a form.

Only names of fields, places and the content type are looked at, never the values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from guardian_core.actions.context import Context
from guardian_core.actions.keys import FIELD, PATH, PROTOCOL, SENT, keys_of, last_key, meanings, path_words, squeezed
from guardian_core.vocabulary import Item, Place, Role

# RFC 6749 §4 and its extensions: a request for a token names its grant.
GRANT = "granttype"
SIGN_ON = PROTOCOL["webauthnmark"] | {"samlresponse", "samlrequest", "idtoken", "codeverifier"}
FORM = frozenset({"form", "address", "birth", "national", "bank"})


@dataclass(frozen=True, slots=True)
class Shape:
    """What the field names say."""

    password: bool  # a field for a password
    grant: bool  # an OAuth token request
    protocol: bool  # SAML, WebAuthn, OpenID Connect: sign-on without a password
    card: bool
    chat: bool
    form: bool  # fields people fill in
    file: bool  # a file part


def shape_of(context: Context, items: Sequence[Item]) -> Shape:
    """Look at the names of what is sent in body and query."""
    names = keys_of(items)
    # Only what a person or a program states counts, not a part's header or a key standing as a value.
    stated = {last_key(item) for item in items if item.place in SENT and item.role is not Role.STRUCTURE}
    meant = frozenset[str]().union(*map(meanings, stated))
    json_like = context.content_type.endswith(("json", "x-ndjson")) or context.content_type in {"", "text/plain"}
    return Shape(
        password="password" in meant,
        grant=GRANT in names,
        protocol=bool(
            names
            & {"samlresponse", "samlrequest", "attestationobject", "clientdatajson", "authenticatordata", "idtoken", "codeverifier"}
        ),
        card="card" in meant,
        chat=context.method == "POST" and json_like and bool(path_words(context.path) & PATH["chat"]) and _chats(items),
        form=bool(meant & FORM),
        file=any(item.key == "filename" and item.path.endswith("/filename") for item in items),
    )


def _chats(items: Sequence[Item]) -> bool:
    """Whether any value lies under a field such as `messages`."""
    return any(squeezed(part) in FIELD["chat"] for item in items if item.place is Place.BODY for part in item.path.split("/")[1:])
