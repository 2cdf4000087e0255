"""The copy that is matched on, and the way back."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.detect.normalise import plain

AWKWARD = st.text(
    st.one_of(st.sampled_from("a1é\u00ad\u200b\u0301\u00a0\uff14\ufeff\u2013\U0001f600 \u0661"), st.characters(codec=None))
)


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("dana\u200b@example.test", "dana@example.test"),
        ("4111\u00ad1111", "41111111"),
        ("\uff14\uff11\uff11", "411"),
        ("\u0664\u0661", "41"),
        ("DE89\u00a03704", "DE89 3704"),
        ("555\u20110142", "555-0142"),
        ("O\u2019Hara", "O'Hara"),
        (unicodedata.normalize("NFD", "Zoë Müller"), "Zoë Müller"),
        ("plain", "plain"),
    ],
)
def test_reads_what_a_person_reads(text, copy):
    assert plain(text).text == copy


@given(AWKWARD)
def test_maps_every_code_point_back_in_order_and_inside_the_text(text):
    copy = plain(text)
    spans = [copy.original(i, i + 1) for i in range(len(copy.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


@given(AWKWARD)
def test_keeps_letters_that_are_not_special(text):
    copy = plain(text)
    for i, character in enumerate(copy.text):
        start, end = copy.original(i, i + 1)
        if end - start == 1 and text[start].isascii():
            assert text[start] == character


def test_covers_combining_marks_and_hidden_characters_within_a_span_but_not_after_it():
    text = "I am Zoe\u0308 Mu\u0308l\u200bler\u200b!"
    copy = plain(text)
    start = copy.text.index("Zo")
    found = text[slice(*copy.original(start, start + len("Zoë Müller")))]
    assert found == "Zoe\u0308 Mu\u0308l\u200bler"


def test_reads_the_full_stops_that_host_names_know():
    assert plain("a@b\u3002c\uff61d").text == "a@b.c.d"
