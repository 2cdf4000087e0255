"""What the law protects most, by the names of fields."""

import json

import pytest

from guardian_core.actions import read
from guardian_core.vocabulary import Entity, Request, Role

TOLD = [
    ("religion", "catholic"),
    ("user[religion]", "Jehovah's Witness"),
    ("Religionszugehörigkeit", "evangelisch"),
    ("ethnicity", "hispanic"),
    ("race", "Black or African American"),
    ("sexual_orientation", "gay"),
    ("political_party", "green"),
    ("politicalViews", "very left"),
    ("blood_type", "O+"),
    ("bloodGroup", "AB Rh negative"),
    ("blutgruppe", "A positiv"),
    ("pregnant", "yes"),
    ("is_pregnant", "1"),
    ("pregnancy", "12 weeks"),
    ("criminal_record", "burglary"),
    ("criminal_record", "yes"),
    ("gender_identity", "transgender"),
    ("gender", "Trans man"),
    ("gender", "non-binary"),
    ("identité de genre", "non binaire"),
    ("orientation", "lesbian"),
    ("sexual_identity", "bisexual"),
    ("denomination", "Sunni"),
    ("church", "United Methodist Church"),
    ("philosophical_belief", "humanist"),
    ("politics", "socialist"),
    ("political_leaning", "far left"),
    ("union", "IG Metall"),
    ("union_member", "Unison"),
    ("is_union_member", "yes"),
    ("asylum_status", "refugee"),
    ("hiv", "positive"),
    ("std_status", "positive"),
    ("addiction", "heroin"),
    ("tribe", "Yoruba"),
]
NOBODYS = [
    ("race", "elf"),
    ("race", "Monaco Grand Prix"),
    ("race", "false"),
    ("race_condition", "asian"),
    ("trace", "white"),
    ("religion", "Religion"),
    ("religion", "none"),
    ("religion", "prefer not to say"),
    ("religion", "allowed"),
    ("ethnicity", "string"),
    ("political_party", "News and politics"),
    ("religion", "a long text about the religions of the world and more"),
    ("blood_type", "type"),
    ("pregnant", "no"),
    ("pregnant", "false"),
    ("criminal_record", "none"),
    ("religion_placeholder", "catholic"),
    ("faith_url", "https://faith.test/a"),
    ("orientation", "landscape"),
    ("orientation", "horizontal"),
    ("denomination", "gwei"),
    ("denomination", "100 EUR"),
    ("church", "St Mary's"),
    ("politics", "elections"),
    ("politics", "left"),
    ("union", "bounding box"),
    ("union", "string | number"),
    ("hiv", "1"),
    ("hiv", "negative"),
    ("tribe", "orcs"),
    ("transgender", "1"),
    ("union_member", "no"),
]


@pytest.mark.parametrize(("key", "text"), TOLD)
def test_finds_what_a_field_says_of_somebody(found, key, text):
    assert found(text, key, Role.VALUE) == [(text, Entity.HEALTH)]


@pytest.mark.parametrize(("key", "text"), NOBODYS)
def test_leaves_settings_games_and_choices(found, key, text):
    assert found(text, key, Role.VALUE) == []


def test_nationality_tells_of_somebody_only_beside_him(found):
    assert found("Turkish", "nationality", Role.VALUE) == [("Turkish", Entity.DEMOGRAPHIC)]
    assert found("Nationality", "nationality", Role.VALUE) == []


@pytest.fixture
def found_in(patterns_only):
    def find(body: object) -> list[tuple[str, Entity]]:
        kind = ((b"content-type", b"application/json"),)
        items = read(Request("POST", "https", "host.test", 443, "/", kind, json.dumps(body).encode())).items
        return [(items[f.item].text[f.start : f.end], f.entity) for f in patterns_only.find(items)]

    return find


def test_takes_a_list_of_all_choices_for_nobodys(found_in):
    every = ["Catholic", "Hindu", "Muslim", "Sikh", "Buddhist", "Jewish"]
    assert found_in({"religion": every}) == []
    assert found_in({"religions": every}) == []
    assert found_in({"nationality": every}) == []
    assert found_in({"religion": every[:1]}) == [("Catholic", Entity.HEALTH)]  # whatever was seen before
    assert found_in({"ethnicities": ["Asian", "White"]}) == [("Asian", Entity.HEALTH), ("White", Entity.HEALTH)]


def test_takes_a_bare_yes_for_an_answer_where_it_is_one(found_in):
    assert found_in({"pregnant": True}) == [("true", Entity.HEALTH)]
    assert found_in({"patient": {"isPregnant": True, "x": 1}}) == [("true", Entity.HEALTH)]
    assert found_in({"is_union_member": True}) == [("true", Entity.HEALTH)]
    assert found_in({"pregnant": False, "race": True, "religion": True, "hiv": True}) == []


def test_takes_a_list_of_genders_for_a_choice(found_in):
    told = found_in({"gender": ["Male", "Female", "Non-binary"]})
    assert Entity.HEALTH not in [entity for _, entity in told]
    assert found_in({"patients": [{"gender": "female"}, {"gender": "non-binary"}]})[1] == ("non-binary", Entity.HEALTH)


def test_tells_the_sex_at_birth(found):
    assert found("female", "sex_assigned_at_birth", Role.VALUE) == [("female", Entity.GENDER)]
