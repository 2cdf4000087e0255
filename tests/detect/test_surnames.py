"""Surnames that stand before a name."""

import pytest

from guardian_core.detect.names import NameSpan
from guardian_core.detect.surnames import with_surname
from guardian_core.vocabulary import Entity


def whole(text: str, found: str, entity: Entity = Entity.PERSON, written: str = "") -> str:
    start = text.index(found)
    span = with_surname(NameSpan(start, start + len(found), entity, 0.9), text, written or text)
    return text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("Quill, Dana", "Dana", "Quill, Dana"),
        ("Quill, Dana M.", "Dana M.", "Quill, Dana M."),
        ("O'Brien, Sean", "Brien, Sean", "O'Brien, Sean"),
        ("Quill, Dana", "Quill", "Quill, Dana"),
        ("the patient QUILL, Dana was seen", "Dana", "QUILL, Dana"),
        ("QUILL Dana", "Dana", "QUILL Dana"),
        ("Hello, Dana", "Dana", "Dana"),
        ("HELLO Dana", "Dana", "Dana"),
        ("PLEASE NOTE, Dana", "Dana", "Dana"),
        ("Dana Quill, Nora Quist", "Nora Quist", "Nora Quist"),
        ("he met Quill, Dana and", "Dana", "Dana"),
    ],
)
def test_takes_the_surname_with_the_name(text, found, expected):
    assert whole(text, found) == expected


def test_reads_capitals_where_the_model_read_none():
    assert whole("Quill Dana", "Dana", written="QUILL Dana") == "Quill Dana"
    assert whole("Quill Dana", "Dana") == "Dana"


def test_nothing_but_a_person_has_a_surname():
    assert whole("Paris, Texas", "Texas", Entity.PLACE) == "Texas"
