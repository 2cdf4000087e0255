"""Only prose is given to a model, and everything around it survives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.adversarial.prose import Piece, pieces, rebuild, refill


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("", []),
        ("   \n\t\n", []),
        ("Ann lives in Bonn.", ["Ann lives in Bonn."]),
        ("one\r\ntwo\u2028three", ["one", "two", "three"]),
        ("# Notes\n\n1. Ann\n2) Bob\n- [x] Cy", ["Notes", "Ann", "Bob", "Cy"]),
        ("> > quoted by Ann", ["quoted by Ann"]),
        ("| Name | City |\n|---|---|\n| Ann | Bonn |", ["Name | City", "Ann | Bonn"]),
        ("Look:\n```python\nname = 'Ann'\n```\nDone", ["Look:", "Done"]),
        ("Look:\n```\nname = 'Ann'", ["Look:"]),  # a fence that never closes runs to the end
        ("<p>Ann &amp; Bob</p>", ["⟦1⟧Ann ⟦2⟧ Bob⟦3⟧"]),
        ("See https://example.com/a?b=1, please", ["See ⟦1⟧, please"]),
        ("[my page](https://example.com/ann) here", ["[my page⟦1⟧ here"]),
        ("Dear {name}, {{ greeting }} ${x} %s", ["Dear ⟦1⟧, ⟦2⟧ ⟦3⟧ ⟦4⟧"]),
        ("Run `ls -l` now", ["Run ⟦1⟧ now"]),
        ("2024-05-06 12:00", []),
        ("a ⟦1⟧ of the user's own", []),
    ],
)
def test_takes_the_prose_of_each_line(text: str, prose: list[str]) -> None:
    assert [piece.text for piece in pieces(text)] == prose


def test_puts_islands_back_where_their_marks_stand() -> None:
    text = "- Ask **Ann** at <b>work</b>, see `x`"
    (piece,) = pieces(text)
    made = refill(piece, piece.text.replace("**Ann**", "a colleague"))
    assert made is not None
    assert rebuild(text, {piece: made}) == "- Ask a colleague at <b>work</b>, see `x`"


@pytest.mark.parametrize("rewritten", ["none left", "⟦1⟧ alone", "⟦2⟧ before ⟦1⟧", "⟦1⟧ ⟦2⟧ ⟦2⟧", "⟦1⟧ ⟦2⟧ ⟦3⟧", "⟦01⟧ ⟦9⟧"])
def test_refuses_marks_that_do_not_come_back_as_they_were(rewritten: str) -> None:
    assert refill(Piece(0, 20, "⟦1⟧ and ⟦2⟧", ("`a`", "`b`")), rewritten) is None


line = st.lists(
    st.sampled_from(
        ["Ann", "`code`", "<b>", "https://example.com/x", "- ", "> ", "| ", "&amp;", "é", " ", "{x}", "[a](b)", "\n", "\r\n"]
    )
).map("".join)


@given(line | st.text())
def test_a_text_whose_pieces_come_back_unchanged_is_the_same(text: str) -> None:
    back = {}
    for piece in pieces(text):
        made = refill(piece, piece.text)
        assert made == text[piece.start : piece.end]
        back[piece] = made
    assert rebuild(text, back) == text


def test_takes_time_in_proportion_to_the_text() -> None:
    for hostile in ("<" * 200_000, "`" * 200_000, "](" * 100_000, "{{" * 100_000, "- " * 100_000, "> " * 100_000, "&#" * 100_000):
        pieces(hostile)
