"""Names and values that take turns in a list, and lines below a heading."""

import time

import pytest

from guardian_core.vocabulary import Entity

NUMBER = ("524713806", Entity.US_SSN)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (["ssn", "524713806", "phone", "2125550145"], [NUMBER, ("2125550145", Entity.PHONE)]),
        (["ssn", 524713806], [NUMBER]),
        ({"cmd": ["HSET", "user:1", "ssn", "524713806"]}, [NUMBER]),
        ({"args": ["--user", "mira", "--password", "hunter2x"]}, [("hunter2x", Entity.PASSWORD)]),
        ({"headers": ["X-Ssn", "524713806"]}, [NUMBER]),
        (["tool", "--password", "hunter2"], [("hunter2", Entity.PASSWORD)]),
        ({"kv": ["plan", "gold", "date_of_birth", "1984-03-12"]}, [("1984-03-12", Entity.DATE_OF_BIRTH)]),
        (["passport", "C01X00T47"], [("C01X00T47", Entity.PASSPORT)]),
        ({"d": {"x": ["national_id", "AB123456C"]}}, [("AB123456C", Entity.NATIONAL_ID)]),
        (["api_key", "Zx81kQ0vB7nT4mW2pL9s"], [("Zx81kQ0vB7nT4mW2pL9s", Entity.SECRET)]),
    ],
)
def test_names_an_element_by_the_one_before(found_in, body, found):
    assert found_in(body) == found


def test_what_is_beyond_doubt_speaks_for_all_names_that_take_turns_with_values(found_in):
    body = ["first_name", "Mira", "city", "Leeds", "ssn", "524713806", "plan", "gold"]
    assert found_in(body) == [("Mira", Entity.PERSON), ("Leeds", Entity.CITY), NUMBER]
    assert found_in(["first_name", "Mira", "city", "Leeds"]) == []
    assert found_in(["x", *body]) == [NUMBER]


@pytest.mark.parametrize(
    "body",
    [
        ["ssn", "phone", "password", "first_name"],
        ["First name", "Last name", "Company", "Address 2"],
        ["username", "password", "password2", "address1"],
        ["none", "password", "oauth2", "saml2", "totp-6"],
        ["pass", "test_login12"],
        ["set", "password", "policy1"],
        ["cell", "1024768900"],
        ["mobile", 1732999999123, "phone", 1732999999],
        ["pin", "13", "card", "4111111111111112"],
        ["phone", "12 apps"],
        ["ssn", 12, 524713806],
        ["password", "text-ref:10"],
        ["password", "The password must have 8 characters"],
        ["token", "the-next-of-20-tokens"],
        {"ssn": ["x"], "n": [524713806]},
    ],
)
def test_leaves_lists_of_names_and_other_values(found_in, body):
    assert found_in(body) == []


@pytest.mark.parametrize(
    "body",
    [
        ["name,ssn", "Mira Okafor,524713806"],
        {"rows": ["name;ssn;plan", "x;y;z", "Mira Okafor;524713806;gold"]},
        {"lines": ["name\tssn", "Mira Okafor\t524713806"]},
        {"header": "name,ssn", "rows": ["Mira Okafor,524713806"]},
        {"columns": "name|ssn", "row": "Mira Okafor|524713806"},
        {"fields": "id, ssn", "data": '17, "524713806"'},
        {"columns": "ssn", "values": "524713806"},
        "columns=ssn&values=524713806",
        "columns=name,ssn&rows=Mira+Okafor,524713806",
    ],
)
def test_reads_lines_by_the_heading_above_them(found_in, body):
    assert NUMBER in found_in(body)


@pytest.mark.parametrize(
    "body",
    [
        ["sku,price", "A-1,524713806"],
        ["name,ssn", "524713806"],
        ["name,ssn", "Mira Okafor,none"],
        ["Hello, phone us", "now, 2125550145 times"],
        {"header": "ssn", "title": "524713806"},
        {"header": "id,ssn", "other": {"rows": "1,524713806"}},
        {"columns": "plan", "values": "524713806"},
        {"labels": "phone", "data": "1732999999123"},
    ],
)
def test_leaves_lines_that_no_heading_is_above(found_in, body):
    assert [entity for _, entity in found_in(body) if entity in {Entity.US_SSN, Entity.PHONE}] == []


def test_time_grows_with_the_length_of_lists(found_in):
    def seconds(count: int) -> float:
        body = {"x": ["ssn", "none 1"] * count, "y": ["name,ssn", *["x,y"] * count]}
        start = time.perf_counter()
        found_in(body)
        return time.perf_counter() - start

    seconds(100)
    assert seconds(8_000) < 40 * max(seconds(800), 0.01)
