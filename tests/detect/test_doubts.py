"""Where the names model is not believed."""

import pytest

from guardian_core.detect.doubts import accept
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity, Role


def judged(item, text, found, entity, score, role=Role.PROSE):
    start = text.index(found)
    span = accept(NameSpan(start, start + len(found), entity, score), text, item(text, "", role))
    return text[span.start : span.end] if span else None


@pytest.mark.parametrize(
    ("text", "found", "entity", "kept"),
    [
        ("I am Dana Quill", "Dana Quill", Entity.PERSON, "Dana Quill"),
        ("the Ramipril 10 mg", "Ramipril 10", Entity.PERSON, "Ramipril 10"),
        ("i am dana quill", "dana quill", Entity.PERSON, "dana quill"),
        ("the SQLResult is", "SQLResult", Entity.PERSON, None),
        ("Ronald McDonald ate", "McDonald", Entity.PERSON, "McDonald"),
        ("<name>Dana Quill</name>", "Dana Quill", Entity.PERSON, "Dana Quill"),
        ("Dana(1)", "Dana", Entity.PERSON, None),
        ("see user_Dana here", "Dana", Entity.PERSON, None),
        ("dear Mrs. Quill", "Mrs", Entity.PERSON, None),
        ("R2D2 came", "R2D2", Entity.PERSON, None),
        ("at Acme Corp now", "Acme Corp", Entity.ORGANIZATION, "Acme Corp"),
        ("at BrightPath now", "BrightPath", Entity.ORGANIZATION, "BrightPath"),
        ("我是王小明", "王", Entity.PERSON, "王"),
        ("at 2026-03-01T12:00:03Z it", "2026-03-01T12:00:03Z", Entity.DATE, None),
        ("on 1 March 2026 it", "1 March 2026", Entity.DATE, "1 March 2026"),
        ("case ABC is", "ABC", Entity.CODE, None),
        ("case 48133/07 is", "48133/07", Entity.CODE, "48133/07"),
        ("key 550e8400-e29b-41d4-a716-446655440000 is", "550e8400-e29b-41d4", Entity.CODE, None),
        ("key 550e8400-e29b-41d4-a716-446655440000 is", "a716-446655440000", Entity.CODE, None),
        ("file 550e8400-e29b-41d4 is", "550e8400-e29b-41d4", Entity.CODE, "550e8400-e29b-41d4"),
        ("ISBN 978-3-16-148410-0", "978-3-16-148410", Entity.CODE, None),
        ("buy EAN 4006381333931", "EAN 4006381333931", Entity.CODE, None),
        ("see ticket ABC-12345 for", "ABC-12345", Entity.CODE, None),
        ("a parking ticket ABC-12345 for", "ABC-12345", Entity.CODE, "ABC-12345"),
        ("in pull request #4521 by", "4521", Entity.CODE, None),
        ("the part number is KX-2200-B, in", "KX-2200", Entity.CODE, None),
        ("the release 4.12.7 of", "4.12.7", Entity.CODE, None),
        ("the reissue 28045/02 of", "28045/02", Entity.CODE, "28045/02"),
        ("timestamp=1732981234567", "1732981234567", Entity.CODE, None),
        ("pi is 3.14159265358979", "14159265358979", Entity.CODE, None),
        ("at most 2,147,483,647", "147,483,647", Entity.CODE, None),
        ("a pH of 7.35 is", "35", Entity.DATE, None),
        ("in May, 1995, it", "1995", Entity.DATE, "1995"),
        ("on 12.3.1995 it", "3.1995", Entity.DATE, "3.1995"),
        ("no. 28045/02. It", "28045/02", Entity.CODE, "28045/02"),
        ("paid 5 x", "x", Entity.QUANTITY, None),
        ("Dana Quill and Mira", "Dana Quill and", Entity.PERSON, "Dana Quill"),
        ("Dana and Mira Okafor", "and Mira Okafor", Entity.PERSON, "Mira Okafor"),
        ("Your SSN: here", "SSN", Entity.CODE, None),
        ("over SSL only", "SSL", Entity.ORGANIZATION, None),
        ("Dana & Mira Okafor", "Dana &", Entity.PERSON, "Dana"),
        ("Dana & Mira Okafor", "& Mira Okafor", Entity.PERSON, "Mira Okafor"),
        ("Move it to JIRA, please", "JIRA", Entity.PERSON, None),
        ("he reads Egyptology now", "Egyptology", Entity.PERSON, None),
        ("ask DANA about it", "DANA", Entity.PERSON, "DANA"),
        ("ask Jenkins about it", "Jenkins", Entity.PERSON, "Jenkins"),
    ],
)
def test_believes_only_what_is_likely(item, text, found, entity, kept):
    assert judged(item, text, found, entity, 0.9) == kept


@pytest.mark.parametrize(
    ("found", "entity"),
    [
        ("12 High Street, 75001 Paris", Entity.ADDRESS),
        ("Eiffel Tower", Entity.PLACE),
        ("330 metres", Entity.QUANTITY),
        ("4,003 m (13", Entity.QUANTITY),
        ("40.7128", Entity.QUANTITY),
        ("Sunny and 65 degrees Fahrenheit", Entity.QUANTITY),
    ],
)
def test_calls_a_landmark_a_place_and_a_measure_an_amount(item, found, entity):
    span = accept(NameSpan(0, len(found), Entity.ADDRESS, 0.9), found, item(found, "", Role.PROSE))
    assert span.entity is entity


def test_takes_a_year_with_a_currency_for_an_amount(item):
    text = "The rent is 2010 euros."
    span = accept(NameSpan(12, 22, Entity.DATE, 0.9), text, item(text))
    assert span is not None
    assert (text[span.start : span.end], span.entity) == ("2010 euros", Entity.QUANTITY)


def test_counts_in_a_field_only_sure_names(item):
    assert judged(item, "Dana Quill", "Dana Quill", Entity.PERSON, 0.9, Role.VALUE) == "Dana Quill"
    assert judged(item, "Dana Quill", "Dana Quill", Entity.PERSON, 0.4, Role.VALUE) is None
    assert judged(item, "3 March", "3 March", Entity.DATE, 0.99, Role.VALUE) is None


def test_asks_more_of_a_single_word_without_a_capital(item):
    assert judged(item, "ask dana again", "dana", Entity.PERSON, 0.97) == "dana"
    assert judged(item, "cook carbonara again", "carbonara", Entity.PERSON, 0.84) is None
    assert judged(item, "ask dana quill again", "dana quill", Entity.PERSON, 0.84) == "dana quill"


@pytest.mark.parametrize("found", ["Mira Okafor", "Mira Okafor, mira"])
def test_takes_whose_address_stands_beside_for_a_person(item, found):
    text = "write to Mira Okafor, mira@example.test"
    start = text.index(found)
    span = accept(NameSpan(start, start + len(found), Entity.PLACE, 0.9), text, item(text, "", Role.PROSE))
    assert (text[span.start : span.end], span.entity) == ("Mira Okafor", Entity.PERSON)


def test_leaves_a_place_beside_another_address_a_place(item):
    text = "office Leeds, mira@example.test"
    assert accept(NameSpan(7, 12, Entity.PLACE, 0.9), text, item(text, "", Role.PROSE)).entity is Entity.PLACE


@pytest.mark.parametrize(
    ("text", "entity"), [("call me on (96) 627-277", Entity.PHONE), ("file 48133/07", Entity.CODE), ("call 4813", Entity.CODE)]
)
def test_takes_a_number_after_a_word_for_calling_for_a_phone_number(item, text, entity):
    start = min(at for at, letter in enumerate(text) if letter in "(0123456789")
    span = accept(NameSpan(start, len(text), Entity.CODE, 0.9), text, item(text, "", Role.PROSE))
    assert span.entity is entity


@pytest.mark.parametrize(
    ("text", "entity", "score", "kept"),
    [
        ("red chair 93", Entity.ADDRESS, 0.98, False),
        ("garden tool 109", Entity.ADDRESS, 0.86, False),
        ("lindenweg 93", Entity.ADDRESS, 0.98, True),
        ("14 mill lane", Entity.ADDRESS, 0.98, True),
        ("14 mill street, leeds", Entity.ADDRESS, 0.98, True),
        ("Red Chair 93", Entity.ADDRESS, 0.98, False),
        ("Red Merrow 93", Entity.ADDRESS, 0.98, True),
        ("oak table 40", Entity.ORGANIZATION, 0.3, False),
        ("acme corp", Entity.ORGANIZATION, 0.9, True),
        ("and then he went home by the red chair 93 of his uncle", Entity.ADDRESS, 0.98, True),
    ],
)
def test_a_label_of_goods_is_no_address(item, text, entity, score, kept):
    assert bool(accept(NameSpan(0, len(text), entity, score), text, item(text, "", Role.PROSE))) is kept


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("Ben & Jerry's", "Ben &", Entity.ORGANIZATION),
        ("Levi's", "Levi's", Entity.ORGANIZATION),
        ("Wendy’s", "Wendy’s", Entity.ORGANIZATION),
        ("Dana & Mira", "Dana &", Entity.PERSON),
        ("Dana's flat is free", "Dana", Entity.PERSON),
    ],
)
def test_a_shop_alone_is_no_person(item, text, found, entity):
    start = text.index(found)
    span = accept(NameSpan(start, start + len(found), Entity.PERSON, 0.98), text, item(text, "label", Role.VALUE))
    assert span.entity is entity


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("take Ramipril 10 mg", "Ramipril 10 mg", Entity.ADDRESS),
        ("take Bisoprolol 2.5 mg", "Bisoprolol 2.5", Entity.ADDRESS),
        ("take Aspirin 100 mg", "Aspirin", Entity.PERSON),
        ("take Lantus 12 IU", "Lantus", Entity.ORGANIZATION),
    ],
)
def test_a_dose_is_an_amount(item, text, found, entity):
    start = text.index(found)
    span = accept(NameSpan(start, start + len(found), entity, 0.99), text, item(text, "", Role.PROSE))
    assert span is not None
    assert span.entity is Entity.QUANTITY
