"""guarantee.py: no replaced value may remain in what leaves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize import Anonymizer, guarantee, residue
from guardian_core.vocabulary import ENTITY_CATEGORY, Category, Edit, Entity, Finding, Item, Level, Place, Role


def edit_of(found: Finding) -> Edit:
    return Edit(found.item, found.start, found.end, "***", found.entity, Level.AGGRESSIVE)


LEFT = [
    (Entity.PERSON, "Dana Quill", "signed, DANA QUILL", "DANA QUILL"),
    (Entity.PERSON, "Dana Quill", "Quill wrote", "Quill"),
    (Entity.EMAIL, "dana@quill.test", "dana@\u200bquill.test", "dana@\u200bquill.test"),
    (Entity.CARD, "4111 1111 1111 1234", "4111111111111234", "4111111111111234"),
    (Entity.IBAN, "DE89370400440532013000", "DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"),
    (Entity.US_SSN, "219-09-9999", "ssn 219099999", "219099999"),
]


@pytest.mark.parametrize(("entity", "value", "text", "stands"), LEFT, ids=[f"{e}-{t!a}" for e, _, t, _ in LEFT])
def test_finds_what_remains_exactly(entity, value, text, stands, item, finding):
    found = finding(0, value, value, entity)
    (left,) = residue([item(value)], [found], [edit_of(found)], [item("clean"), item(text)])
    assert text[left.start : left.end] == stands
    assert (left.item, left.entity, left.category, left.source) == (1, entity, ENTITY_CATEGORY[entity], "residue")


def test_does_not_report_what_a_surrogate_keeps(item, finding):
    for entity, value, kept in [
        (Entity.EMAIL, "dana@quill.test", "d***@quill.test"),
        (Entity.DATE, "4 May 1995", "1995"),
        (Entity.CARD, "4111 1111 1111 1234", "card ending in 1234"),
    ]:
        found = finding(0, value, value, entity)
        assert residue([item(value)], [found], [edit_of(found)], [item(kept)]) == ()


@pytest.mark.parametrize(
    ("address", "text", "left"),
    [
        ("dana.quill@example.test", "dana.quill", ["dana.quill"]),
        ("dana.quill@example.test", "her login is Dana.Quill, ok", ["Dana.Quill"]),
        ("dana.quill@example.test", "/u/dana.quill?x=1", ["dana.quill"]),
        ("dquill84@example.test", "dquill84", ["dquill84"]),
        ("newsletter@example.test", "the newsletter", []),
        ("dana@example.test", "dana", []),
        ("dana.quill@example.test", "danabquill", []),
    ],
)
def test_an_address_without_its_domain_remains(item, finding, address, text, left):
    """Where it is put together, it is nobody else's."""
    found = finding(0, address, address, Entity.EMAIL)
    remains = residue([item(address)], [found], [edit_of(found)], [item("clean"), item(text)])
    assert [(text[one.start : one.end], one.entity) for one in remains] == [(one, Entity.USERNAME) for one in left]


def test_looks_only_for_what_was_to_be_replaced(item, finding):
    text = "Dana Quill, mira@quill.test"
    name, mail = finding(0, text, "Dana Quill", Entity.PERSON), finding(0, text, "mira@quill.test", Entity.EMAIL)
    left = residue([item(text)], [name, mail], [edit_of(mail)], [item(text)])
    assert [found.entity for found in left] == [Entity.EMAIL]
    assert residue([item(text)], [name, mail], [], [item(text)]) == ()


def test_counts_a_finding_that_a_wider_edit_took_with_it(item, finding):
    text = "on 4 May 1995 x"
    found = finding(0, text, "4 May 1995", Entity.DATE)
    wide = Edit(0, 0, 13, "in 1995", Entity.DATE, Level.PARTIAL)
    assert residue([item(text)], [found], [wide], [item("in 4 May 1995 x")])


def test_searches_names_of_fields_but_takes_no_word_for_a_name(item, finding):
    found = finding(0, "Price", "Price", Entity.PERSON)
    searched = [item("price", Role.STRUCTURE), item("Price", Role.STRUCTURE), item("price", Role.VALUE)]
    left = residue([item("Price")], [found], [edit_of(found)], searched)
    assert [one.item for one in left] == [1, 2]


def test_passes_over_ambient_items_and_searches_binary_ones(item, finding):
    found = finding(0, "dana@quill.test", "dana@quill.test", Entity.EMAIL)
    searched = [item("dana@quill.test", Role.VALUE, ambient=True), item("dana@quill.test", Role.BINARY)]
    assert [one.item for one in residue([item("dana@quill.test")], [found], [edit_of(found)], searched)] == [1]


def test_keeps_the_category_the_finding_had(item):
    found = Finding(0, 0, 10, Entity.PERSON, Category.CONTENT, 0.7, "names")
    (left,) = residue([item("Dana Quill")], [found], [edit_of(found)], [item("Dana Quill")])
    assert (left.category, left.score) == (Category.CONTENT, 0.7)


LETTERS = st.sampled_from(["Dana", "Quill", "Mira", "\u05d3\u05e0\u05d4", "Ren\u00e9", "4111", "1234", "quill.test", "xyz"])
SEPARATORS = st.sampled_from([" ", "  ", ", ", "\u00a0", " \u200b", "\n", " - "])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(LETTERS, SEPARATORS), min_size=1, max_size=8), st.data())
def test_finds_nothing_after_the_findings_it_makes_are_replaced_too(parts, data):
    """Anonymize, look for residue, replace it as well: then nothing is left, whatever was overlooked at first."""
    text = "".join(word + gap for word, gap in parts)
    at = data.draw(st.integers(0, len(parts) - 1))
    start = sum(len(word + gap) for word, gap in parts[:at])
    entity = data.draw(st.sampled_from([Entity.PERSON, Entity.EMAIL, Entity.CARD, Entity.PASSWORD, Entity.CITY]))
    level = data.draw(st.sampled_from(list(Level)))
    role = data.draw(st.sampled_from([Role.PROSE, Role.VALUE]))
    found = Finding(0, start, start + len(parts[at][0]), entity, ENTITY_CATEGORY[entity], 1.0, "pattern")
    items = [Item("body/x", "x", text, role, Place.BODY, None, 0, len(text))]
    anonymizer = Anonymizer(b"k" * 32)

    def rewritten(findings):
        new = text
        edits = anonymizer.edits(items, findings, level, "shop.test")
        for edit in reversed(edits):
            new = new[: edit.start] + edit.replacement + new[edit.end :]
        return edits, [Item("body/x", "x", new, role, Place.BODY, None, 0, len(new))]

    everywhere = [found, *residue(items, [found], [edit_of(found)], items)]
    edits, after = rewritten(everywhere)
    assert residue(items, [found], edits, after) == ()


@given(
    st.lists(st.text("aAkK\u212a\u0130\u03a3\u03c3.@+ -1", max_size=24), max_size=5),
    st.sets(st.sampled_from(["ak.a1k", "kaka11", "a\u03c2a.k1", "k\u03c31-ka"]), min_size=1),
)
def test_no_item_in_which_a_mailbox_stands_is_passed_over(texts, boxes):
    boxes = dict.fromkeys(boxes)
    texts = [*texts, *(box.upper() for box in boxes)]
    items = [Item("text", "", text, Role.PROSE, Place.BODY, None, 0, len(text)) for text in texts]
    suspects = guarantee._suspects(items, boxes)
    for number, text in enumerate(texts):
        runs = [run[0].lower() for run in guarantee._RUN.finditer(text)]
        assert number in suspects or not any(run in boxes for run in runs)
