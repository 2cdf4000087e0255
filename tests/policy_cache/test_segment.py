"""One statement per sentence or list item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_cache.page import Block
from policy_cache.segment import language_of, segment, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We sell. We share.", ["We sell.", "We share."]),
        ("We use e.g. Matomo. It counts.", ["We use e.g. Matomo.", "It counts."]),
        (
            "Example Inc. Privacy applies in the U.S. Federal law too.",
            ["Example Inc. Privacy applies in the U.S. Federal law too."],
        ),
        ("Do we sell? No! “We do not.” Ever.", ["Do we sell?", "No!", "“We do not.”", "Ever."]),
        ("個人情報を収集します。第三者に提供しません。", ["個人情報を収集します。", "第三者に提供しません。"]),
        ("Version 2.0 is at example.test. See it.", ["Version 2.0 is at example.test.", "See it."]),
        ("", []),
    ],
)
def test_parts_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            Block("We share with: (a) banks; (b) shops; and (c) the public."),
            ["We share with: banks", "We share with: shops", "We share with: the public."],
        ),
        (Block("We collect: 1) names 2) ages"), ["We collect: names", "We collect: ages"]),
        (Block("banks", lead="We share with:"), ["We share with: banks"]),
        (Block("banks", lead="We are kind. We share with:"), ["We share with: banks"]),
        (Block("See section (a) above."), ["See section (a) above."]),
        (Block("12."), []),
    ],
)
def test_expands_lists_with_their_lead(block: Block, expected: list[str]) -> None:
    assert [found.text for found in segment([block])] == expected


def test_says_a_lead_only_with_its_items() -> None:
    page = [Block("We are kind. We share with:"), Block("banks", lead="We are kind. We share with:"), Block("End.")]
    assert [found.text for found in segment(page)] == ["We are kind.", "We share with: banks", "End."]


@pytest.mark.parametrize(
    ("text", "declared", "expected"),
    [
        ("We collect the data that you give to us and our partners.", "", "en"),
        ("Wir geben Ihre Daten nicht an Dritte weiter.", "en", "de"),
        ("Nous ne vendons pas vos données.", "", "fr"),
        ("No vendemos los datos de los usuarios.", "", "es"),
        ("Wij verkopen uw gegevens niet aan derden.", "", "nl"),
        ("個人情報を収集します。", "en", "ja"),
        ("我们不会出售您的个人信息。", "en", "zh"),
        ("Xyz", "pl", "pl"),
    ],
)
def test_guesses_the_language(text: str, declared: str, expected: str) -> None:
    assert language_of(text, declared) == expected


@given(st.lists(st.text(max_size=200), max_size=5))
def test_numbers_statements_in_order_and_loses_no_letter(texts: list[str]) -> None:
    found = segment([Block(text) for text in texts])
    assert [statement.position for statement in found] == list(range(len(found)))
    kept = "".join("".join(statement.text.split()) for statement in found)
    for text in texts:
        if not any(mark in text for mark in "()•▪●)") and len(text.strip()) >= 3:
            assert all(letter in kept for letter in text if letter.isalpha() and len(text.split()) == 1 and text.isalpha())


def test_reads_paragraphs_with_marks_as_the_items_of_the_paragraph_before_them() -> None:
    blocks = [Block("We share with:"), Block("(a) banks;"), Block("(b) couriers."), Block("We keep it."), Block("1. Never mind.")]
    assert [statement.text for statement in segment(blocks)] == [
        "We share with: banks;",
        "We share with: couriers.",
        "We keep it.",
        "Never mind.",
    ]


@pytest.mark.parametrize(
    "stuffed",
    [
        "email phone address location " * 40,
        ", ".join(f"{noun} {verb}" for noun in ("email", "phone", "health", "age") for verb in ("share", "sell", "use") * 3),
    ],
    ids=["repeated", "heap"],
)
def test_leaves_out_heaps_of_key_words(stuffed: str) -> None:
    assert [statement.text for statement in segment([Block(stuffed), Block("We sell your data.")])] == ["We sell your data."]


def test_reads_long_lists_that_a_person_wrote() -> None:
    text = (
        "Identifiers such as a real name, alias, postal address, unique personal identifier, online identifier, Internet Protocol"
        " address, email address, account name, Social Security number, driver's license number, passport number, or other similar"
        " identifiers, signature, physical characteristics or description, telephone number, state identification card number,"
        " insurance policy number, education, employment, employment history, bank account number, credit card number."
    )
    assert len(segment([Block(text)])) == 1


def test_says_a_sentence_that_fills_the_page_three_times() -> None:
    blocks = [Block(f"We never share your e-mail address {n}.") for n in range(1_000)]
    assert len(segment(blocks)) == 3
