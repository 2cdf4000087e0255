"""The items of a request in; out, what kind of thing it looks like: a login, a token exchange, a payment, a chat, a form.

Only names of fields, places and the content type are looked at, never the values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from guardian_core.actions.context import Context
from guardian_core.actions.keys import FIELD, PATH, PROTOCOL, keys_of, last_key, means, path_words, squeezed
from guardian_core.vocabulary import Item, Place, Role

# RFC 6749 §4 and its extensions: a request for a token names its grant.
GRANT = "granttype"
SIGN_ON = PROTOCOL["webauthnmark"] | {"samlresponse", "samlrequest", "idtoken", "codeverifier"}
FORM = FIELD["form"] | FIELD["address"] | FIELD["birth"] | FIELD["national"] | FIELD["bank"]


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
    said = {squeezed(part) for item in items if item.place is Place.BODY for part in item.path.split("/")[1:]}
    # Only what a person or a program states counts, not a part's header or a key standing as a value.
    stated = [item for item in items if item.place in {Place.BODY, Place.TARGET} and item.role is not Role.STRUCTURE]
    fields = [last_key(item) for item in stated]
    json_like = context.content_type.endswith(("json", "x-ndjson")) or context.content_type in {"", "text/plain"}
    return Shape(
        password=any(means(name, FIELD["password"]) for name in fields),
        grant=GRANT in names,
        protocol=bool(
            names
            & {"samlresponse", "samlrequest", "attestationobject", "clientdatajson", "authenticatordata", "idtoken", "codeverifier"}
        ),
        card=any(means(name, FIELD["card"]) for name in fields),
        chat=context.method == "POST"
        and json_like
        and bool(said & FIELD["chat"])
        and bool(path_words(context.path) & PATH["chat"]),
        form=any(means(name, FORM) for name in fields if name),
        file=any("filename" in item.path.rsplit("/", 1)[-1].lower() for item in items if item.place is Place.BODY),
    )
