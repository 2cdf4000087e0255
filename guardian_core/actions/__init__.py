"""Request to items and back; recipient, purpose, basis, categories."""

from guardian_core.actions.categories import describe, relevant
from guardian_core.actions.chat import settled, talk_of
from guardian_core.actions.load_bearing import Marks, classify, marks_of
from guardian_core.actions.reading import read
from guardian_core.actions.records import recorded
from guardian_core.actions.writing import packed_anew, write

__all__ = [
    "Marks",
    "classify",
    "describe",
    "marks_of",
    "packed_anew",
    "read",
    "recorded",
    "relevant",
    "settled",
    "talk_of",
    "write",
]
