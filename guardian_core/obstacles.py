"""A reading and what was found in it in; why it was searched in part only, or cannot be rewritten, out. No values in either."""

from collections.abc import Callable, Sequence

from guardian_core.actions.media_items import BINARY_REASON
from guardian_core.detect import CUT, Search
from guardian_core.vocabulary import Finding, Item, Outcome, Place, Reading, Role

PARTLY = RUNS, BEGINNING = (
    "binary content: only its readable runs were searched",
    "long text: names were not searched to its end",
)


def partly_searched(reading: Reading, search: Search) -> str | None:
    """What of a request was not searched, in words; None where all of it was."""
    if reading.opaque:
        return RUNS
    return None if search.complete else BEGINNING


# A part of a value has no replacement by itself, and all of it together none that its other parts would follow.
IN_PIECES = "cannot rewrite: a value that is cut over neighbouring fields"
OBSTACLES: tuple[tuple[Callable[[Reading, Item], bool], str], ...] = (
    (
        lambda _, item: item.role is Role.BINARY or item.load_bearing == BINARY_REASON,
        "personal data inside binary content, which cannot be rewritten",
    ),
    (lambda _, item: bool(item.seams), "cannot rewrite: {why}"),
    (
        lambda _, item: item.load_bearing is not None or item.ambient,
        "a value that must not be replaced by something plausible: {why}",
    ),
    (
        lambda reading, _: bool(reading.signed),
        "signed body, cannot rewrite ({signed})",
    ),
    (
        lambda reading, item: bool(reading.part) and item.place is Place.BODY,
        "a part of an upload, cannot rewrite: its length must stay ({part})",
    ),
)


def why_not_rewritable(reading: Reading, due: Sequence[Finding]) -> str | None:
    """Why a rewrite would break the request or fake something that matters; None where it would not."""
    if any(finding.source == CUT for finding in due):
        return IN_PIECES
    for index in sorted({finding.item for finding in due}):
        item = reading.items[index]
        for applies, text in OBSTACLES:
            if applies(reading, item):
                return text.format(why=item.load_bearing or "protocol value", signed=reading.signed, part=reading.part)
    return None


def obstacle(outcome: Outcome) -> str | None:
    """Why this could not be sent anonymized; None where it could."""
    if outcome.unchecked:
        return "part of it could not be read, and so cannot be rewritten"
    return why_not_rewritable(outcome.reading, outcome.findings)
