"""What the segments of a path say of those behind them."""

import pytest

from guardian_core.actions import read
from guardian_core.detect import CUT
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


CUT_OVER = [
    ("/ssn/524/71/3806", "524 71 3806", Entity.US_SSN),
    ("/users/ssn/524/71/3806/details", "524 71 3806", Entity.US_SSN),
    ("/card/4111/1111/1111/1111/17", "4111 1111 1111 1111", Entity.CARD),
    ("/phone/212/555/0187", "212 555 0187", Entity.PHONE),
    ("/tel/01/70/18/66/12", "01 70 18 66 12", Entity.PHONE),
    ("/dob/1984/03/12", "1984 03 12", Entity.DATE_OF_BIRTH),
    ("/date_of_birth/12/3/1984/x", "12 3 1984", Entity.DATE_OF_BIRTH),
    ("/birthday/1984/03/12", "1984 03 12", Entity.DATE_OF_BIRTH),
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
