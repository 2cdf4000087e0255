"""kinship.py: what belongs to one person stays together."""

import json

import pytest

from guardian_core.anonymize import Anonymizer
from guardian_core.anonymize.kinship import Kinship
from guardian_core.anonymize.surrogates import Surrogates, Wanted
from guardian_core.anonymize.traces import Traces
from guardian_core.detect import Detector
from guardian_core.rewrite import Rewriter
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity, Level

PEOPLE = Kinship([("Dana Quill", "Kim Notreal"), ("Dr Bo Reed", "Alex B. Doe")])

DERIVED = [
    (Entity.EMAIL, "dana.quill@shop.test", "kim.notreal@example.com"),
    (Entity.EMAIL, "Quill_Dana84@shop.test", "notreal_kim77@example.com"),
    (Entity.EMAIL, "dquill@shop.test", "knotreal@example.com"),
    (Entity.EMAIL, "d.quill@shop.test", "k.notreal@example.com"),
    (Entity.EMAIL, "danaquill@shop.test", "kimnotreal@example.com"),
    (Entity.EMAIL, "reed@shop.test", "doe@example.com"),
    (Entity.EMAIL, "info@shop.test", None),
    (Entity.EMAIL, "dana.smith@shop.test", None),
    (Entity.EMAIL, "84@shop.test", None),
    (Entity.EMAIL, "z.quill@shop.test", None),
    (Entity.USERNAME, "danaq", "kimn"),
    (Entity.USERNAME, "wader1984", None),
    (Entity.PERSON, "Dana", "Kim"),
    (Entity.PERSON, "Quill", "Notreal"),
    (Entity.PERSON, "Zoe", None),
    (Entity.PERSON, "Dana Reed", None),
]


@pytest.mark.parametrize(("entity", "original", "derived"), DERIVED, ids=[original for _, original, _ in DERIVED])
def test_derives_from_names(entity, original, derived):
    assert PEOPLE.derived(entity, original, lambda count: "7" * count) == derived


def test_derives_nothing_from_a_word_that_became_two_things():
    people = Kinship([("Dana Quill", "Kim Notreal"), ("Dana Reed", "Alex Doe")])
    assert people.derived(Entity.EMAIL, "dana@shop.test", str) is None
    assert people.derived(Entity.EMAIL, "d.quill@shop.test", str) is None
    assert people.derived(Entity.EMAIL, "quill@shop.test", str) == "notreal@example.com"


def test_derives_from_names_in_two_fields():
    people = Kinship([("Dana", "Kim"), ("Quill", "Notreal")])
    assert people.derived(Entity.EMAIL, "dana.quill@shop.test", str) == "kim.notreal@example.com"
    assert people.derived(Entity.PERSON, "Dana", str) is None


@pytest.fixture
def rewriter():
    return Rewriter(Detector(DetectSettings()), Anonymizer(b"k" * 32))


def test_keeps_a_record_one_record(rewriter):
    record = {"name": "Dana Quill", "first_name": "Dana", "email": "dana.quill@shop.example", "backup_email": "info@shop.example"}
    made = json.loads(rewriter.json(json.dumps(record).encode(), Level.AGGRESSIVE).content)
    first, last = made["name"].split()[0], made["name"].split()[-1]
    assert made["first_name"] == first
    assert made["email"] == f"{first}.{last}@example.com".lower()
    assert made["backup_email"].startswith("user")
    alone = json.loads(rewriter.json(b'{"email": "dana.quill@shop.example"}', Level.AGGRESSIVE).content)
    assert alone["email"] == made["email"]  # as long as the process lives


def test_never_gives_two_values_one_derived_surrogate():
    memory, nothing = Surrogates(b"k" * 32), Traces([])
    made = [
        memory.surrogate(Wanted(Entity.EMAIL, mail, Level.AGGRESSIVE, "shop.test", derived="kim@example.com"), nothing)
        for mail in ("dana@a.test", "dana@b.test", "dana@a.test")
    ]
    assert made[0] == made[2] == "kim@example.com"
    assert made[1] != made[0]


def test_keeps_the_surrogate_a_value_already_has():
    memory, nothing = Surrogates(b"k" * 32), Traces([])
    plain = Wanted(Entity.EMAIL, "dana@a.test", Level.AGGRESSIVE, "shop.test")
    first = memory.surrogate(plain, nothing)
    assert (
        memory.surrogate(Wanted(Entity.EMAIL, "dana@a.test", Level.AGGRESSIVE, "shop.test", derived="kim@example.com"), nothing)
        == first
    )


def test_takes_no_value_of_the_request_for_a_derived_one():
    memory = Surrogates(b"k" * 32)
    wanted = Wanted(Entity.EMAIL, "dana@a.test", Level.AGGRESSIVE, "shop.test", derived="kim@example.com")
    assert memory.surrogate(wanted, Traces([("kim@example.com", Entity.EMAIL)])) != "kim@example.com"
