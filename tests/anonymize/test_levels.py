"""levels.py: what stands in prose instead of a value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize.levels import NOTHING, PARTIAL, REDACTED, REMOVED, WORDS, phrases
from guardian_core.vocabulary import Entity, Level

FIRST = [
    (Entity.PERSON, 1, "Mrs Price", "Mrs [X_1]"),
    (Entity.PERSON, 1, "Dr. Okafor", "Dr. [X_1]"),
    (Entity.PERSON, 1, "Erdal Yilmaz", "[X_1]"),
    (Entity.PERSON, 1, " ", "[X_1]"),
    (Entity.PERSON, 2, "Mrs Price", "someone"),
    (Entity.PERSON, 4, "Mrs Price", "a woman"),
    (Entity.ORGANIZATION, 1, "Erzincan Assize Court", "a court"),
    (Entity.ORGANIZATION, 1, "Quillworks GmbH", "a company"),
    (Entity.ORGANIZATION, 1, "Zyx", "an organisation"),
    (Entity.ORGANIZATION, 1, "Turkish", "Asian"),
    (Entity.PLACE, 1, "Swedish", "European"),
    (Entity.ORGANIZATION, 4, "St Hilda's Hospital", "a hospital"),
    (Entity.DATE, 1, "26 October 1995", "1995"),
    (Entity.DATE, 1, "16 and 17 April 1997", "1997"),
    (Entity.DATE, 1, "from May 1995 to June 1996", "1995 to 1996"),
    (Entity.DATE, 1, "three months", "some months"),
    (Entity.DATE, 2, "three months", "a period"),
    (Entity.DATE, 1, "1995", "the 1990s"),
    (Entity.DATE, 1, "yesterday", "a date"),
    (Entity.DATE, 2, "26 October 1995", "a date"),
    (Entity.DATE, 2, "1995", "a year"),
    (Entity.DATE, 2, "October 1995", "a month"),
    (Entity.DATE, 4, "October 1995", "a specific month"),
    (Entity.DATE, 4, "26 October 1995", "a specific date"),
    (Entity.DATE, 4, "16 and 17 April 1997", "specific dates"),
    (Entity.DATE_OF_BIRTH, 1, "4 May 1980", "1980"),
    (Entity.PLACE, 1, "Erzincan", "Turkey"),
    (Entity.PLACE, 1, "Quillstadt, Poland", "Poland"),
    (Entity.PLACE, 1, "the Netherlands", "Europe"),
    (Entity.PLACE, 1, "Zyxville", "a place"),
    (Entity.CITY, 1, "Paris", "France"),
    (Entity.CITY, 1, "Zyxville", "a city"),
    (Entity.ADDRESS, 1, "10 Quill Street, Leeds", "an address in the United Kingdom"),
    (Entity.ADDRESS, 1, "10 Quill Street", "an address"),
    (Entity.EMAIL, 1, "dana@shop.test", "d***@shop.test"),
    (Entity.EMAIL, 1, "dana@b\u00fccher.test", "an e-mail address"),
    (Entity.EMAIL, 1, "@shop.test", "an e-mail address"),
    (Entity.EMAIL, 2, "dana@shop.test", "an e-mail address"),
    (Entity.PHONE, 1, "020 7946 0958", "a phone number ending in 58"),
    (Entity.PHONE, 1, "12345", "a phone number"),
    (Entity.PHONE, 1, "\uff10\uff12\uff10\uff17\uff19\uff14\uff16", "a phone number"),
    (Entity.CARD, 1, "4111 1111 1111 1234", "a card ending in 1234"),
    (Entity.IBAN, 1, "DE89 3704 0044 0532 0130 00", "a bank account ending in 3000"),
    (Entity.US_SSN, 1, "219-09-9999", "a Social Security number"),
    (Entity.IP, 1, "203.0.113.77", "203.0.113.*"),
    (Entity.IP, 1, "2001:db8::7", "an IP address"),
    (Entity.COORDINATES, 1, "48.8566, -2.3522", "a position near 48.9, -2.4"),
    (Entity.COORDINATES, 1, "48, 2", "a position"),
    (Entity.POSTCODE, 1, "EC1A 1BB", "a postcode starting with EC"),
    (Entity.POSTCODE, 1, "\u4e00", "a postcode"),
    (Entity.PROFESSION, 1, "game developer", "a technical professional"),
    (Entity.PROFESSION, 4, "beekeeper", "a professional"),
    (Entity.HEALTH, 1, "migraine", "a health matter"),
    (Entity.AGE, 1, "34", "thirty-something"),
    (Entity.AGE, 1, "old", "an age"),
    (Entity.DEMOGRAPHIC, 1, "Turkish", "Asian"),
    (Entity.DEMOGRAPHIC, 1, "zyx", "a certain group"),
    (Entity.QUANTITY, 1, "EUR 4,000", "thousands of EUR"),
    (Entity.QUANTITY, 1, "much", "a certain amount"),
    (Entity.CODE, 1, "28045/02", "***/02"),
    (Entity.CODE, 1, "A-28045", "a reference number"),
    (Entity.MISC, 1, "Quill festival", "something"),
    (Entity.SECRET, 1, "sk-abc", REMOVED),
    (Entity.PASSWORD, 2, "hunter2", REMOVED),
]


@pytest.mark.parametrize(("entity", "level", "original", "phrase"), FIRST, ids=[f"{e}-{n}-{o!a}" for e, n, o, _ in FIRST])
def test_asks_first_for(entity, level, original, phrase):
    assert phrases(entity, Level(level), original, "[X_1]")[0] == phrase


def test_says_the_tag_at_level_3():
    assert phrases(Entity.PERSON, Level.TAGS, "Dana Quill", "[PERSON_4]") == ("[PERSON_4]", REDACTED, NOTHING)


def test_redacts_at_level_5():
    assert phrases(Entity.PERSON, Level.SEMANTIC, "Dana Quill", "") == (REDACTED, NOTHING)


def test_has_words_for_every_entity():
    assert set(WORDS) == set(Entity)


@pytest.mark.parametrize(
    "entity", [Entity.SECRET, Entity.PASSWORD, Entity.US_SSN, Entity.NATIONAL_ID, Entity.PASSPORT, Entity.TAX_ID]
)
def test_never_keeps_part_of(entity):
    assert entity not in PARTIAL


@settings(deadline=None)
@given(st.sampled_from(list(Entity)), st.sampled_from(list(Level)), st.text(max_size=40))
def test_always_ends_in_a_phrase_without_letters(entity, level, original):
    """So that one phrase fits whatever the values are; emoji, right-to-left and combining text included."""
    said = phrases(entity, level, original, "[X_1]")
    assert said[-1] == NOTHING
    assert all(said)
    assert set("".join(said)) <= {*map(chr, range(128)), *original, *original.lower()}  # or a charset could not write it
    assert not any(map(str.isalnum, NOTHING))
