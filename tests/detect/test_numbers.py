"""Cards, IBANs, social security numbers: BUGS B27, B30."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.detect.context import Context
from guardian_core.detect.numbers import IBAN_LENGTHS, card_lengths, iban_valid, ibans, luhn
from guardian_core.vocabulary import QUASI, Entity, Role


@pytest.mark.parametrize(
    "text",
    [
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "4111\u00a01111\u00a01111\u00a01111",
        "4111\u00ad111111111111",
        "\uff14\uff11\uff11\uff11111111111111",
        "\u2463" + "\u2460" * 15,
        "4111.1111.1111.1111",
        "4111_1111_1111_1111",
        "4111/1111/1111/1111",
        "4111  1111  1111  1111",
        "4111\n1111\n1111\n1111",
        "3782.822463.10005",
        "5555555555554444",
        "2223003122003222",
        "378282246310005",
        "3782 822463 10005",
        "30569309025904",
        "6011111111111117",
        "3530111333300000",
    ],
)
def test_finds_a_card(found, text):
    assert found(f"pay {text}, please") == [(text, Entity.CARD)]
    assert found(text, "value", Role.VALUE) == [(text, Entity.CARD)]


@pytest.mark.parametrize(
    "text",
    [
        '{"t":1799500000001,"msg":"build done"}',
        '{"t":1799500000000}',
        "4111111111111112",
        "9111111111111111",
        "41111111111111111",
        "0000000000000000",
        "1611140815579103",
        "sizes 1234 5678 9012 3456",
        "4111.1111.1111.1112",
        "4111.1111/1111.1111",
        "0.4111111111111111",
        "6759649826438453",  # Maestro, but nothing says card
    ],
)
def test_leaves_numbers_that_are_no_card(found, text):
    assert not [f for f in found(text) if f[1] is Entity.CARD]


def test_finds_a_maestro_card_beside_a_word_or_in_a_field_that_says_card(found):
    assert found("my card 6759649826438453") == [("6759649826438453", Entity.CARD)]
    assert found("6759649826438453", "cardNumber", Role.VALUE) == [("6759649826438453", Entity.CARD)]


def test_finds_a_card_between_other_groups_of_digits(found):
    assert found("order 123 4111 1111 1111 1111 12/27") == [("4111 1111 1111 1111", Entity.CARD)]


def test_leaves_a_bare_number_in_a_field_of_ids(found):
    assert found("4111111111111111", "pixel_id", Role.VALUE) == []


def test_finds_a_card_in_a_field_of_times_for_it_can_be_none(found):
    assert found("4111111111111111", "ts", Role.VALUE) == [("4111111111111111", Entity.CARD)]
    assert found("1799500000000001", "timestamp", Role.VALUE) == []


@given(st.from_regex(r"4[0-9]{14}", fullmatch=True))
def test_one_check_digit_of_ten_fits(digits):
    assert sum(luhn(f"{digits}{check}") for check in range(10)) == 1


def test_knows_lengths_by_issuer():
    assert card_lengths("378") == (15,)
    assert card_lengths("1799500000001") == ()


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("IBAN DE89 3704 0044 0532 0130 00 failed", "DE89 3704 0044 0532 0130 00"),
        ("gb82 west 1234 5698 7654 32", "gb82 west 1234 5698 7654 32"),
        ("to NL91ABNA0417164300, today", "NL91ABNA0417164300"),
        ("DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000 now", "DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000"),
        ("DE89-3704-0044-0532-0130-00", "DE89-3704-0044-0532-0130-00"),
    ],
)
def test_finds_an_iban_and_no_word_more(found, text, span):
    assert found(text) == [(span, Entity.IBAN)]


@pytest.mark.parametrize(
    "text", ["DE88370400440532013000", "DE89370400440532013000X", "DE8937040044053201300", "ZZ89370400440532013000"]
)
def test_leaves_what_is_no_iban(text):
    assert list(ibans(text, Context())) == []


@given(st.sampled_from(sorted(IBAN_LENGTHS)), st.data())
def test_two_check_digits_make_any_account_an_iban(country, data):
    account = data.draw(st.text("0123456789ABC", min_size=IBAN_LENGTHS[country] - 4, max_size=IBAN_LENGTHS[country] - 4))
    number = int("".join(str(int(c, 36)) for c in f"{account}{country}00")) % 97
    iban = f"{country}{98 - number:02}{account}"
    assert iban_valid(iban)
    assert not iban_valid(f"{country}{99 - number:02}{account}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it is 123-45-6789.", [("123-45-6789", Entity.US_SSN)]),
        ("SSN: 123456789", [("123456789", Entity.US_SSN)]),
        ("my social security number is 123 45 6789", [("123 45 6789", Entity.US_SSN)]),
        ("itin 912-70-1234", [("912-70-1234", Entity.TAX_ID)]),
        ("order 123456789", []),
        ("000-45-6789 666-45-6789 123-00-6789 123-45-0000", []),
        ("1123-45-67890 123-45-6789-1", []),
    ],
)
def test_reads_social_security_numbers_by_their_rules(found, text, expected):
    assert found(text) == expected


def test_finds_nine_bare_digits_in_a_field_for_them(found):
    assert found("123456789", "ssn", Role.VALUE) == [("123456789", Entity.US_SSN)]


@pytest.mark.parametrize("text", ["de89.3704.0044.0532.0130.00", "DE89_3704_0044_0532_0130_00", "DE89/3704/0044/0532/0130/00"])
def test_finds_an_iban_whatever_stands_between_its_groups(found, text):
    assert found(text, "x", Role.VALUE) == [(text, Entity.IBAN)]


@pytest.mark.parametrize("text", ["524/71/3806", "524_71_3806", "524 71 3806"])
def test_finds_a_social_security_number_with_unusual_signs_only_where_something_says_so(found, text):
    assert found(text, "ssn", Role.VALUE) == [(text, Entity.US_SSN)]
    assert found(f"SSN {text}") == [(text, Entity.US_SSN)]
    assert not [one for one in found(text, "x", Role.VALUE) if one[1] is Entity.US_SSN]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("BIC: DEUTDEFF", "", "DEUTDEFF"),
        ("SWIFT code is DEUTDEFF500, please", "", "DEUTDEFF500"),
        ("DEUTDEFF", "bic", "DEUTDEFF"),
        ("deutdeffxxx", "swift_code", "deutdeffxxx"),
        ("ABCDEFGH", "bic", None),
        ("bicycle ABCDEFGH", "", None),
        ("DEUTDEFF", "v", None),
        ("a swift PROGRESS report", "", None),
    ],
)
def test_the_code_of_a_bank(found, text, key, value):
    """It names a bank, so it counts beside somebody alone: a quasi identifier."""
    assert found(text, key, Role.VALUE if key else Role.PROSE) == ([(value, Entity.CODE)] if value else [])
    assert Entity.CODE in QUASI


@pytest.mark.parametrize(
    "text", ["SSN 524 - 71 - 3806", "S.S.N. 524713806", "s. s. n.: 524 71 3806", "Social-Security 524.71.3806", "SSNs: 524713806"]
)
def test_finds_a_number_however_its_name_and_groups_are_written(found, text):
    assert [entity for _, entity in found(text)] == [Entity.US_SSN]


@pytest.mark.parametrize("text", ["524 - 71 - 38061", "120 - 20 - 3000 = x", "s.n. 524713806"])
def test_takes_no_sum_for_a_number(found, text):
    assert found(text) == []
