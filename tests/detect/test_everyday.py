"""Words that programs and shops say, in many languages."""

import pytest

from guardian_core.detect.everyday import is_everyday, says_nobody
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity


def nobody(text: str, found: str, key: str = "", entity: Entity = Entity.PERSON) -> bool:
    start = text.index(found)
    return says_nobody(NameSpan(start, start + len(found), entity, 0.9), text, key)


@pytest.mark.parametrize("word", ["größe", "farbe", "увійти", "σύνδεση", "zielony", "adaugă", "prijava", "masuk", "שולחן", "مجاني"])
def test_knows_what_programs_and_shops_say(word):
    assert is_everyday(word)


@pytest.mark.parametrize("word", ["schäfer", "weiß", "ana", "carvalho", "öztürk", "соколова", "", "x"])
def test_holds_nothing_that_people_are_called(word):
    assert not is_everyday(word)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Größe: 44, Farbe: grün", "Farbe"),
        ("Baumwollhemd, weiß, Größe L", "Größe L"),
        ("Adaugă în coș", "Adaugă"),
        ("Увійти", "Увійти"),
        ("Beden: 44, renk: yeşil", "yeşil"),
        ("Quiltbreite: 40 cm", "Quiltbreite"),
        ("Қалыңдығы: 2,5 мм", "Қалыңдығы"),
    ],
)
def test_everyday_words_and_measures_are_nobody(text, found):
    assert nobody(text, found)


@pytest.mark.parametrize(
    ("text", "found", "key"),
    [
        ("Größe Schäfer", "Größe Schäfer", ""),
        ("Frau Farbe kommt", "Farbe", ""),
        ("Adaugă", "Adaugă", "customer"),
        ("Dana: 44", "Dana", ""),
        ("Y. Hoş", "Y. Hoş", ""),
        ("Größe Farbe", "Größe Farbe", "name"),
        ("Renk: Yeşil", "Yeşil", ""),
        ("Größe " * 20, "Größe", ""),
    ],
)
def test_names_titles_and_fields_of_people_stay(text, found, key):
    assert not nobody(text, found, key)


def test_only_what_was_taken_for_a_person_is_asked_about():
    assert not nobody("Farbe", "Farbe", entity=Entity.PLACE)
