"""Texts to word pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from guardian_core.detect.pieces import CASES, PieceReader, case_of
from guardian_core.detect.spanmodel import MODELS


@pytest.fixture(scope="module")
def reader() -> PieceReader:
    return PieceReader(Tokenizer.from_file(str(MODELS / "spans" / "tokenizer.json")))


def test_tells_how_a_word_is_written(reader):
    text = "mr McCoy met ANN, B and Şule on 3 May G20 安"
    pieces = reader.read(text)
    classes = {
        text[pieces.starts[pieces.words == w].min() : pieces.ends[pieces.words == w].max()]: c
        for w, c in zip(pieces.words, pieces.cases, strict=True)
    }
    wanted = {"mr": 1, "McCoy": 4, "ANN": 3, ",": 0, "B": 5, "Şule": 2, "3": 6, "G20": 7, "安": 8}
    assert wanted.items() <= classes.items()


def test_numbers_words_from_nought_without_gaps(reader):
    pieces = reader.read("Dana Quill-Okafor, unbelievable")
    assert sorted(set(pieces.words.tolist())) == list(range(pieces.words.max() + 1))


@given(st.text(max_size=60))
def test_cuts_any_text_into_pieces_that_lie_in_it(reader, text):
    pieces = reader.read(text)
    assert all(0 <= start < end <= len(text) for start, end in zip(pieces.starts.tolist(), pieces.ends.tolist(), strict=True))
    assert pieces.starts.tolist() == sorted(pieces.starts.tolist())
    assert len(pieces.cases) == len(pieces)


@given(st.text(min_size=1, max_size=8))
def test_has_a_class_for_every_word(word):
    assert 0 <= case_of(word) < CASES
