"""Placeholders where something is said; the rest is left."""

from guardian_core.anonymize.restore.conversations import Conversation
from guardian_core.anonymize.restore.placeholders import placeholders
from guardian_core.vocabulary import ENTITY_CATEGORY, Entity, Finding, Item, Level, Place, Role, Talk


def item(text):
    return Item("body/messages/0/content", "content", text, Role.PROSE, Place.BODY, None, 0, len(text))


def finding(number, start, end, entity, **more):
    return Finding(number, start, end, entity, ENTITY_CATEGORY[entity], 1.0, "pattern", **more)


ITEMS = [item("Mr Dana Quill, Tel 2025550142, please check"), item("dana@mailbox.example")]
TALK = Talk(frozenset({0}), frozenset(), "", lasting=False, streaming=False)


def test_puts_one_placeholder_for_what_overlaps():
    """B34: several detectors claim the same digits."""
    found = [finding(0, 19, 29, Entity.PHONE), finding(0, 19, 29, Entity.BANK_ACCOUNT), finding(0, 20, 29, Entity.NATIONAL_ID)]
    edits, rest = placeholders(ITEMS, [*found, finding(0, 3, 13, Entity.PERSON)], TALK, Conversation())
    assert [(edit.start, edit.end, edit.replacement) for edit in edits] == [(3, 13, "[PERSON_1]"), (19, 29, "[PHONE_1]")]
    assert {edit.level for edit in edits} == {Level.TAGS}
    assert rest == ()


def test_calls_a_secret_a_secret():
    edits, _ = placeholders(ITEMS, [finding(0, 15, 29, Entity.PHONE), finding(0, 19, 29, Entity.SECRET)], TALK, Conversation())
    assert [(edit.start, edit.end, edit.replacement) for edit in edits] == [(15, 29, "[SECRET_1]")]


def test_leaves_what_is_not_said_and_what_is_encoded():
    elsewhere = finding(1, 0, 20, Entity.EMAIL)
    encoded = finding(0, 3, 13, Entity.PERSON, value="Dana Quill", encoding=("base64",))
    assert placeholders(ITEMS, [elsewhere, encoded], TALK, Conversation()) == ((), (elsewhere, encoded))
