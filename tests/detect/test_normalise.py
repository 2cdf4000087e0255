"""The copy that is matched on, and the way back."""

import time
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
        ("p\u0430ssw\u043erd", "password"),
        ("\u0446\u0430\u043f\u043b\u044f", "\u0446\u0430\u043f\u043b\u044f"),
        ("\U0001d41d\U0001d41a\U0001d427\U0001d41a", "dana"),
        ("\u24d3\u24d0\u24dd\u24d0", "dana"),
        ("\U0001d7d2\U0001d7cf", "41"),
        ("hi" + "".join(chr(0xE0000 + ord(c)) for c in "dana@example.test"), "hidana@example.test"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f x", "\U0001f3f4 x"),
        ("4111\U000e01011111", "41111111"),
        ("dana<b>.quill</b>@example.test", "dana.quill@example.test"),
        ("020<wbr>7946", "0207946"),
        ("John<b>Smith</b> is", "John<b>Smith</b> is"),
        ("\u202e\u200fdana@example.test\u202c", "dana@example.test"),
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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\U0001f600 dan\u200ba.qu\u00adill@exa\u2060mple.test \U0001f600", "dan\u200ba.qu\u00adill@exa\u2060mple.test"),
        ("\u202b4111\u00a01111\u00a01111\u00a01111\u202c!", "4111\u00a01111\u00a01111\u00a01111"),
        (
            "\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661",
            "\u0664" + "\u0661" * 15,
        ),
        ("d\u0430na@ex\u0430mple.test", "d\u0430na@ex\u0430mple.test"),
        ("\U0001f469\u200d\U0001f4bb DANA.QUILL@EXAMPLE.TEST", "DANA.QUILL@EXAMPLE.TEST"),
        ("x dana<b>.quill</b>@example.test y", "dana<b>.quill</b>@example.test"),
        ("".join(chr(0xE0000 + ord(c)) for c in "dana@example.test"), "".join(chr(0xE0000 + ord(c)) for c in "dana@example.test")),
    ],
)
def test_the_original_span_is_what_is_found(found, text, value):
    """BUGS B33, B35: whatever hides it, exactly its own code points are replaced."""
    assert [one for one, _ in found(text)] == [value]


@pytest.mark.parametrize("unit", ["<b ", "<b>.", "\u200b", "e\u0301", "\U000e0061", "\u0430a", "<" * 3])
def test_takes_linear_time(unit):
    def spent(count: int) -> float:
        start = time.thread_time()
        plain(unit * count)
        return time.thread_time() - start

    half = min(spent(10_000) for _ in range(3))
    assert min(spent(20_000) for _ in range(3)) < 3.2 * half + 0.02
