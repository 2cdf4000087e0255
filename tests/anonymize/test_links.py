"""Values in links and paths."""

import pytest

from guardian_core.anonymize.links import as_in_link, in_link, said


@pytest.mark.parametrize(
    ("text", "found", "inside"),
    [
        ("see https://shop.test/u/dana.quill now", "dana", True),
        ("see www.shop.test/u/dana", "dana", True),
        ("see /find?name=Dana+Quill", "Dana", True),
        ("mailto:dana@example.test", "dana", True),
        ("in /home/dana.quill/cv.pdf", "dana", True),
        ("in C:\\Users\\Dana Quill\\cv.pdf", "Dana", True),
        ('<a href="mailto:dana@example.test">Dana</a>', "Dana", False),
        ("[Dana](https://shop.test/u/quill)", "quill", True),
        ("at https://shop.test/ Dana left", "Dana", False),
        ("either/or Dana", "Dana", False),
        ("Dana? yes=Dana", "yes", False),
    ],
)
def test_knows_where_a_link_is(text, found, inside):
    assert in_link(text, text.index(found)) is inside


def test_writes_a_surrogate_as_the_value_was_written():
    assert [
        as_in_link("Pat Standin", stood) for stood in ("Dana+Quill", "Dana%20Quill", "dana-quill", "dana_quill", "Dana Quill")
    ] == [
        "Pat+Standin",
        "Pat%20Standin",
        "Pat-Standin",
        "Pat_Standin",
        "Pat Standin",
    ]


def test_reads_what_a_value_says():
    assert [said(stood) for stood in ("Dana+Quill", "Dana%20Quill", "Dana", "%00", "%20")] == [
        "Dana Quill",
        "Dana Quill",
        "",
        "",
        "",
    ]
