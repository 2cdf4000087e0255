"""anonymizer.py: the edits of a request."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize import Anonymizer, residue
from guardian_core.anonymize.traces import Traces
from guardian_core.vocabulary import ENTITY_CATEGORY, Entity, Finding, Item, Level, Place, Role

KEY = b"k" * 32
TEXT = (
    "Mrs Price and Erdal Yilmaz applied to the Erzincan Assize Court on 1 November 1995. Mr Yilmaz lives in Leeds; "
    "card 4111 1111 1111 1234, "
    "mail dana@quill.test, password hunter2."
)
VALUES = [
    ("Price", Entity.PERSON),
    ("Erdal Yilmaz", Entity.PERSON),
    ("Erzincan Assize Court", Entity.ORGANIZATION),
    ("1 November 1995", Entity.DATE),
    ("Leeds", Entity.CITY),
    ("4111 1111 1111 1234", Entity.CARD),
    ("dana@quill.test", Entity.EMAIL),
    ("hunter2", Entity.PASSWORD),
]
SENTENCES = {
    Level.PARTIAL: "Mrs X and Y applied to the court on ... 1995. Mr Y lives in the United Kingdom; card ending in 1234, "
    "mail d***@quill.test, password [removed].",
    Level.AGGRESSIVE: "Someone and someone applied to the organisation on a date. Someone lives in a place; card number, "
    "mail an e-mail address, password [removed].",
    Level.TAGS: "[PERSON_1] and [PERSON_2] applied to the [COURT] on [DATE]. [PERSON_2] lives in "
    "[CITY_1]; card [CARD_1], "
    "mail [EMAIL_1], password [PASSWORD_1].",
    Level.MINIMAL_EDIT: "A woman and a person applied to the court on a specific date. A man lives in a certain "
    "city; card a payment card, "
    "mail a certain e-mail address, password [removed].",
    Level.SEMANTIC: "[redacted] and [redacted] applied to the [redacted] on [redacted]. [redacted] lives in "
    "[redacted]; card [redacted], "
    "mail [redacted], password [redacted].",
}


@pytest.mark.parametrize("level", Level, ids=lambda level: f"level-{level}")
def test_rewrites_a_sentence(level, item, finding, applied):
    findings = [finding(0, TEXT, *value) for value in VALUES]
    findings.append(finding(0, TEXT, "Yilmaz", Entity.PERSON, after=TEXT.index("Mr Yilmaz")))
    items = [item(TEXT)]
    edits = Anonymizer(KEY).edits(items, findings, level, "shop.test")
    assert applied(items, edits) == [SENTENCES[level]]
    assert not residue(items, findings, edits, [item(SENTENCES[level])])


def test_says_what_is_served_without_a_model():
    anonymizer = Anonymizer(KEY)
    assert [anonymizer.degraded(level) for level in (Level.PARTIAL, Level.AGGRESSIVE, Level.TAGS)] == [(), (), ()]
    assert anonymizer.degraded(Level.MINIMAL_EDIT)[0].startswith("level 4 served without a language model")
    assert anonymizer.degraded(Level.SEMANTIC)[0].startswith("level 5 served without a language model")


def test_keeps_tags_apart_from_those_the_user_wrote(item, finding, applied):
    items = [item("literally type [PERSON_1]"), item("I am Dana Quill")]
    edits = Anonymizer(KEY).edits(items, [finding(1, items[1].text, "Dana Quill", Entity.PERSON)], Level.TAGS, "chat.test")
    assert applied(items, edits) == ["literally type [PERSON_1]", "I am [PERSON_2]"]


def test_replaces_exactly_the_name_after_emoji(item, finding, applied):
    items = [item("Hi \U0001f600\U0001f600 I'm Dana Quill!")]
    edits = Anonymizer(KEY).edits(items, [finding(0, items[0].text, "Dana Quill", Entity.PERSON)], Level.TAGS, "chat.test")
    assert applied(items, edits) == ["Hi \U0001f600\U0001f600 I'm [PERSON_1]!"]


def test_makes_one_edit_of_overlapping_findings(item, applied):
    text = "Tel 2025550142, please check"
    spans = [(4, 14, Entity.PHONE), (4, 14, Entity.BANK_ACCOUNT), (5, 14, Entity.DRIVING_LICENCE), (4, 15, Entity.NATIONAL_ID)]
    findings = [Finding(0, start, end, entity, ENTITY_CATEGORY[entity], 1.0, "pattern") for start, end, entity in spans[:3]]
    edits = Anonymizer(KEY).edits([item(text)], findings, Level.AGGRESSIVE, "shop.test")
    assert applied([item(text)], edits) == ["Tel a phone number, please check"]


def test_calls_an_overlap_with_a_secret_a_secret(item):
    findings = [
        Finding(0, 0, 9, Entity.PERSON, ENTITY_CATEGORY[Entity.PERSON], 1, "names"),
        Finding(0, 5, 8, Entity.SECRET, ENTITY_CATEGORY[Entity.SECRET], 1, "pattern"),
    ]
    (edit,) = Anonymizer(KEY).edits([item("Dana sk-1 x")], findings, Level.PARTIAL, "shop.test")
    assert (edit.start, edit.end, edit.entity) == (0, 9, Entity.SECRET)


def test_names_an_overlap_after_the_longer_finding(item):
    findings = [
        Finding(0, 0, 4, Entity.PERSON, ENTITY_CATEGORY[Entity.PERSON], 1, "names"),
        Finding(0, 2, 11, Entity.EMAIL, ENTITY_CATEGORY[Entity.EMAIL], 1, "pattern"),
    ]
    (edit,) = Anonymizer(KEY).edits([item("Dana@q.test")], findings, Level.AGGRESSIVE, "shop.test")
    assert (edit.entity, edit.replacement) == (Entity.EMAIL, "An e-mail address")


@pytest.mark.parametrize("level", Level, ids=lambda level: f"level-{level}")
def test_replaces_a_load_bearing_value_by_nothing_plausible(level, item, finding):
    text = "4111111111111234"
    for encoders, replacement in (((), "withheld"), (("json-number",), "0")):
        items = [item(text, Role.VALUE, load_bearing="card number to a payment page", encoders=encoders)]
        (edit,) = Anonymizer(KEY).edits(items, [finding(0, text, text, Entity.CARD)], level, "pay.test")
        assert edit.replacement == replacement


def test_leaves_ambient_and_binary_items_alone(item, finding):
    items = [item("dana@quill.test", Role.VALUE, ambient=True), item("dana@quill.test", Role.BINARY)]
    findings = [finding(n, "dana@quill.test", "dana@quill.test", Entity.EMAIL) for n in (0, 1)]
    assert Anonymizer(KEY).edits(items, findings, Level.TAGS, "shop.test") == ()


@pytest.mark.parametrize("level", Level, ids=lambda level: f"level-{level}")
def test_keeps_a_json_number_a_number(level, item, finding):
    for role in (Role.VALUE, Role.PROSE):
        items = [item("2025550142", role, encoders=("json-number",))]
        (edit,) = Anonymizer(KEY).edits(items, [finding(0, "2025550142", "2025550142", Entity.PHONE)], level, "shop.test")
        assert edit.replacement.isdigit()
        assert edit.replacement != "2025550142"


def test_keeps_field_names_apart(item, finding):
    texts = ["dana@quill.test", "mira@quill.test"]
    items = [item(text, Role.STRUCTURE) for text in texts]
    findings = [finding(n, text, text, Entity.EMAIL) for n, text in enumerate(texts)]
    edits = Anonymizer(KEY).edits(items, findings, Level.SEMANTIC, "shop.test")
    assert len({edit.replacement for edit in edits}) == 2


def test_says_less_where_a_phrase_would_hold_a_value(item, finding, applied):
    """The kind of the first is the name of the second."""
    text = "Quill Court met the Court"
    findings = [finding(0, text, "Quill Court", Entity.ORGANIZATION), finding(0, text, "Court", Entity.ORGANIZATION, after=12)]
    edits = Anonymizer(KEY).edits([item(text)], findings, Level.PARTIAL, "shop.test")
    assert applied([item(text)], edits) == ["An organisation met the organisation"]


def test_gives_the_same_value_the_same_surrogate_in_later_requests(item, finding):
    anonymizer = Anonymizer(KEY)
    text = "dana@quill.test"
    made = {
        anonymizer.edits([item(text, Role.VALUE)], [finding(0, text, text, Entity.EMAIL)], Level.AGGRESSIVE, host)[0].replacement
        for host in ("a.test", "a.test", "b.test")
    }
    assert len(made) == 2


def test_hides_private_text_from_repr(item, finding):
    edits = Anonymizer(KEY).edits(
        [item("I am Dana Quill")], [finding(0, "I am Dana Quill", "Dana Quill", Entity.PERSON)], Level.TAGS, "x.test"
    )
    assert "PERSON_1" not in repr(edits)


ROLES = st.sampled_from([Role.PROSE, Role.VALUE, Role.IDENTIFIER, Role.CREDENTIAL, Role.STRUCTURE])
WORDS = st.sampled_from(
    [
        "Dana Quill",
        "the ",
        "Mrs ",
        "on ",
        "4111 1111 1111 1234",
        "a@b.test",
        "Court",
        "e\u0301",
        "\u05d3\u05e0\u05d4",
        "\U0001f600",
        "1995",
        "\u200b",
        ". ",
    ]
)
TEXTS = st.lists(WORDS | st.text(max_size=6), min_size=1, max_size=8).map("".join)


@st.composite
def requests(draw):
    items = []
    findings = []
    for number in range(draw(st.integers(1, 3))):
        text = draw(TEXTS)
        encoders = ("json-number",) if draw(st.integers(0, 9)) == 0 else ()
        items.append(Item("body/x", "x", text, draw(ROLES), Place.BODY, None, 0, len(text), encoders))
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(text)))
            end = draw(st.integers(start, len(text) + 2))
            entity = draw(st.sampled_from(list(Entity)))
            findings.append(Finding(number, start, end, entity, ENTITY_CATEGORY[entity], 1.0, "pattern"))
    return items, findings


@settings(max_examples=400, deadline=None)
@given(requests(), st.sampled_from(list(Level)))
def test_writes_disjoint_edits_that_hold_no_value(request_, level):
    items, findings = request_
    edits = Anonymizer(KEY).edits(items, findings, level, "shop.test")
    last: dict[int, int] = {}
    for edit in edits:
        assert last.get(edit.item, 0) <= edit.start < edit.end <= len(items[edit.item].text)
        last[edit.item] = edit.end
    touched = {(f.item, at) for f in findings for at in range(f.start, min(f.end, len(items[f.item].text)))}
    touched = {(item, at) for item, at in touched if items[item].text[at] != "."}  # the full stop of a sentence stays
    covered = {(e.item, at) for e in edits for at in range(e.start, e.end)}
    assert touched <= covered
    values = [(items[f.item].text[f.start : f.end], f.entity) for f in findings]
    assert not any(
        Traces([value]).holds(edit.replacement)
        for edit in edits
        for value in values
        if _same_span(value, items, edits, edit, findings)
    )


def _same_span(value, items, edits, edit, findings):
    """Overlapping findings become one value: only what one edit replaced must be gone from it."""
    length = len(items[edit.item].text)  # a finding may reach beyond the text: what is replaced ends with it
    spans = [f for f in findings if f.item == edit.item and f.start >= edit.start and min(f.end, length) <= edit.end]
    return len(spans) == 1 and (items[edit.item].text[spans[0].start : spans[0].end], spans[0].entity) == value


@settings(max_examples=100, deadline=None)
@given(requests(), st.sampled_from(list(Level)))
def test_is_the_same_twice(request_, level):
    items, findings = request_
    anonymizer = Anonymizer(KEY)
    assert anonymizer.edits(items, findings, level, "shop.test") == anonymizer.edits(items, findings, level, "shop.test")


def test_takes_a_surname_for_the_person_wherever_it_stands(item, finding, applied):
    text = "Erdal Yilmaz came; Yilmaz sat in Erdal"
    findings = [
        finding(0, text, "Erdal Yilmaz", Entity.PERSON),
        finding(0, text, "Yilmaz", Entity.PLACE, after=15),
        finding(0, text, "Erdal", Entity.PLACE, after=20),
    ]
    edits = Anonymizer(KEY).edits([item(text)], findings, Level.TAGS, "shop.test")
    assert applied([item(text)], edits) == ["[PERSON_1] came; [PERSON_1] sat in [PLACE_1]"]


def test_finds_every_other_place_of_a_value_that_is_replaced(item, finding):
    text = "write to dana@quill.test"
    items = (item(text), item("or to DANA@QUILL.TEST"), item("dana@quill.test", ambient=True), item("dana"))
    mail = finding(0, text, "dana@quill.test", Entity.EMAIL)
    due = Anonymizer(b"k" * 32).everywhere(items, [mail])
    assert [(one.item, items[one.item].text[one.start : one.end]) for one in due] == [
        (0, "dana@quill.test"),
        (1, "DANA@QUILL.TEST"),
    ]
    ambient = finding(2, "dana@quill.test", "dana@quill.test", Entity.EMAIL)
    assert Anonymizer(b"k" * 32).everywhere(items, [ambient]) == (ambient,), "what is not edited is sought nowhere"


def test_the_doubtful_goes_from_level_3_on_everywhere_in_its_item_and_nowhere_else(item, finding, applied):
    items = [item("Ann and the otter: Otter house"), item("an otter, Bob"), item("no otter")]
    due = [finding(0, items[0].text, "Ann", Entity.PERSON), finding(1, items[1].text, "Bob", Entity.PERSON)]
    seen = [finding(0, items[0].text, "otter", Entity.MISC), finding(2, items[2].text, "otter", Entity.MISC)]
    anonymizer = Anonymizer(KEY)
    for level in (Level.PARTIAL, Level.AGGRESSIVE):
        assert anonymizer.with_doubtful(items, due, seen, level) == tuple(due)
    edits = anonymizer.edits(items, anonymizer.with_doubtful(items, due, seen, Level.TAGS), Level.TAGS, "")
    assert applied(items, edits) == ["[PERSON_1] and the [MISC]: [MISC] house", "an otter, [PERSON_2]", "no otter"]
