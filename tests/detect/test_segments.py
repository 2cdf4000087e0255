"""What the segments of a path say of those behind them."""

import random
from urllib.parse import quote

import pytest

from guardian_core.actions import read
from guardian_core.detect import CUT
from guardian_core.detect.identifier_table import TABLE
from guardian_core.detect.identifiers import valid
from guardian_core.detect.segments import _ISSUED
from guardian_core.vocabulary import Entity, Request


def of_target(target: str, *headers: tuple[bytes, bytes]) -> Request:
    return Request("GET", "https", "host.test", 443, target, headers, b"")


@pytest.fixture
def found_at(patterns_only):
    def find(target: str) -> list[tuple[str, Entity]]:
        items = read(Request("GET", "https", "host.test", 443, target, (), b"")).items
        return [(items[f.item].text[f.start : f.end], f.entity) for f in patterns_only.find(items)]

    return find


@pytest.mark.parametrize(
    ("target", "value", "entity"),
    [
        ("/ssn/524713806", "524713806", Entity.US_SSN),
        ("/v1/phone/2125550145/calls", "2125550145", Entity.PHONE),
        ("/dob/1995-05-03", "1995-05-03", Entity.DATE_OF_BIRTH),
        ("/users/passport_number/X1234567?x=1", "X1234567", Entity.PASSPORT),
        ("/ssns/524713806", "524713806", Entity.US_SSN),
    ],
)
def test_reads_what_a_path_calls_its_next_part(found_at, target, value, entity):
    assert found_at(target) == [(value, entity)]


@pytest.mark.parametrize(
    "target",
    [
        "/password/reset1",
        "/mobile/1234567",
        "/login/oauth2",
        "/city/paris",
        "/ssn/123",
        "/ssn/000123456",
        "/card/123456789012345",
        "/a/524713806",
    ],
)
def test_takes_no_page_for_a_value(found_at, target):
    assert found_at(target) == []


@pytest.mark.parametrize(
    ("target", "value", "entity"),
    [
        ("/u/pesel/44051401359/x", "44051401359", Entity.NATIONAL_ID),
        ("/cpf/111.444.777-35", "111.444.777-35", Entity.TAX_ID),
        ("/snils/112-233-445-95", "112-233-445-95", Entity.NATIONAL_ID),
        ("/codice_fiscale/RCCMNL83S18D969H", "RCCMNL83S18D969H", Entity.NATIONAL_ID),
        ("/national-id/44051401359", "44051401359", Entity.NATIONAL_ID),
        ("/personnummer/811228-9874?x=1", "811228-9874", Entity.NATIONAL_ID),
    ],
)
def test_reads_official_numbers_of_the_table(found_at, target, value, entity):
    assert found_at(target) == [(value, entity)]


def numbers_of_the_table():
    """A name and a number of each row that a few thousand draws give one of."""
    draw = random.Random(7)
    signs = {"9": "0123456789", "A": "ABCDEFGHJKLMNPRSTUVWXYZ", "?": "0123456789ABCDEFGH"}
    for row in TABLE:
        named = sorted(row.keys & _ISSUED, key=lambda key: (not key.isascii(), key))
        shape = row.beside.split("|")[0]
        tries = ("".join(draw.choice(signs[sign]) for sign in shape) for _ in range(2_000))
        number = next((one for one in tries if valid(row, one)), None) if named and shape else None
        if number:
            yield pytest.param(named[0], number, id=f"{row.country}-{row.check}")


NUMBERS = list(numbers_of_the_table())


@pytest.mark.parametrize(("name", "number"), NUMBERS)
def test_knows_each_name_of_the_table_in_a_path(found_at, name, number):
    assert [value for value, _ in found_at(f"/v1/{quote(name)}/{number}/x")] == [number]


def test_tries_most_of_the_table():
    assert len(NUMBERS) > 70


def test_leaves_what_a_page_has_behind_such_a_name(found_at):
    """The check must hold, all of the segment must be the number, and `uid` or `pin` are names of anything."""
    for target in (
        "/pesel/44051401358",
        "/pesel/44051401359-a",
        "/nip/pages/12",
        "/uid/234123412346",
        "/nhs/services/2026",
        "/bsn/2024",
    ):
        assert found_at(target) == []


CUT_OVER = [
    ("/ssn/524/71/3806", "524 71 3806", Entity.US_SSN),
    ("/users/ssn/524/71/3806/details", "524 71 3806", Entity.US_SSN),
    ("/card/4111/1111/1111/1111/17", "4111 1111 1111 1111", Entity.CARD),
    ("/phone/212/555/0187", "212 555 0187", Entity.PHONE),
    ("/tel/01/70/18/66/12", "01 70 18 66 12", Entity.PHONE),
    ("/dob/1984/03/12", "1984 03 12", Entity.DATE_OF_BIRTH),
    ("/date_of_birth/12/3/1984/x", "12 3 1984", Entity.DATE_OF_BIRTH),
    ("/birthday/1984/03/12", "1984 03 12", Entity.DATE_OF_BIRTH),
    ("/pesel/440514/01359", "440514 01359", Entity.NATIONAL_ID),
    ("/email/mira.okafor/example.test", "mira.okafor example.test", Entity.EMAIL),
]


@pytest.mark.parametrize(("target", "pieces", "entity"), CUT_OVER)
def test_finds_a_value_that_is_cut_over_segments(patterns_only, target, pieces, entity):
    """Each piece, as one of a value that goes on in the next: nothing can be put in the place of one."""
    items = read(of_target(target)).items
    found = [(items[f.item].text, f.entity) for f in patterns_only.find(items) if f.source == CUT]
    assert set(found) == {(piece, entity) for piece in pieces.split()}


def test_finds_it_in_the_address_of_the_page_before(patterns_only):
    items = read(of_target("/", (b"referer", b"https://shop.test/ssn/524/71/3806"))).items
    assert [items[f.item].text for f in patterns_only.find(items)] == ["524", "71", "3806"]


@pytest.mark.parametrize(
    "target",
    [
        "/ssn/000/71/3806",
        "/ssn/524/71",
        "/a/524/71/3806",
        "/card/4111/1111/1111/1112",
        "/phone/100/200/3000",
        "/phone/2024/11/05/1234",
        "/phones/12345/678901",
        "/birthday/2024/03/12/ten-ideas",
        "/dob/1984/03",
        "/mail/inbox_2/list.do",
        "/email/newsletter_7/pixel.gif",
        "/email/unsubscribe/example.test",
        "/passport/2024/11/05",
        "/password/reset-2024",
        "/users/1984/03/12",
    ],
)
def test_takes_no_pages_for_a_value(found_at, target):
    assert found_at(target) == []


def test_finds_names_where_the_path_has_two_of_them(found_at):
    assert found_at("/first_name/mira/last_name/okafor") == [("mira", Entity.PERSON), ("okafor", Entity.PERSON)]
    assert found_at("/first_name/mira") == []
    assert found_at("/first_name/last_name/surname") == []


def test_finds_a_password_that_is_no_page(found_at):
    assert found_at("/login/password/hunter2x!") == [("hunter2x!", Entity.PASSWORD)]
