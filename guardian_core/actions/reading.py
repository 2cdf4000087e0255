"""A request in; a reading out: its items, and what of it could not be read, could not be rewritten, or is signed."""

import re

from guardian_core.actions.bodies import Body, read_body
from guardian_core.actions.charset import STATEFUL, label_of
from guardian_core.actions.coding import decode
from guardian_core.actions.header_items import read_headers
from guardian_core.actions.media_items import read_runs
from guardian_core.actions.pairs import named_by_siblings
from guardian_core.actions.partial import chunk_in, part_of, read_seams, trimmed
from guardian_core.actions.signatures import signature_of
from guardian_core.actions.target_items import JOINT, read_cookies, read_referers, read_target
from guardian_core.actions.unread_items import read_unread
from guardian_core.actions.views import Gathering
from guardian_core.vocabulary import Item, Place, Reading, Request

ARCHIVE = "application/octet-stream"
_METHOD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")


def read(request: Request, *, max_body: int = 16_000_000, every_header: bool = False) -> Reading:
    """Take a request apart. Never raises.

    `max_body` is the cap in bytes on the body, on the wire and decoded.
    Items lie in the order body, target, referer, cookies, other headers; with `every_header` what those leave out follows, to be
    searched for registered values only.
    """
    content_type = request.header("content-type") or ""
    codings = b",".join(value for name, value in request.headers if name.lower() == b"content-encoding").decode("latin-1")
    part = part_of(request)
    # A part of an archive breaks off where it was cut: that is binary, not broken.
    decoded = decode(request.body, codings, ARCHIVE if part else content_type, max_body)
    label = label_of(content_type)
    unreadable = decoded.unreadable
    if not unreadable and label and STATEFUL.search(label) and decoded.body:
        unreadable = "a charset whose bytes depend on what stands before them"
    signed = signature_of(request, decoded.body)
    if not unreadable and decoded.loose and (signed or part):
        unreadable = f"a coding that may carry more than the body, which cannot be packed anew ({signed or (part and part.how)})"
    if not _METHOD.fullmatch(request.method):
        unreadable = "a method that is no word"  # it is sent too, and can say anything
    body = Body([], "") if unreadable else read_body(trimmed(decoded.body) if part else decoded.body, content_type)
    return Reading(
        request=request,
        items=(
            *named_by_siblings(body.items),
            *_runs(decoded.beside),
            *(read_seams(request, decoded.body[slice(*chunk_in(request, decoded.body))]) if part and not unreadable else ()),
            *read_target(request),
            *read_referers(request),
            *read_cookies(request),
            *read_headers(request, JOINT),
            *(read_unread(request, JOINT) if every_header else ()),
        ),
        body=decoded.body,
        content_type=body.content_type,
        codings=decoded.codings,
        charset=body.charset,
        unreadable=unreadable,
        opaque=body.opaque,
        signed=signed,
        part=part.how if part else None,
        loose=decoded.loose,
    )


def _runs(beside: bytes) -> list[Item]:
    """What stands beside a compressed body, in its file's name or comment: never edited, for a rewrite leaves it out."""
    out = Gathering(Place.BODY)
    if beside:
        read_runs(beside, 0, len(beside), path="body/gzip", key="", out=out)
    return out.items
