"""The account of a decision that a person reads."""

from dataclasses import replace

import pytest
from guardian_addons.account import account, marked
from guardian_addons.facts import metadata

from guardian_core.vocabulary import Edit, Entity, Level
from tests.addons import deciding

PAGE = "https://guardian.invalid/flows/7f"


def told(kind="transform", *, observe=False, content=True, **more):
    outcome = replace(deciding.decided(kind), **more)
    return account(metadata(outcome, observe=observe), outcome if content else None, page=PAGE)


def test_tells_everything_of_a_rewrite():
    said = told()
    for line in (
        "REWRITTEN at level 1 of 5, risk 0.4",
        "  Email  body/user  26 characters  by pattern  → d***@mailbox.example",
        "  who   unknown third party",
        "  its privacy policy was weighed: https://stranger.test/privacy",
        " * “We collect your email address and share it with advertisers for",
        "   “We never sell health data.” (a denial)",
        "    before  ⟦dana.quill@mailbox.example⟧",
        "    after   ⟦d***@mailbox.example⟧",
    ):
        assert f"\n{line}" in f"\n{said}"
    factors = [line.split()[0] for line in said.partition("RISK")[2].partition("WHY")[0].splitlines() if line[:3].strip()][1:]
    assert factors == ["R", "L", "S_eff", "S_d", "M_tr", "M_p", "M_b", "M_T"]


@pytest.mark.parametrize("content", [True, False])
def test_shows_nothing_of_what_was_refused(content):
    said = told("deny", content=content)
    assert said.startswith("NOT SENT, risk 1.00")
    assert [value for value in (deciding.SECRET, deciding.SSN) if value in said] == []
    assert PAGE in said


def test_shows_no_value_where_the_content_is_gone():
    said = told(content=False)
    assert deciding.SECRET not in said
    assert "1 places; what stood there is no longer in memory" in said


def test_says_what_would_have_been():
    assert told(observe=True).startswith("WOULD HAVE BEEN REWRITTEN")
    assert told("deny", observe=True).startswith("WOULD NOT HAVE BEEN SENT")


def test_has_little_to_tell_of_what_holds_nothing():
    assert told("allow").split("\n\n")[:2] == ["SENT AS IT WAS", "FOUND\n  nothing personal"]


def test_marks_each_change_within_what_stands_around_it():
    text = "x" * 100 + " Ann " + "y" * 200 + " Bo " + "z" * 100
    edits = [Edit(0, 101, 104, "[A]", Entity.PERSON, Level.TAGS), Edit(0, 306, 308, "", Entity.PERSON, Level.TAGS)]
    before, after = marked(text, edits, around=5)
    assert before == "…xxxx ⟦Ann⟧ yyyy … yyyy ⟦Bo⟧ zzzz…"
    assert after == "…xxxx ⟦[A]⟧ yyyy … yyyy ⟦⟧ zzzz…"


def test_lets_no_value_steer_the_screen():
    outcome = deciding.decided()
    item = replace(outcome.reading.items[outcome.findings[0].item], text="a\x1b[31m\u202eb@mailbox.example\r\nx")
    items = tuple(item if index == outcome.findings[0].item else one for index, one in enumerate(outcome.reading.items))
    said = told(reading=replace(outcome.reading, items=items))
    assert "a\\x1b[31m\\u202eb@" in said
    assert not set(said) & {"\x1b", "\u202e", "\r"}
