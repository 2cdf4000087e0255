"""Titles of things, and people who are called like them."""

import time

import pytest

from guardian_core.detect.goods import SIZE, as_thing
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity


def named(text: str, found: str, entity: Entity = Entity.PERSON, key: str = "title") -> Entity | None:
    """What is left of a span over `found`."""
    start = text.index(found)
    left = as_thing(NameSpan(start, start + len(found), entity, 0.9), text, key)
    return left and left.entity


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a chair, green", "green"),
        ("chair green", "green"),
        ("Chair, Green", "Green"),
        ("Pine Table, Brown", "Brown"),
        ("Gray Sofa", "Gray Sofa"),
        ("Gray Sofa", "Gray"),
        ("Steel Rug, Rose", "Rose"),
        ("rug - steel - rose", "rose"),
        ("shirt - velvet - ivory", "velvet - ivory"),
        ("Teapot | Brown | L", "Brown"),
        ("Mug (Amber)", "Amber"),
        ("2 suitcases, amber", "amber"),
        ("Hammock: Ginger", "Ginger"),
        ("Hazel Towel for Kids", "Hazel Towel"),
        ("IKEA KALLAX shelf, white", "white"),
        ("Merrow shelf, White", "White"),
        ("Sofa, Jade Green", "Jade Green"),
        ("Dark Brown", "Dark"),
        ("Jasmine rice", "Jasmine"),
        ("Caesar salad", "Caesar"),
        ("Dr Pepper", "Pepper"),
        ("Earl Grey tea", "Grey"),
        ("Kimchi", "Kimchi"),
        ("Quetiapine", "Quetiapine"),
        ("Olanzapine 5", "Olanzapine"),
        ("Gordon Setter", "Gordon Setter"),
        ("Norfolk Terrier", "Norfolk"),
        ("Josefin Sans", "Josefin Sans"),
        ("Hurricane Ian makes landfall", "Ian"),
        ("Storm Arwen damage", "Storm Arwen"),
        ("Speichern", "Speichern"),
        ("Stuhl, weiß", "weiß"),
        ("Alfombra verde", "verde"),
        ("Ledersofa Braun", "Ledersofa Braun"),
        ("Kichererbsensuppe", "Kichererbsensuppe"),
        ("Lieferadresse", "Lieferadresse"),
        ("Privacidad", "Privacidad"),
        ("Robe Rose", "Rose"),
        ("Scarpe Rosse", "Rosse"),
        ("Spedizione", "Spedizione"),
    ],
)
def test_a_thing_is_nobody(text, found):
    assert named(text, found) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("thanks, Brown", "Brown"),
        ("Rose Green", "Rose Green"),
        ("Amber White", "Amber White"),
        ("Jade Green", "Jade Green"),
        ("Dear Ms Gray", "Gray"),
        ("call Olive about the chair", "Olive"),
        ("Jack White's sofa", "Jack White"),
        ("Olive's chair", "Olive"),
        ("chair for Rose", "Rose"),
        ("lamp from Hazel", "Hazel"),
        ("Coffee with Amber", "Amber"),
        ("Sofa, Rose Brown", "Rose Brown"),
        ("Green sofa (Holly Ring)", "Holly Ring"),
        ("Rose Green, sofa", "Rose Green"),
        ("Hazel: soup", "Hazel"),
        ("Rose - pizza", "Rose - pizza"),
        ("Chair: Brown", "Brown"),
        ("Chair Brown", "Brown"),
        ("Guitar: Olive", "Olive"),
        ("The chair Brown ordered", "Brown"),
        ("my green chair, Brown", "Brown"),
        ("Ruby Rice", "Ruby Rice"),
        ("Jade Hammer", "Jade Hammer"),
        ("Victoria Stone Lamp", "Victoria Stone Lamp"),
        ("Victoria Stone pizza", "Victoria Stone"),
        ("Waters", "Waters"),
        ("Mats", "Mats"),
        ("Sofa - Dana Quill", "Dana Quill"),
        ("Dana Sofa", "Dana Sofa"),
        ("Ibuprofen, Rose", "Rose"),
        ("Monday, Brown", "Brown"),
        ("Storm Larsson", "Storm Larsson"),
        ("Lago, Lindsey", "Lago, Lindsey"),
        ("Concepción", "Concepción"),
        ("Heather Oak\u2019s lamp", "Heather Oak"),
    ],
)
def test_somebody_stays(text, found):
    assert named(text, found) is Entity.PERSON


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Charlotte Airport", "Charlotte Airport"),
        ("Victoria Station", "Victoria"),
        ("Lake Louise", "Louise"),
        ("Helena, MT", "Helena"),
    ],
)
def test_a_place_that_is_called_like_somebody_is_a_place(text, found):
    assert named(text, found) is Entity.PLACE


def test_the_value_of_a_persons_field_is_a_name():
    assert named("Gray Sofa", "Gray Sofa", key="customer") is Entity.PERSON
    assert named("Gray Sofa", "Gray Sofa", key="photo") is None


def test_a_thing_with_a_number_is_no_address():
    assert named("Red Chair 93", "Red Chair 93", Entity.ADDRESS) is None
    assert named("Gate 22", "Gate 22", Entity.ADDRESS) is None
    assert named("Merrow 93", "Merrow 93", Entity.ADDRESS) is Entity.ADDRESS
    assert named("Piazza Rezzo 35", "Piazza Rezzo 35", Entity.ADDRESS) is Entity.ADDRESS


def test_only_names_and_places_are_looked_at_and_only_in_short_texts():
    assert named("Sofa, 1990", "1990", Entity.DATE) is Entity.DATE
    assert named("Sofa, Rose" + " " * SIZE, "Rose") is Entity.PERSON
    assert named("Sofa\nRose", "Rose") is Entity.PERSON


def test_takes_little_time_for_any_title():
    began = time.perf_counter()
    for text in ("-" * SIZE, "Rose " * 16, "a-" * 40, "D'" * 40, "Rose's" * 13, "ies " * 20):
        for start in range(len(text) - 1):
            as_thing(NameSpan(start, start + 1, Entity.PERSON, 0.9), text)
    assert time.perf_counter() - began < 1
