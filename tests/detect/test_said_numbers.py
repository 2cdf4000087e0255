"""Numbers that only the words before them make somebody's."""

import pytest

from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("sort code 20-00-00 account number 55779911", ["20-00-00", "55779911"]),
        ("Sort code: 20-00-00, account: 55779911", ["20-00-00", "55779911"]),
        ("my account no. is 55779911 and the sort code is 20 00 00", ["55779911", "20 00 00"]),
        ("pay into sort-code 200000, a/c 5577 9911", ["200000", "5577 9911"]),
        ("routing number 021000021, account number 123456789012", ["021000021", "123456789012"]),
        ("BSB 062-000 account 12345678", ["062-000", "12345678"]),
        ("BLZ 370 400 44, Kontonummer 532013000", ["370 400 44", "532013000"]),
        ("my bank account number is 55779911", ["55779911"]),
    ],
)
def test_finds_the_account_and_the_code_of_its_bank(found, text, values):
    assert found(text) == [(value, Entity.BANK_ACCOUNT) for value in values]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("IMEI 490154203237518", "490154203237518"),
        ("the IMEI is 49-015420-323751-8, I think", "49-015420-323751-8"),
        ("IMEI2: 356938035643809", "356938035643809"),
        ("IMEISV 4901542032375180", "4901542032375180"),
        ("IMSI 234107896543210", "234107896543210"),
        ("ICCID 8944110068256270054", "8944110068256270054"),
        ("MEID A1000049D8B5C4", "A1000049D8B5C4"),
    ],
)
def test_finds_the_number_of_a_telephone(found, text, value):
    assert found(text) == [(value, Entity.DEVICE_ID)]


@pytest.mark.parametrize(
    "text",
    [
        "IMEI 490154203237519", "IMEI 000000000000000", "an IMEI has 15 digits", "ICCID 1234567890123456789", "MEID ABCDEFABCDEFAB",
        "sort code by name, 20 rows", "account 55779911 is overdue", "routing table 10, account 12",
        "routing of order 123456789", "the number 490154203237518",
    ],
)  # fmt: skip
def test_leaves_numbers_without_check_or_words(found, text):
    assert found(text) == []
