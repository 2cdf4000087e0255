"""metrics.py: every number computed by hand."""

import pytest

from guardian_core.evaluation.anonymization.metrics import (
    Found,
    Left,
    content_words,
    f1,
    jaccard,
    left,
    percentile,
    spans_found,
    wilson,
    words,
)

FARES = [
    ("Ann Quill", "Ann Quill lives here", (True, True, True)),
    ("Ms Ann Maria Quill", "Ann Quill lives here", (False, True, True)),  # 2 of ann, maria, quill
    ("26 October 1995", "in 1995", (False, False, True)),  # 1 of 3
    ("October 1995", "in 1995", (False, False, True)),  # 1 of 2 is no more than half
    ("Erzincan Assize Court", "a court and the Court", (False, False, True)),
    ("Ann Quill", "ANN QUILL", (False, True, True)),
    ("Ann Quill", "annexed quills", (False, False, False)),  # whole words only
    ("six", "sixteen", (True, True, True)),  # exact looks for the text itself
    ("nurse", "[DEM_1]", (False, False, False)),
    ("A.", "he", (False, False, False)),  # no content word: as the exact text
    ("A.", "of A. B.", (True, True, True)),
    ("of the", "the", (False, False, False)),
]


@pytest.mark.parametrize(("span", "output", "fares"), FARES)
def test_sees_what_is_left(span, output, fares):
    assert left(span, output, words(output)) == Left(*fares)


def test_counts_words_that_say_something():
    assert content_words("the 26th of October, by Mr O'Hara of No. 7") == {"26th", "october", "hara", "7"}


def test_takes_words_in_any_script():
    assert words("Ünal ÜNAL, جواد 3") == {"ünal", "جواد", "3"}


def test_measures_overlap():
    assert jaccard(words("a b c"), words("B c D")) == 2 / 4
    assert jaccard(frozenset(), frozenset()) == 1.0


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(9, 10, 0.5958, 0.9821), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_gives_wilsons_interval(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_takes_the_nearest_rank():
    assert percentile([5.0, 1.0, 2.0, 3.0, 4.0], 0.5) == 3.0
    assert percentile([5.0, 1.0, 2.0, 3.0, 4.0], 0.95) == 5.0
    assert percentile([1.0, 2.0], 0.5) == 1.0


def test_counts_spans_that_are_found():
    text = "Ann Quill, 34, of Leeds"
    assert spans_found(text, [(0, 9), (11, 13), (18, 23)], [(0, 4), (11, 13), (15, 17)]) == Found(3, 1, 1, 3, 2)
    assert spans_found(text, [(0, 9)], [(0, 5)]) == Found(1, 1, 0, 1, 1)  # 5 of 9 characters
    assert spans_found(text, [], [(0, 3)]) == Found(0, 0, 0, 1, 0)


def test_takes_the_harmonic_mean():
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == 0.0
