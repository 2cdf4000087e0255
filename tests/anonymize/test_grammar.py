"""grammar.py: a phrase that reads well where it goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.grammar import before_genitive, fit, title_before

READS = [
    ("by the Erzincan Court now", "Erzincan Court", "a court", "by the court now"),
    ("The Erzincan Court ruled", "Erzincan Court", "a court", "The court ruled"),
    ("Erzincan Court ruled", "Erzincan Court", "a court", "A court ruled"),
    ("It ended. Erdal left", "Erdal", "someone", "It ended. Someone left"),
    ("dana here", "dana", "someone", "someone here"),
    ("seen by Erdal", "Erdal", "a person", "seen by a person"),
    ("applied on 1 November 1995.", "1 November 1995", "1995", "applied on ... 1995."),
    ("On 15 January 1997 it was", "15 January 1997", "1997", "On ... 1997 it was"),
    ("until 26 October 1995.", "26 October 1995", "1995", "until 1995."),
    ("on the 4 May 1980", "4 May 1980", "1980", "on the ... 1980"),
    ("before the 4 May 1980", "4 May 1980", "1980", "before 1980"),
    ("on 4 May", "4 May", "a date", "on a date"),
    ("on 4 May", "4 May", "May", "in May"),
    ("On 4 May 1963", "4 May 1963", "the 1960s", "In the 1960s"),
    ("born in 1963 here", "1963", "the 1960s", "born in the 1960s here"),
    ("a 1963 law", "1963", "the 1960s", "the 1960s law"),
    ("on 3 and 4 May 1995 to 1996", "3 and 4 May 1995 to 1996", "1995 to 1996", "on ... 1995 to 1996"),
    ("a Quill Insurance man", "Quill Insurance", "an insurer", "an insurer man"),
    ("An Oslo firm", "Oslo", "a place", "A place firm"),
    ("my Quill Bank", "Quill Bank", "a bank", "my bank"),
    ("the Yilmaz", "Yilmaz", "someone", "someone"),
    ("The Yilmaz left", "Yilmaz", "someone", "Someone left"),
    ("card 4111", "4111", "a card ending in 11", "card ending in 11"),
    ("phone number 4111", "4111", "a phone number ending in 11", "phone number ending in 11"),
    ("a Turkish national", "Turkish", "Asian", "an Asian national"),
    ("An Austrian firm", "Austrian", "European", "A European firm"),
    ("a Swedish one", "Swedish", "European", "a European one"),
    ("an address 1 Quill Street", "1 Quill Street", "an address", "an address an address"),
    ("Xthe Court", "Court", "a body", "Xthe a body"),
    ("D@x.test", "D@x.test", "d***@x.test", "d***@x.test"),
]


@pytest.mark.parametrize(("text", "value", "phrase", "read"), READS, ids=[r[0] for r in READS])
def test_reads_well(text, value, phrase, read):
    start = text.index(value)
    fitted = fit(text, start, start + len(value), phrase, floor=0)
    assert text[: fitted.start] + fitted.text + text[fitted.end :] == read


@pytest.mark.parametrize(("value", "kept"), [("Quill Court's", 2), ("Quill Court\u2019s", 2), ("'s", 0), ("Quills", 0)])
def test_leaves_the_genitive(value, kept):
    assert before_genitive(f"the {value}", 4, 4 + len(value)) == 4 + len(value) - kept


def test_leaves_what_lies_before_the_floor():
    text = "the Erzincan Court"
    assert fit(text, 4, 18, "someone", floor=4).start == 4


@pytest.mark.parametrize(
    ("text", "name", "start"),
    [
        ("saw Mrs. Price", "Price", 4),
        ("saw Mrs Price", "Price", 4),
        ("saw Price", "Price", 4),
        ("comrs Price", "Price", 6),
        ("Dr\nPrice", "Price", 3),
    ],
)
def test_finds_the_title_before_a_name(text, name, start):
    assert title_before(text, text.index(name), 0) == start


@settings(deadline=None)
@given(st.text(max_size=60), st.data())
def test_stays_between_the_floor_and_the_end(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    floor = data.draw(st.integers(0, start))
    phrase = data.draw(st.sampled_from(["a court", "1995", "someone", "[PERSON_1]", "***"]))
    fitted = fit(text, start, end, phrase, floor=floor)
    assert floor <= fitted.start <= start
    assert fitted.end == end
    assert fitted.text
