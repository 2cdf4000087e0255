"""The verifier admits what the original supports, and nothing else (paper Eq. 9, 10)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.adversarial.verification import (
    STOP_WORDS,
    Guess,
    content_words,
    folded,
    is_supported,
    verified_confidence,
)

ORIGINAL = "Ms Yılmaz, 34, went to school with Bob in Erzincan. Ｐｉｎ: 4471. 李明 wrote to her."


@pytest.mark.parametrize(
    ("guess", "supported"),
    [
        ("Bob", True),
        ("bob smith", True),  # shares a word
        ("a coffee shop", False),  # the paper's example of a ghost
        ("Erzincan", True),
        ("ERZINCAN PROVINCE", True),
        ("34", True),
        ("3", False),
        ("44", False),  # inside 4471, but no number of the text
        ("4471", True),
        ("李明", True),
        ("李", False),
        ("", False),
        ("a", False),
        ("the", False),
        ("with", False),
        ("  ", False),
        ("…", False),
        ("the person", False),
        ("to", False),
    ],
)
def test_supports_what_the_original_holds(guess: str, supported: bool) -> None:
    assert is_supported(guess, ORIGINAL) is supported


def test_forgives_case_width_and_spacing() -> None:
    assert is_supported("SCHOOL   with\u00a0bob", ORIGINAL)
    assert is_supported("pin", ORIGINAL)


def test_a_word_left_on_purpose_shows_no_leak() -> None:
    original, shown = "The Erzincan Martial Law Court acquitted him.", "The court acquitted him."
    intended = frozenset({"court"})
    assert is_supported("a court", original, shown)
    assert not is_supported("a court", original, shown, intended=intended)
    assert is_supported("the Erzincan court", original, shown, intended=intended)
    assert is_supported("a court", original, "He was acquitted.", intended=intended)  # not left: then guessing it is a leak


def test_takes_the_largest_verified_confidence_and_no_other() -> None:
    guesses = [
        Guess("place", "coffee shop", 0.99),
        Guess("name", "Bob", 0.41),
        Guess("city", "Erzincan", 0.6),
        Guess("x", "the", 1.0),
    ]
    assert verified_confidence(guesses, ORIGINAL, "") == 0.6
    assert verified_confidence(guesses[:1], ORIGINAL, "") == 0.0
    assert verified_confidence([], ORIGINAL, "") == 0.0


@pytest.mark.parametrize(("claimed", "kept"), [(7.0, 1.0), (-1.0, 0.0), (math.nan, 0.0), (math.inf, 1.0), (0.599, 0.599)])
def test_a_confidence_out_of_range_is_brought_back(claimed: float, kept: float) -> None:
    assert Guess("name", "Bob", claimed).confidence == kept


def test_a_guess_shows_no_text_when_printed() -> None:
    assert "Bob" not in repr(Guess("name", "Bob", 0.4))


words = st.text(st.characters(categories=["Ll", "Lu", "Nd"]), min_size=3, max_size=10)


@given(st.lists(words, min_size=1, max_size=8), st.data())
def test_misses_no_guess_that_shares_a_content_word(text: list[str], data: st.DataObject) -> None:
    """Proposition 1: whatever stands in the original, or shares a content word with it, is admitted at its own confidence."""
    original = " ".join(text)
    shared = data.draw(st.sampled_from(text))
    guess = f"{data.draw(words)} {shared}"
    if content_words(shared):
        assert is_supported(guess, original)
        assert verified_confidence([Guess("x", guess, 0.7)], original, "") == 0.7


@given(st.text(max_size=30), st.text(max_size=30))
def test_admits_nothing_without_a_common_word_or_substring(guess: str, original: str) -> None:
    if is_supported(guess, original):
        assert folded(guess) in folded(original) or content_words(guess) & content_words(original)


@given(st.sampled_from(sorted(STOP_WORDS)), st.text(max_size=50))
def test_never_admits_a_stop_word_alone(word: str, around: str) -> None:
    assert not is_supported(word, f"{around} {word} {around}")
