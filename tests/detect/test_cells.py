"""Values whose names stand in the same text."""

import time

import pytest

from guardian_core.detect.cells import columns, labelled
from guardian_core.detect.context import Context
from guardian_core.vocabulary import Entity

FORM = """Patient: Mira Okafor
Date of birth: 12/03/1980
Téléphone : 01 99 00 12 34
Address: 48 Sedge Road
City: Malmö
Weather: sunny
"""


def texts(search, text):
    return [(text[s.start : s.end], s.entity) for s in search(text, Context())]


def test_reads_a_form_in_a_message():
    assert texts(labelled, FORM) == [
        ("12/03/1980", Entity.DATE_OF_BIRTH),
        ("01 99 00 12 34", Entity.PHONE),
        ("48 Sedge Road", Entity.ADDRESS),
        ("Malmö", Entity.CITY),
    ]


def test_reads_pairs_of_a_log_line():
    assert texts(labelled, 'level=info last_name="Okafor Lind" phone=0199001234 took=12ms') == [
        ("Okafor Lind", Entity.PERSON),
        ("0199001234", Entity.PHONE),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "City: Paris", "Name: Visual Studio", "Via: 1.1 proxy", "Address: localhost:8080", "Password: must be 8 characters long",
        "Note: call me", "gender: female", "https://example.test/?city=Paris", "def f(phone: str, address: str = None):",
    ],
)  # fmt: skip
def test_leaves_what_is_nobodys(text):
    assert texts(labelled, text) == []


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_reads_the_columns_under_a_header(mark):
    rows = ["id,login,password,date_of_birth,score", '7,mokafor,Heron22!x,1980-03-12,"9,5"', "8,dquill,heron pond,1979-12-01,8"]
    text = "\n".join(row.replace('"9,5"', "9").replace(",", mark) for row in rows)
    assert texts(columns, text) == [
        ("mokafor", Entity.USERNAME), ("Heron22!x", Entity.PASSWORD), ("1980-03-12", Entity.DATE_OF_BIRTH),
        ("dquill", Entity.USERNAME), ("heron pond", Entity.PASSWORD), ("1979-12-01", Entity.DATE_OF_BIRTH),
    ]  # fmt: skip


def test_reads_quoted_cells_with_the_separator_in_them():
    text = 'first_name,note\r\n"Mira","a, b"\r\nDana,x\r\n'
    assert texts(columns, text) == [("Mira", Entity.PERSON), ("Dana", Entity.PERSON)]


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "Dear Ann,\nhow are you, password and all?\n", "password, they said\nno, never\n"])
def test_leaves_prose_with_commas(text):
    assert texts(columns, text) == []


def test_finds_passwords_of_a_table_in_a_body(found):
    assert ("Heron22!x", Entity.PASSWORD) in found("user,password\nmira,Heron22!x\n")


@pytest.mark.parametrize("unit", ["a: ", "a=b ", "key: value\n", 'a="', "a,b\n", ":::\n", "x" * 50 + "\n", "name,"])
def test_takes_linear_time(unit):
    def spent(count: int) -> float:
        text = "name,phone\n" + unit * count
        start = time.thread_time()
        list(labelled(text, Context()))
        list(columns(text, Context()))
        return time.thread_time() - start

    half = min(spent(4_000) for _ in range(3))
    assert min(spent(8_000) for _ in range(3)) < 3.2 * half + 0.02


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("SSN:\n524713806", "524713806", Entity.US_SSN),
        ("Social security number\r\n524713806\r\n", "524713806", Entity.US_SSN),
        ("Date of birth\n3 May 1995\nCity", "3 May 1995", Entity.DATE_OF_BIRTH),
        ("* Phone:\n(212) 5550145", "(212) 5550145", Entity.PHONE),
    ],
)
def test_reads_a_number_below_its_name(found, text, value, entity):
    assert (value, entity) in found(text)


@pytest.mark.parametrize(
    "text", ["Phone\ncharger", "City\nParis 12345", "Birthday\nparty 2024", "Name\nDana", "Password\nforgotten1"]
)
def test_takes_no_other_line_below_a_word_for_its_value(found, text):
    assert found(text) == []
