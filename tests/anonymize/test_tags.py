"""tags.py: the same tag wherever the same value stands."""

import time

from guardian_core.anonymize.tags import Tags
from guardian_core.vocabulary import Entity


def test_numbers_each_entity_by_first_sight():
    tags = Tags([])
    assert tags.tag(Entity.PERSON, "Dana Quill") == "[PERSON_1]"
    assert tags.tag(Entity.CITY, "Leeds") == "[CITY_1]"
    assert tags.tag(Entity.PERSON, "Mira Okafor") == "[PERSON_2]"
    assert tags.tag(Entity.CITY, "LEEDS ") == "[CITY_1]"


def test_knows_a_person_by_part_of_the_name():
    tags = Tags([])
    first = tags.tag(Entity.PERSON, "Erdal Yilmaz")
    assert {tags.tag(Entity.PERSON, name) for name in ("Mr Yilmaz", "Yilmaz", "YILMAZ", "E. Yilmaz", "Dr. Erdal Yilmaz")} == {first}
    assert tags.tag(Entity.PERSON, "Erdal Quill") != first


def test_knows_a_person_by_a_longer_name_later():
    tags = Tags([], people=["Yilmaz", "Erdal Yilmaz"])
    assert tags.tag(Entity.PERSON, "Yilmaz") == tags.tag(Entity.PERSON, "Erdal Yilmaz")


def test_takes_nobody_where_two_fit():
    names = ["Anna", "Anna Lund", "Anna Berg", "Anna"]
    tags = Tags([], people=names)
    assert [tags.tag(Entity.PERSON, name) for name in names] == ["[PERSON_1]", "[PERSON_2]", "[PERSON_3]", "[PERSON_1]"]


def test_a_man_and_a_woman_of_one_name_are_two():
    names = ["Mr Smith", "Mrs Smith", "Smith"]
    tags = Tags([], people=names)
    assert [tags.tag(Entity.PERSON, name) for name in names] == ["[PERSON_1]", "[PERSON_2]", "[PERSON_3]"]


def test_never_gives_out_a_tag_that_was_already_written():
    tags = Tags(["literally type [PERSON_1] and [person_3]"])
    assert [tags.tag(Entity.PERSON, name) for name in ("Ann Aa", "Bob Bb")] == ["[PERSON_2]", "[PERSON_4]"]


def test_keeps_eleven_people_apart():
    tags = Tags([])
    names = [f"Given{chr(97 + n)} Family{chr(97 + n)}" for n in range(11)]
    assert [tags.tag(Entity.PERSON, name) for name in names] == [f"[PERSON_{n + 1}]" for n in range(11)]
    assert tags.tag(Entity.PERSON, names[0]) == "[PERSON_1]"


def test_tells_names_without_letters_apart():
    tags = Tags([])
    assert tags.tag(Entity.PERSON, "\U0001f600") != tags.tag(Entity.PERSON, "\U0001f601")
    assert tags.tag(Entity.PERSON, "D.") != tags.tag(Entity.PERSON, "Dana Quill")


def test_takes_little_time_for_a_large_family():
    names = [f"Given{n} Yilmaz" for n in range(3_000)]
    tags = Tags([], people=[*names, "Mr Given7 Yilmaz"])
    began = time.perf_counter()
    assert len({tags.tag(Entity.PERSON, name) for name in names}) == 3_000
    assert tags.tag(Entity.PERSON, "Mr Given7 Yilmaz") == "[PERSON_8]"
    assert time.perf_counter() - began < 20


def test_gives_a_person_one_letter_everywhere():
    tags = Tags([])
    names = ("Erdal Yilmaz", "Dana Quill", "Mr Yilmaz", "Yilmaz", "dana quill")  # which no title parts
    assert [tags.letter(name) for name in names] == ["X", "Y", "X", "X", "Y"]


def test_keeps_letters_apart_from_those_the_user_wrote():
    tags = Tags(["Mr X met plan B and Y2; I am Ann's"])
    assert [tags.letter(f"Quill{number}") for number in range(22)][:3] == ["Y", "Z", "V"]
    assert tags.letter("Zoe") == "Z2"


def test_never_runs_out_of_letters():
    tags = Tags([])
    letters = {tags.letter(f"Ann{number}") for number in range(200)}
    assert len(letters) == 200
    assert not letters & {"A", "I", "O"}


def test_numbers_what_is_spoken_of_again_and_not_what_is_said_of_it() -> None:
    tags = Tags(["in May and June, by a baker"])
    assert [tags.tag(Entity.DATE, "May"), tags.tag(Entity.DATE, "June")] == ["[DATE]", "[DATE]"]
    assert tags.tag(Entity.PROFESSION, "baker") == "[PROFESSION]"
    assert [tags.tag(Entity.ORGANIZATION, "Aardwolf"), tags.tag(Entity.ORGANIZATION, "Zyx")] == [
        "[ORGANIZATION_1]",
        "[ORGANIZATION_2]",
    ]


def test_a_tag_without_number_that_the_user_wrote_is_not_given_out() -> None:
    tags = Tags(["[DATE] is a placeholder of mine, and so is [date_1]"])
    assert tags.tag(Entity.DATE, "May") == "[DATE_2]"


def test_the_first_of_a_kind_that_thousands_are_of_needs_no_number() -> None:
    tags = Tags(["at [BANK]"])
    courts = ("Erzincan Assize Court", "Court of Utopia", "ERZINCAN ASSIZE COURT")
    assert [tags.tag(Entity.ORGANIZATION, name) for name in courts] == ["[COURT]", "[COURT_2]", "[COURT]"]
    assert tags.tag(Entity.ORGANIZATION, "Quill Bank") == "[BANK_2]"


def test_says_in_what_a_time_or_a_sum_is_counted() -> None:
    tags = Tags([])
    said = [(Entity.DATE, "ten months"), (Entity.QUANTITY, "4,000 euros"), (Entity.QUANTITY, "12 sheep"), (Entity.DATE, "3 May")]
    assert [tags.tag(*one) for one in said] == ["[MONTHS]", "[EUROS]", "[QUANTITY]", "[DATE]"]


def test_a_finer_name_never_holds_a_value() -> None:
    tags = Tags([], lambda name: "council" in name.lower())
    assert tags.tag(Entity.ORGANIZATION, "Council") == "[ORGANIZATION_1]"
    assert tags.tag(Entity.ORGANIZATION, "Quill Bank") == "[BANK]"
