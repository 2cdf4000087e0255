"""What names of fields say."""

import unicodedata

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
    ("pincode", "110001", Entity.POSTCODE),
    ("delivery_pin_code", "560 034", Entity.POSTCODE),
    ("pin_code", "4711", Entity.PASSWORD),
    ("pincode", "012345", Entity.PASSWORD),
    ("pin", "471193", Entity.PASSWORD),
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
# Names of fields as people of other languages write them, with accents or without.
ABROAD = [
    ("téléphone", "0199001234", Entity.PHONE), ("telefone", "912345678", Entity.PHONE), ("电话", "13800138000", Entity.PHONE),
    ("номер_телефона", "9161234567", Entity.PHONE), ("電話番号", "0312345678", Entity.PHONE),
    ("puhelin", "0401234567", Entity.PHONE),
    ("geburtsdatum", "12.03.1980", Entity.DATE_OF_BIRTH), ("fødselsdato", "12.03.1980", Entity.DATE_OF_BIRTH),
    ("data_urodzenia", "1980-03-12", Entity.DATE_OF_BIRTH), ("дата рождения", "12.03.1980", Entity.DATE_OF_BIRTH),
    ("生年月日", "1980年3月12日", Entity.DATE_OF_BIRTH), ("doğumTarihi", "12/03/1980", Entity.DATE_OF_BIRTH),
    ("imię", "Zofia", Entity.PERSON), ("příjmení", "Nováková", Entity.PERSON), ("фамилия", "Журавлёва", Entity.PERSON),
    ("氏名", "山田花子", Entity.PERSON), ("efternavn", "Sørensen", Entity.PERSON), ("Ονοματεπώνυμο", "Νίκη Ρήγα", Entity.PERSON),
    ("hasło", "Czapla22", Entity.PASSWORD), ("lösenord", "hägern 22", Entity.PASSWORD), ("пароль", "Цапля22", Entity.PASSWORD),
    ("ulica", "Lipowa 5", Entity.ADDRESS), ("адрес", "Садовая 5", Entity.ADDRESS), ("住所", "青葉台 1-2-3", Entity.ADDRESS),
    ("miasto", "Kraków", Entity.CITY), ("postinumero", "00100", Entity.POSTCODE), ("cinsiyet", "female", Entity.GENDER),
    ("numer_konta", "12 3456 7890", Entity.BANK_ACCOUNT), ("kennzeichen", "B-MW 1234", Entity.DEVICE_ID),
    ("диагноз", "астма", Entity.HEALTH), ("医療 診断", "喘息", Entity.HEALTH), ("yrke", "sykepleier", Entity.PROFESSION),
]  # fmt: skip
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
    ("name", "5d41402abc4b2a76b9719d911017c592"),
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


@pytest.mark.parametrize(("key", "value", "entity"), ABROAD, ids=[key for key, _, _ in ABROAD])
def test_knows_the_names_of_fields_of_many_languages(found, key, value, entity):
    assert found(value, key, Role.VALUE) == [(value, entity)]


def test_reads_a_key_whose_accents_are_code_points_of_their_own(found):
    assert found("0199001234", unicodedata.normalize("NFD", "téléphone"), Role.VALUE) == [("0199001234", Entity.PHONE)]


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


def test_reads_persons_and_credentials_in_cookies_but_no_settings(found):
    for key, value, entity in (
        ("user_name", "Dana Quill", Entity.USERNAME),
        ("firstName", "Dana", Entity.PERSON),
        ("_fbp", "fb.1.1681749256143.1136453314", Entity.DEVICE_ID),
        ("phone", "0199001234", Entity.PHONE),
    ):
        assert found(value, key, Role.VALUE, place=Place.COOKIE) == [(value, entity)]
    assert found("Malmö", "city", Role.VALUE, place=Place.COOKIE) == []
    assert found("compact", "display_name", Role.VALUE, place=Place.COOKIE) == []


def test_reads_who_sends_in_headers(found):
    assert found("Dana Quill", "X-User", Role.IDENTIFIER, place=Place.HEADER) == [("Dana Quill", Entity.PERSON)]
    assert found("dana.quill", "X-Remote-User", Role.IDENTIFIER, place=Place.HEADER) == [("dana.quill", Entity.USERNAME)]
    assert found("Dana Quill", "X-User-Name", Role.IDENTIFIER, place=Place.HEADER) == [("Dana Quill", Entity.USERNAME)]
    assert found("Mozilla/5.0 (X11; Linux)", "User-Agent", Role.IDENTIFIER, place=Place.HEADER) == []
    assert found("premium", "X-User-Type", Role.IDENTIFIER, place=Place.HEADER) == []


@pytest.mark.parametrize(
    ("key", "text", "path", "entity"),
    [
        ("ssns", "524713806", "body/ssns/0", Entity.US_SSN),
        ("ssns", "524713806", "body/ssns", Entity.US_SSN),
        ("social_security_numbers", "524-71-3806", "body/social_security_numbers/0", Entity.US_SSN),
        ("phones", "5550145", "body/phones/0", Entity.PHONE),
        ("phones", "2125550145", "body/phones", Entity.PHONE),
        ("raw phones", "5550145", "body/phones/0/raw", Entity.PHONE),
        ("full name", "Dana Quill", "body/name/full", Entity.PERSON),
        ("ssn number", "524713806", "body/ssn/number", Entity.US_SSN),
        ("firstNames", "Dana", "body/firstNames/0", Entity.PERSON),
        ("passwords", "hunter2", "body/passwords/1", Entity.PASSWORD),
        ("ssn_list", "524713806", "body/ssn_list/0", Entity.US_SSN),
        ("birthdays", "1995-05-03", "body/birthdays/0", Entity.DATE_OF_BIRTH),
        ("home_addresses", "12 High Street", "body/home_addresses/0", Entity.ADDRESS),
        ("Telefonnummern", "5550145", "body/Telefonnummern/0", Entity.PHONE),
        ("cards", "424242424243", "body/cards/0", None),  # the check digit is wrong
        ("phones", "120000", "body/phones", None),  # how many were sold
        ("ssns", "1234", "body/ssns", None),
        ("passwords", "Passwords", "body/passwords", None),  # a text of the page
        ("cities", "Paris", "body/cities/0", None),  # what one may choose from
        ("passes", "hunter2", "body/passes/0", None),
        ("cells", "5550145", "body/cells/0", None),
        ("tokens", "4096", "body/tokens", None),
        ("logins", "Failed logins", "body/logins/0", None),
    ],
)
def test_knows_plurals_and_other_forms_of_a_name(found, key, text, path, entity):
    assert found(text, key, Role.VALUE, path=path) == ([(text, entity)] if entity else [])
