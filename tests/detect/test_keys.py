"""What names of fields say."""

import pytest

from guardian_core.vocabulary import Entity, Place, Role

HITS = [
    ("contact[firstName]", "Dana", Entity.PERSON),
    ("last_name", "Quill", Entity.PERSON),
    ("Nachname", "Müller-Lüdenscheidt", Entity.PERSON),
    ("prénom", "Zoë", Entity.PERSON),
    ("username", "dquill", Entity.USERNAME),
    ("password", "hunter2", Entity.PASSWORD),
    ("newPassword", "correct horse", Entity.PASSWORD),
    ("client_secret", "abcDEF123456789xyz", Entity.SECRET),
    ("access_token", "abcDEF123456789xyz", Entity.SECRET),
    ("phone", "5550142", Entity.PHONE),
    ("address_line_1", "12 High Street", Entity.ADDRESS),
    ("billing[street]", "Lindenallee 5", Entity.ADDRESS),
    ("city", "Malmö", Entity.CITY),
    ("zip", "94110", Entity.POSTCODE),
    ("plz", "10115", Entity.POSTCODE),
    ("dob", "1980-03-12", Entity.DATE_OF_BIRTH),
    ("date_naissance", "12/03/1980", Entity.DATE_OF_BIRTH),
    ("gender", "female", Entity.GENDER),
    ("cvv", "123", Entity.CARD),
    ("passport_number", "X1234567", Entity.PASSPORT),
    ("diagnosis", "asthma", Entity.HEALTH),
    ("idfa", "6D92078A-8246-4BA4-AE5B-76104861E7DC", Entity.DEVICE_ID),
    ("cid", "1234567890.1612345678", Entity.DEVICE_ID),
]
MISSES = [
    ("product_name", "Blue Chair"),
    ("name", "Blue Chair"),
    ("token_type", "bearer"),
    ("max_tokens", "4096"),
    ("csrf_token", "abcDEF123456789xyz"),
    ("contact[_token]", "abcDEF123456789xyz"),
    ("next_page_token", "abcDEF123456789xyz"),
    ("token", "short"),
    ("password", "****"),
    ("password", "<redacted>"),
    ("password", ""),
    ("password_type", "text"),
    ("firstName", "string"),
    ("first_name", "5d41402abc4b2a76b9719d911017c592"),
    ("email", "hidden"),
    ("zip", "application"),
    ("phone", "iphone"),
    ("gender", "required"),
    ("ip_address", "unknown"),
    ("client_id", "my-oauth-app-1"),
    ("model", "gpt-4o-mini"),
    ("timestamp", "1799500000001"),
    ("condition", "equals"),
    ("dob", "unknown"),
]


@pytest.mark.parametrize(("key", "value", "entity"), HITS, ids=[key for key, _, _ in HITS])
def test_takes_the_whole_value_where_the_key_names_it(found, key, value, entity):
    assert found(value, key, Role.VALUE) == [(value, entity)]


@pytest.mark.parametrize(("key", "value"), MISSES, ids=[f"{key}={value}" for key, value in MISSES])
def test_leaves_values_that_only_look_keyed(found, key, value):
    assert found(value, key, Role.VALUE) == []


@pytest.mark.parametrize(
    ("items", "personal"),
    [
        ([("name", "Dana Quill", "body/name"), ("email", "dana@example.test", "body/email")], True),
        ([("name", "Dana Quill", "body/user/name")], True),
        ([("name", "Dana Quill", "body/users/0/name")], True),
        ([("name", "Blue Chair", "body/product/name"), ("price", "12.50", "body/product/price")], False),
        ([("name", "Blue Chair", "body/product/name"), ("email", "dana@example.test", "body/email")], False),
    ],
    ids=["beside an address", "in a user", "in a list of users", "of a product", "of a product elsewhere"],
)
def test_takes_a_bare_name_for_a_persons_only_among_personal_things(patterns_only, item, items, personal):
    built = [item(text, key, Role.VALUE, path=path) for key, text, path in items]
    assert any(f.entity is Entity.PERSON for f in patterns_only.find(built)) is personal


def test_reads_no_keys_of_binary_and_structure(found):
    assert found("Dana", "firstName", Role.STRUCTURE) == []
    assert found("Dana", "firstName", Role.BINARY) == []


def test_reads_a_condition_as_health_only_near_a_patient(found):
    assert found("asthma", "condition", Role.VALUE, path="body/patient/condition") == [("asthma", Entity.HEALTH)]
    assert found("cloudy", "condition", Role.VALUE, path="body/weather/condition") == []


def test_reads_only_credentials_and_devices_in_cookies(found):
    assert found("Malmö", "city", Role.VALUE, place=Place.COOKIE) == []
    assert found("fb.1.1681749256143.1136453314", "_fbp", Role.VALUE, place=Place.COOKIE)
