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


def read(reader, text, likely, threshold=0.1, kind="organization"):
    """(span, doubtful) where the model gives some words of `text` a chance to be masked, all of one kind."""
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(KINDS) + 1), dtype=np.float32)
    chances[:, len(KINDS) + KINDS.index(kind)] = 0.5
    for part, chance in likely.items():
        inside = np.flatnonzero((pieces.starts < text.index(part) + len(part)) & (pieces.ends > text.index(part)))
        chances[inside, -1] = chance
    found = spans(text, words(pieces, chances), KINDS, dict.fromkeys(KINDS, threshold))
    return [(text[span.start : span.end], span.doubtful) for span in found]


@pytest.mark.parametrize(
    ("text", "likely", "found"),
    [
        ("He wrote to the Court.", {"Court": 0.8}, []),
        ("He wrote to the Court.", {"Court": 0.95}, ["Court"]),
        ("He wrote to the Zoo.", {"Zoo": 0.8}, ["Zoo"]),
        ("He wrote to the Supreme Labour Court.", {"Supreme": 0.03, "Labour": 0.03, "Court": 0.05}, []),
        ("He wrote to the Supreme Labour Court.", {"Supreme": 0.2, "Labour": 0.2, "Court": 0.2}, ["Supreme Labour Court"]),
        ("He wrote to the Erzincan Court.", {"Erzincan": 0.05, "Court": 0.05}, ["Erzincan Court"]),
    ],
)  # fmt: skip
def test_what_every_state_has_must_be_likelier(reader, text, likely, found):
    assert [name for name, _ in read(reader, text, likely, threshold=0.04)] == found


def test_a_word_that_makes_another_likely_does_not_make_a_common_one_so(reader):
    text = "The Court of Erzincan sat; the Court adjourned."
    assert read(reader, text, {"Court of Erzincan": 0.85}, threshold=0.04) == [("Court of Erzincan", False)]


MANY = "Nora Quist kept " + "the old and rather quiet " * 8 + "otter."


def test_in_a_long_paragraph_about_somebody_a_careful_reading_sees_more(reader):
    likely = {"Nora Quist": 0.9, "otter": 0.02}
    assert read(reader, MANY, likely) == [("Nora Quist", False), ("otter", True)]
    assert read(reader, MANY, {"otter": 0.02}) == []  # about nobody
    assert read(reader, "Nora Quist kept the otter.", likely) == [("Nora Quist", False)]  # not long


def test_a_careful_reading_tells_only_what_the_usual_does_not(reader):
    found = read(reader, MANY, {"Nora Quist": 0.9, "otter": 0.9})
    assert found == [("Nora Quist", False), ("otter", False)]


def test_a_doubtful_span_may_be_wider(reader):
    found = read(reader, MANY.replace("otter", "otter house"), {"Nora Quist": 0.9, "otter": 0.9, "house": 0.02})
    assert found == [("Nora Quist", False), ("otter", False), ("otter house", True)]


@pytest.mark.parametrize(
    ("text", "found"), [("a Utopian national", "Utopian"), ("two Utopian citizens", "Utopian"), ("the nationals", None)]
)
def test_only_the_country_tells_something_of_a_national(reader, text, found):
    kinds = ("person", "demographic", "date")
    pieces = reader.read(text)
    chances = np.zeros((len(pieces), 2 * len(kinds) + 1), dtype=np.float32)
    said = pieces.starts >= text.rindex(" ", 0, text.rindex(" ") or 1) if found else pieces.starts >= 0
    chances[said, len(kinds) + 1] = chances[said, -1] = 0.8
    names = [text[span.start : span.end] for span in spans(text, words(pieces, chances), kinds, dict.fromkeys(kinds, 0.5))]
    assert names == ([found] if found else [])
