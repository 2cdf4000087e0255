"""People by their home folders."""

import pytest

from guardian_core.detect.context import Context
from guardian_core.detect.home_folders import home_folders
from guardian_core.detect.patterns import candidates
from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("/home/dana.quill/cv.pdf", "dana.quill", Entity.USERNAME),
        ("at /Users/Dana.Quill2", "Dana.Quill2", Entity.USERNAME),
        ("file:///home/dana.quill", "dana.quill", Entity.USERNAME),
        ("C:\\Users\\Dana Quill\\cv.pdf", "Dana Quill", Entity.PERSON),
        ("C:\\\\Users\\\\Dana Quill\\\\cv.pdf", "Dana Quill", Entity.PERSON),
        ("C:\\Documents and Settings\\Dana Quill\\x", "Dana Quill", Entity.PERSON),
        ("/Users/Dana%20Quill/x", "Dana%20Quill", Entity.PERSON),
    ],
)
def test_finds_a_name_below_the_folder_of_homes(text, found, entity):
    assert [(text[span.start : span.end], span.entity) for span in home_folders(text, Context())] == [(found, entity)]
    assert any(span.entity is entity for span in candidates(text, Context()))


@pytest.mark.parametrize(
    "text",
    [
        "/home/ubuntu/x",
        "/Users/runner/work",
        "/home/shop.example.com/www",
        "/home/site.com/",
        "/home/v1.2/x",
        "see home/dana",
        "/home/.config",
    ],
)
def test_no_name_is_found_where_none_is(text):
    assert list(home_folders(text, Context())) == []
