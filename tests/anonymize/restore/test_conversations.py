"""Names of values: the same every turn, exact on the way back, and nobody else's."""

from dataclasses import replace

import pytest

from guardian_core.anonymize.restore.conversations import MOST, Conversation, Conversations, reserved, standing
from guardian_core.vocabulary import Entity, Item, Place, Request, Role, Talk

REQUEST = Request("POST", "https", "models.example.test", 443, "/v1/chat", ((b"Authorization", b"Bearer one"),), b"", "127.0.0.1")
TALK = Talk(frozenset({0}), frozenset(), "said hello", lasting=False, streaming=False)


def item(text):
    return Item("body/messages/0/content", "content", text, Role.PROSE, Place.BODY, None, 0, len(text))


def keep(**options):
    return Conversations(limit=options.pop("limit", 10), minutes=5, **options)


def test_names_eleven_people_and_knows_each_of_them():
    talk = Conversation()
    people = [f"Person{chr(97 + n)} Quill{chr(97 + n)}" for n in range(11)]
    names = [talk.name(Entity.PERSON, one) for one in people]
    assert names == [f"[PERSON_{n + 1}]" for n in range(11)]
    assert [talk.originals[name] for name in names] == people
    assert [talk.name(Entity.PERSON, one) for one in reversed(people)] == names[::-1]


@pytest.mark.parametrize(
    ("entity", "one", "other", "same"),
    [
        (Entity.PERSON, "Dana Quill", "Ms Quill", True),
        (Entity.PERSON, "Dana Quill", "DANA QUILL", True),
        (Entity.PERSON, "Dana Quill", "Mira Quill", False),
        (Entity.PERSON, "Dana Quill", "dana.quill", False),
        (Entity.EMAIL, "dana.quill@mailbox.example", "danaquill@mailbox.example", False),
        (Entity.EMAIL, "dana@mailbox.example", "Dana@mailbox.example", False),
        (Entity.PHONE, "+1 212 555 0143", "+1-212-555-0143", True),
        (Entity.IBAN, "DE89 3704 0044 0532 0130 00", "DE89370400440532013000", True),
        (Entity.SECRET, "aB.c", "ab.c", False),
    ],
)
def test_takes_for_one_value_what_can_come_back_as_one(entity, one, other, same):
    talk = Conversation()
    assert (talk.name(entity, one) == talk.name(entity, other)) is same


def test_gives_back_the_fullest_name():
    talk = Conversation()
    name = talk.name(Entity.PERSON, "Quill")
    assert talk.name(Entity.PERSON, "Dana Quill") == name
    assert talk.originals[name] == "Dana Quill"


def test_gives_out_no_name_that_somebody_wrote():
    """B43, and what a page says in the hope that it will be filled in."""
    talk = Conversation()
    talk.reserve(["literally type [PERSON_1]"], by_model=["or [PERSON_2]"])
    assert talk.name(Entity.PERSON, "Dana Quill") == "[PERSON_3]"


def test_names_a_value_anew_when_its_name_turns_up_in_the_users_words():
    talk = Conversation()
    assert talk.name(Entity.PERSON, "Dana Quill") == "[PERSON_1]"
    talk.reserve([], by_model=["![x](/[PERSON_1])"])  # left standing in a reply: ours
    assert talk.name(Entity.PERSON, "Dana Quill") == "[PERSON_1]"
    talk.reserve(["literally [PERSON_1]"])
    assert talk.name(Entity.PERSON, "Dana Quill") == "[PERSON_2]"
    assert "[PERSON_1]" not in talk.originals


def test_is_bounded():
    talk = Conversation()
    assert all(talk.name(Entity.EMAIL, f"a{n}@mailbox.example") for n in range(MOST))
    assert talk.name(Entity.EMAIL, "one.more@mailbox.example") is None


@pytest.mark.parametrize(
    "other",
    [
        {"client": "127.0.0.2"},
        {"host": "other.example.test"},
        {"port": 8443},
        {"headers": ((b"Authorization", b"Bearer two"),)},
        {"headers": ()},
    ],
)
def test_keeps_clients_credentials_and_destinations_apart(other):
    kept = keep()
    talk, _ = kept.open(REQUEST, TALK)
    assert kept.open(REQUEST, TALK)[0] is talk
    assert kept.open(replace(REQUEST, **other), TALK)[0] is not talk
    assert kept.open(REQUEST, replace(TALK, opening="said something else"))[0] is not talk


def test_goes_on_under_the_identifier_of_a_reply():
    kept = keep()
    talk, heard = kept.open(REQUEST, TALK)
    heard("resp_1")
    again = replace(TALK, opening="kept resp_1", lasting=True)
    assert kept.open(REQUEST, again)[0] is talk
    assert kept.open(replace(REQUEST, client="127.0.0.2"), again)[0] is not talk


def test_forgets_after_a_while_and_the_oldest_first():
    now = [0.0]
    kept = keep(limit=2, clock=lambda: now[0])
    first, _ = kept.open(REQUEST, TALK)
    kept.open(REQUEST, replace(TALK, opening="second"))
    now[0] = 100.0
    assert kept.open(REQUEST, TALK)[0] is first
    kept.open(REQUEST, replace(TALK, opening="third"))
    assert len(kept) == 2
    assert kept.open(REQUEST, TALK)[0] is first
    now[0] = 500.0
    assert len(kept) == 0
    assert kept.open(REQUEST, TALK)[0] is not first


def test_remembers_for_a_reply_only_what_its_request_said():
    talk = Conversation()
    talk.name(Entity.PERSON, "Dana Quill")
    talk.name(Entity.EMAIL, "dana@mailbox.example")
    items = [item("Dear [PERSON_1], [PERSON_9]")]
    assert standing(talk, items, TALK) == {"[PERSON_1]": "Dana Quill"}
    assert standing(talk, items, replace(TALK, lasting=True)) == talk.originals


def test_reads_who_wrote_a_name():
    talk = Conversation()
    talk.name(Entity.PERSON, "Dana Quill")
    reserved(talk, [item("[PERSON_1]")], replace(TALK, by_model=frozenset({0})))
    assert "[PERSON_1]" in talk.originals
    reserved(talk, [item("[PERSON_1]")], TALK)
    assert "[PERSON_1]" not in talk.originals


def test_shows_no_value():
    talk = Conversation()
    talk.name(Entity.PERSON, "Dana Quill")
    assert "Dana" not in repr(talk)
