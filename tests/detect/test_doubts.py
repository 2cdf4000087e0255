"""Where the names model is not believed."""

import pytest

from guardian_core.detect.doubts import accept
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity, Role


def judged(item, text, found, entity, score, role=Role.PROSE):
    start = text.index(found)
    span = accept(NameSpan(start, start + len(found), entity, score), text, item(text, "", role))
    return text[span.start : span.end] if span else None


@pytest.mark.parametrize(
    ("text", "found", "entity", "score", "kept"),
    [
        ("I am Dana Quill", "Dana Quill", Entity.PERSON, 0.7, "Dana Quill"),
        ("i am dana quill", "dana quill", Entity.PERSON, 0.99, "dana quill"),
        ("now say goodbye", "goodbye", Entity.PERSON, 0.97, None),
        ("the SQLResult is", "SQLResult", Entity.PERSON, 0.95, None),
        ("Ronald McDonald ate", "McDonald", Entity.PERSON, 0.9, "McDonald"),
        ("<name>Dana Quill</name>", "Dana Quill", Entity.PERSON, 0.9, "Dana Quill"),
        ("Dana(1)", "Dana", Entity.PERSON, 0.9, None),
        ("see user_Dana here", "Dana", Entity.PERSON, 0.99, None),
        ("dear Mrs. Quill", "Mrs", Entity.PERSON, 0.9, None),
        ("R2D2 came", "R2D2", Entity.PERSON, 0.99, None),
        ("island of Saint Thomas is", "of Saint Thomas", Entity.PLACE, 0.8, "Saint Thomas"),
        ("last quarter", "last", Entity.PLACE, 0.6, None),
        ("at 12 High Street, 75001 Paris.", "12 High Street, 75001", Entity.ADDRESS, 0.95, "12 High Street, 75001 Paris"),
        ("col-lg-4 is", "col-lg-4", Entity.ADDRESS, 0.99, None),
        ("my licence 4482991", "4482991", Entity.DRIVING_LICENCE, 0.9, "4482991"),
        ("build 4482991", "4482991", Entity.DRIVING_LICENCE, 0.9, None),
        ("the LLM providers", "LLM", Entity.ORGANIZATION, 0.87, None),
        ("at Acme Corp now", "Acme Corp", Entity.ORGANIZATION, 0.8, "Acme Corp"),
    ],
)
def test_believes_only_what_is_likely(item, text, found, entity, score, kept):
    assert judged(item, text, found, entity, score) == kept
