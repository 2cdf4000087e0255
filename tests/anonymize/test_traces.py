"""traces.py: where a value still stands, however it is written."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.traces import Traces, fold
from guardian_core.vocabulary import Entity

FOUND = [
    (Entity.EMAIL, "dana.quill@example.test", "mail DANA.QUILL@EXAMPLE.TEST now", "DANA.QUILL@EXAMPLE.TEST"),
    (Entity.EMAIL, "dana.quill@example.test", "dana.quill@\u200bexample.test", "dana.quill@\u200bexample.test"),
    (Entity.CARD, "4111 1111 1111 1111", "n 4111\u00ad1111-11111111.", "4111\u00ad1111-11111111"),
    (Entity.CARD, "4111111111111111", "\uff14\uff11\uff11\uff11 1111 1111 1111", "\uff14\uff11\uff11\uff11 1111 1111 1111"),
    (Entity.PERSON, "Dana Quill", "DANA  QUILL", "DANA  QUILL"),
    (Entity.PERSON, "Dana Quill", "so Quill said", "Quill"),
    (Entity.PERSON, "Ren\u00e9e Quill", "rene\u0301e quill", "rene\u0301e quill"),
    (Entity.PERSON, "Dana Quil\u00e9", "Quile\u0301, x", "Quile\u0301"),
    (Entity.PERSON, "\u5c71\u7530\u592a\u90ce", "\u5c71\u7530\u592a\u90ce\u3055\u3093", "\u5c71\u7530\u592a\u90ce"),
    (
        Entity.PERSON,
        "\u05d3\u05e0\u05d4 \u05db\u05d4\u05df",
        "\u05d0\u05e0\u05d9 \u05d3\u05e0\u05d4 \u05db\u05d4\u05df",
        "\u05d3\u05e0\u05d4 \u05db\u05d4\u05df",
    ),
    (Entity.IBAN, "DE89370400440532013000", "de89 3704 0044 0532 0130 00 failed", "de89 3704 0044 0532 0130 00"),
    (Entity.PHONE, "020 7946 0958", "tel02079460958x", "02079460958"),
    (Entity.POSTCODE, "10115", "x10115y", "10115"),
    (Entity.PASSWORD, "a!", "say a! now", "a!"),
    (Entity.USERNAME, "bob", "hi bob.", "bob"),
    (Entity.PLACE, "Stra\u00dfe", "STRASSE 1", "STRASSE"),
]
ABSENT = [
    (Entity.PERSON, "Dana Quill", "the quill is blue"),  # a word of a name counts only as it was written
    (Entity.PERSON, "Mr Al Quill", "mr al gore"),
    (Entity.PERSON, "Ann", "planned"),
    (Entity.PERSON, "Tom", "go to M street"),
    (Entity.USERNAME, "bob", "bobsleigh"),
    (Entity.USERNAME, "bob", "bob\u200bsleigh"),
    (Entity.PHONE, "5550142", "95550142"),
    (Entity.POSTCODE, "10115", "2101153"),
    (Entity.USERNAME, "ab", "ab ab"),
    (Entity.USERNAME, "!?", "what!?"),
    (Entity.PERSON, "Vincent van Gogh", "A Van passed"),
    (Entity.SECRET, " ", "a b"),
]


@pytest.mark.parametrize(("entity", "value", "text", "stands"), FOUND, ids=[f"{e}-{t!a}" for e, _, t, _ in FOUND])
def test_finds_exactly(entity, value, text, stands):
    traces = Traces([(value, entity)])
    assert [text[t.start : t.end] for t in traces.find(text)] == [stands]
    assert traces.holds(text)


@pytest.mark.parametrize(("entity", "value", "text"), ABSENT, ids=[f"{e}-{t!a}" for e, _, t in ABSENT])
def test_does_not_find(entity, value, text):
    assert not Traces([(value, entity)]).holds(text)


def test_takes_a_one_word_name_in_a_field_name_only_as_written():
    traces = Traces([("Price", Entity.PERSON)])
    assert traces.find("price")
    assert not traces.find("price", exact=True)
    assert traces.find("Price", exact=True)


def test_tells_which_value_it_was_and_prefers_the_longest():
    traces = Traces([("Dana", Entity.PERSON), ("Dana Quill", Entity.PERSON)])
    assert [t.value for t in traces.find("Dana Quill, Dana")] == [1, 0]


@pytest.mark.parametrize("order", [1, -1])
def test_overlooks_least_where_two_values_have_the_same_letters(order):
    values = [("Dana Quill", Entity.PERSON), ("quill", Entity.USERNAME)][::order]
    assert Traces(values).find("a quill", exact=True)


def test_finds_disjoint_traces_where_a_secret_overlaps():
    traces = Traces([("#1", Entity.PASSWORD), ("x#1yzabc", Entity.SECRET)])
    assert [(t.start, t.end) for t in traces.find("x#1yzabc #1")] == [(0, 8), (9, 11)]


@settings(deadline=None)
@given(st.text(max_size=30))
def test_folds_every_character_to_its_place(text):
    folded, origin = fold(text)
    assert len(folded) == len(origin)
    assert list(origin) == sorted(origin)
    assert fold(folded)[0] == folded


@settings(deadline=None)
@given(
    st.text(max_size=20),
    st.text(min_size=1, max_size=20),
    st.text(max_size=20),
    st.sampled_from([Entity.EMAIL, Entity.PERSON, Entity.SECRET]),
)
def test_always_finds_a_value_that_stands_alone(before, value, after, entity):
    text = f"{before} {value} {after}"
    long_enough = len(fold(value)[0]) >= 3 or (entity is Entity.SECRET and value.strip())
    if long_enough:
        assert Traces([(value, entity)]).holds(text)


def test_takes_time_in_proportion_to_the_text():
    """700 KB and 3,000 values that begin alike: a search per value would take minutes."""
    values = [(f"aaaa{n:05d}@example.test", Entity.EMAIL) for n in range(3_000)]
    traces = Traces(values)
    text = "a" * 350_000 + " word" * 70_000 + " aaaa02999@example.test"
    began = time.perf_counter()
    found = traces.find(text)
    assert [t.value for t in found] == [2_999]
    assert time.perf_counter() - began < 20


WRITTEN = st.one_of(
    st.sampled_from([text for _, _, text, _ in FOUND] + [text for _, _, text in ABSENT] + [value for _, value, _, _ in FOUND]),
    st.text(max_size=12),
    st.text(st.sampled_from("DaNa .quI\x80\x01\u00e9@1"), max_size=12),
)


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([(value, entity) for entity, value, *_ in FOUND + ABSENT]), max_size=5), st.lists(WRITTEN, max_size=8)
)
def test_passes_over_no_text_in_which_something_stands(values, texts):
    traces = Traces(values)
    suspects = traces.suspects(texts)
    assert suspects == sorted(set(suspects))
    assert [number for number, text in enumerate(texts) if traces.holds(text) and number not in suspects] == []


def test_passes_over_what_holds_no_beginning_of_a_value():
    assert Traces([("Dana Quill", Entity.PERSON)]).suspects(["oak", "", "d.a.n", "dan", "quilt", "\u00e9", "DA NA"]) == [
        2,
        3,
        4,
        5,
        6,
    ]
    many = [(f"value{number:03d}", Entity.USERNAME) for number in range(60)]
    assert Traces([(value[::-1], entity) for value, entity in many]).suspects(["oak", ""]) == [0, 1]
