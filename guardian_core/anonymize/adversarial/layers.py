"""Edits of a text in, what they make of it together out: narrow ones by rule, wide ones by the model."""

from collections.abc import Sequence
from dataclasses import replace

from guardian_core.anonymize.adversarial.prose import Piece, pieces
from guardian_core.anonymize.adversarial.rewriter import Task
from guardian_core.vocabulary import Edit


def masked(text: str, piece: Piece, edits: Sequence[Edit]) -> Task | None:
    """The piece with its values already replaced by rule: the model only makes it read well. None where it is no piece any more."""
    inside = [
        replace(edit, start=edit.start - piece.start, end=edit.end - piece.start)
        for edit in edits
        if piece.start <= edit.start and edit.end <= piece.end
    ]
    line = applied(text[piece.start : piece.end], inside)
    found = pieces(line)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(line)):
        return None
    return Task(replace(found[0], start=piece.start, end=piece.end))


def applied(text: str, edits: Sequence[Edit]) -> str:
    """`text` with its edits, which are disjoint and in order."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += [text[at : edit.start], edit.replacement]
        at = edit.end
    return "".join((*parts, text[at:]))


def laid_over(edits: Sequence[Edit], wide: Sequence[Edit]) -> tuple[Edit, ...]:
    """`wide` edits in the place of the narrow ones inside them."""
    kept = [edit for edit in edits if not any(w.item == edit.item and w.start < edit.end and edit.start < w.end for w in wide)]
    return tuple(sorted([*kept, *wide], key=lambda edit: (edit.item, edit.start)))
