"""Chances of pieces to spans."""

import numpy as np
import pytest
from tokenizers import Tokenizer

from guardian_core.detect.decoding import spans, words
from guardian_core.detect.pieces import PieceReader
from guardian_core.detect.spanmodel import MODELS
from guardian_core.vocabulary import Entity

KINDS = ("person", "organization", "date")


@pytest.fixture(scope="module")
def reader() -> PieceReader:
    return PieceReader(Tokenizer.from_file(str(MODELS / "spans" / "tokenizer.json")))


def decoded(reader, text, threshold=0.5, **marked):
    """What becomes of a model that is sure of `marked`: kind → parts of the text; {"person": ["Dana Quill"]}."""
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(KINDS) + 1), dtype=np.float32)
    for kind, parts in marked.items():
        for part in parts:
            start = text.index(part)
            inside = np.flatnonzero((pieces.starts < start + len(part)) & (pieces.ends > start))
            chances[inside, len(KINDS) + KINDS.index(kind)] = 0.9
            chances[inside[0], [KINDS.index(kind), len(KINDS) + KINDS.index(kind)]] = 0.9, 0.0
            chances[inside, -1] = 0.8
    found = spans(text, words(pieces, chances), KINDS, dict.fromkeys(KINDS, threshold))
    return [(text[s.start : s.end], s.entity) for s in found]


def test_joins_the_words_of_a_span(reader):
    assert decoded(reader, "I am Dana Quill-Okafor.", person=["Dana Quill-Okafor"]) == [("Dana Quill-Okafor", Entity.PERSON)]


def test_keeps_two_people_apart(reader):
    assert [name for name, _ in decoded(reader, "Dana, Mira", person=["Dana", "Mira"])] == ["Dana", "Mira"]
    assert [name for name, _ in decoded(reader, "Dana Mira", person=["Dana", "Mira"])] == ["Dana", "Mira"]


def test_keeps_a_person_and_a_place_of_work_apart(reader):
    found = decoded(reader, "Dana Quill (Acme Ltd)", person=["Dana Quill"], organization=["Acme Ltd"])
    assert found == [("Dana Quill", Entity.PERSON), ("Acme Ltd", Entity.ORGANIZATION)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dana Quill spoke to us", "Dana Quill"),
        ("Ludwig van Beet", "Ludwig van Beet"),
        ("dana quill spoke", "dana quill spoke"),
        ("Ольга пришла", "Ольга пришла"),
    ],
)
def test_ends_a_name_with_its_last_capital(reader, text, name):
    assert decoded(reader, text, person=[text]) == [(name, Entity.PERSON)]


@pytest.mark.parametrize(
    ("text", "likely", "name"),
    [
        ("Greet Mira Okafor now", {"Mira": 0.13, "Okafor": 0.6}, "Mira Okafor"),
        ("Greet Mira Abena Okafor", {"Mira": 0.13, "Abena": 0.2, "Okafor": 0.6}, "Mira Abena Okafor"),
        ("Greet Mira Okafor now", {"Mira": 0.12, "Okafor": 0.6}, "Okafor"),
        ("Greet mira Okafor now", {"mira": 0.4, "Okafor": 0.6}, "Okafor"),
        ("Greet Mira, Okafor now", {"Mira": 0.4, "Okafor": 0.6}, "Okafor"),
        ("Okafor Mira now", {"Okafor": 0.6, "Mira": 0.2}, "Okafor Mira"),
    ],
)
def test_draws_in_the_fainter_half_of_a_name(reader, text, likely, name):
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(KINDS) + 1), dtype=np.float32)
    for part, chance in likely.items():
        inside = np.flatnonzero((pieces.starts >= text.index(part)) & (pieces.ends <= text.index(part) + len(part)))
        chances[inside, len(KINDS)], chances[inside, -1] = 0.3, chance
    found = spans(text, words(pieces, chances), KINDS, dict.fromkeys(KINDS, 0.5))
    assert [text[span.start : span.end] for span in found] == [name]


def test_takes_in_the_sign_between_two_words(reader):
    pieces = reader.read("at Bell & Sons")
    chances = np.zeros((4, 2 * len(KINDS) + 1), dtype=np.float32)
    chances[1, 1], chances[3, len(KINDS) + 1], chances[[1, 3], -1] = 0.9, 0.9, 0.8  # of the sign the model is not sure
    found = spans("at Bell & Sons", words(pieces, chances), KINDS, dict.fromkeys(KINDS, 0.5))
    assert [(span.start, span.end) for span in found] == [(3, 14)]


def test_cuts_signs_off_the_edges(reader):
    assert decoded(reader, 'by "Acme Ltd", then', organization=['"Acme Ltd",']) == [("Acme Ltd", Entity.ORGANIZATION)]
    assert decoded(reader, "by Acme (Holdings) then", organization=["Acme (Holdings)"]) == [
        ("Acme (Holdings)", Entity.ORGANIZATION)
    ]


def test_finds_nothing_in_signs_and_nothing_unlikely(reader):
    assert decoded(reader, "so ... what", person=["..."]) == []
    assert decoded(reader, "Dana came", threshold=0.9, person=["Dana"]) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n"])
def test_ends_with_the_line(reader, end):
    """A span over it would make one line of two when it is replaced."""
    text = f"Acme{end}Ltd was there"
    assert [name for name, _ in decoded(reader, text, organization=[f"Acme{end}Ltd"])] == ["Acme", "Ltd"]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("of Quillstadt and", ["Quillstadt"]),
        ("The Hague", ["The Hague"]),
        ("between Leeds and York", ["Leeds and York"]),
        ("of the", []),
        ("The", []),
    ],
)
def test_small_words_are_no_span_and_end_none(reader, marked, found):
    assert [name for name, _ in decoded(reader, f"Sent {marked} there", organization=[marked])] == found


def test_a_name_may_be_a_small_word(reader):
    assert decoded(reader, "I met An today", person=["An"]) == [("An", Entity.PERSON)]


FILLER = " and then it was read again by those who had come" * 12


def test_a_word_is_taken_everywhere_or_nowhere(reader):
    text = "Otters, said Quill, are otters; Otters swim and Otterspool is far."
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(KINDS) + 1), dtype=np.float32)
    chances[pieces.starts < 6, -1] = 0.9
    found = spans(text, words(pieces, chances), KINDS, dict.fromkeys(KINDS, 0.5))
    assert [(text[span.start : span.end], span.start) for span in found] == [("Otters", 0), ("Otters", text.index("Otters swim"))]


@pytest.mark.parametrize(
    ("text", "sure", "kind", "taken"),
    [
        ("Dana Quill bred otters." + FILLER, "Dana Quill", "organization", ["Dana Quill", "otters"]),
        ("Dana Quill bred otters.", "Dana Quill", "organization", ["Dana Quill"]),  # short: the whole threshold
        ("Somebody bred otters." + FILLER, None, "organization", []),  # about nobody
        ("Somebody bred otters." + FILLER + "\nDana Quill", "Dana Quill", "organization", ["Dana Quill"]),  # another paragraph
        ("Dana Quill saw otters." + FILLER, "Dana Quill", "person", ["Dana Quill"]),  # no doubtful name in small letters
        ("Dana Quill saw Otters." + FILLER, "Dana Quill", "person", ["Dana Quill", "Otters"]),
    ],
)
def test_what_is_doubtful_counts_in_a_long_paragraph_about_somebody(reader, text, sure, kind, taken):
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(KINDS) + 1), dtype=np.float32)
    for part, chance, its_kind in ((sure, 0.9, "person"), ("tters", 0.13, kind)):
        if part:
            start = text.index(part) - (part == "tters")
            inside = np.flatnonzero((pieces.starts >= start) & (pieces.ends <= start + len(part) + 1))
            chances[inside, len(KINDS) + KINDS.index(its_kind)], chances[inside, -1] = 0.9, chance
    found = spans(text, words(pieces, chances), KINDS, dict.fromkeys(KINDS, 0.5))
    assert [text[span.start : span.end] for span in found] == taken
