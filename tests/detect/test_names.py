"""Word pieces to words to spans."""

import numpy as np
import pytest

from guardian_core.detect.names import NAMES, join, word_scores, words
from guardian_core.vocabulary import Entity


def scored(text: str, **kinds: list[str]) -> list[tuple[str, Entity]]:
    """What `join` makes of words that each carry one certain kind."""
    spans = words(text)
    scores = np.zeros((len(spans), len(NAMES)), dtype=np.float32)
    for kind, named in kinds.items():
        for number, (start, end) in enumerate(spans):
            if text[start:end] in named:
                scores[number, NAMES.index(kind)] = 0.95
    return [(text[s.start : s.end], s.entity) for s in join(text, spans, scores)]


def test_splits_words_and_keeps_hyphens_and_apostrophes():
    text = "Jean-Pierre O'Hara, 12 b_c 中村 Dana's"
    assert [text[a:b] for a, b in words(text)] == ["Jean-Pierre", "O'Hara", "12", "b", "c", "中", "村", "Dana", "s"]


def test_gives_a_word_the_mean_of_its_pieces():
    scores = np.array([[0.8], [0.4], [0.1]], dtype=np.float32)
    assert word_scores([(0, 5), (6, 9)], [(0, 3), (3, 5), (6, 9)], scores).ravel().tolist() == pytest.approx([0.6, 0.1])


def test_gives_a_word_without_pieces_nothing():
    assert word_scores([(0, 2), (3, 5)], [(3, 5)], np.ones((1, 1), dtype=np.float32)).ravel().tolist() == [0, 1]


def test_joins_given_and_family_name():
    assert scored("ask Dana Quill today", person=["Dana", "Quill"]) == [("Dana Quill", Entity.PERSON)]


def test_keeps_two_people_apart():
    assert scored("Dana, Mira", person=["Dana", "Mira"]) == [("Dana", Entity.PERSON), ("Mira", Entity.PERSON)]


def test_joins_street_postcode_and_town_to_one_address():
    found = scored("at 12 High Street, 10115 Berlin now", street=["12", "High", "Street"], zip=["10115"], place=["Berlin"])
    assert found == [("12 High Street, 10115 Berlin", Entity.ADDRESS)]


def test_calls_a_lone_town_a_place_and_a_lone_number_nothing():
    assert scored("in Berlin 10115", place=["Berlin"]) == [("Berlin", Entity.PLACE)]
    assert scored("room 12", street=["12"]) == []


def test_finds_nothing_in_no_words():
    assert join("", [], np.zeros((0, len(NAMES)), dtype=np.float32)) == []
