"""Values that the end of a line cuts."""

import random
import time

import pytest

from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("card 4242 4242\n4242 4242", "4242 4242\n4242 4242", Entity.CARD),
        ("4242-4242-\r\n4242-4242 it was", "4242-4242-\r\n4242-4242", Entity.CARD),
        ("the card is 42424242\n42424242.", "42424242\n42424242", Entity.CARD),
        ("my ssn 524-71-\n3806", "524-71-\n3806", Entity.US_SSN),
        ("524-\n71-3806", "524-\n71-3806", Entity.US_SSN),
        ("SSN 524 71\n3806", "524 71\n3806", Entity.US_SSN),
        ("SSN 52471\n3806", "52471\n3806", Entity.US_SSN),
        ("IBAN DE89\n3704 0044 0532 0130 00", "DE89\n3704 0044 0532 0130 00", Entity.IBAN),
        ("IBAN DE89 3704 0044\r\n> 0532 0130 00", "DE89 3704 0044\r\n> 0532 0130 00", Entity.IBAN),
        ("NHS number 943 476\n5919", "943 476\n5919", Entity.NATIONAL_ID),
        ("call +1 212\n555 0145 soon", "+1 212\n555 0145", Entity.PHONE),
        ("phone 212 555\n0145", "212 555\n0145", Entity.PHONE),
        ("or (212)\n555-0145", "(212)\n555-0145", Entity.PHONE),
        ("mail nora.quist@example.\ncom", "nora.quist@example.\ncom", Entity.EMAIL),
        ("mail nora.quist@example.\nco.uk please", "nora.quist@example.\nco.uk", Entity.EMAIL),
        ("mail nora.quist@exam\nple.com please", "nora.quist@exam\nple.com", Entity.EMAIL),
        ("nora.quist@\nexample.com", "nora.quist@\nexample.com", Entity.EMAIL),
        ("nora.quist\n@example.com", "nora.quist\n@example.com", Entity.EMAIL),
        ("nora.quist@exam=\nple.com", "nora.quist@exam=\nple.com", Entity.EMAIL),
        ("password: hunte=\r\nr2x9", "hunte=\r\nr2x9", Entity.PASSWORD),
        ("BEGIN:VCARD\r\nEMAIL:nora.quist@exam\r\n ple.com\r\nEND:VCARD", "nora.quist@exam\r\n ple.com", Entity.EMAIL),
        ("BEGIN:VCALENDAR\r\nTEL:+1212555\r\n 0145\r\nEND:VCALENDAR", "+1212555\r\n 0145", Entity.PHONE),
        ("4242 4242<br>4242 4242", "4242 4242<br>4242 4242", Entity.CARD),
        ("<p>card 4242 4242<br />\n4242 4242", "4242 4242<br />\n4242 4242", Entity.CARD),
        ("card 4242 4242\n\n4242 4242", "4242 4242\n\n4242 4242", Entity.CARD),
        ("<div>4242 4242</div><div class='b'>4242 4242</div>", "4242 4242</div><div class='b'>4242 4242", Entity.CARD),
        ("<b>4242</b> <i>4242</i> <b>4242</b> <i>4242</i>", "4242</b> <i>4242</i> <b>4242</b> <i>4242", Entity.CARD),
        ("nora.quist<br>@example.com", "nora.quist<br>@example.com", Entity.EMAIL),
        ("<p><b>4242 4242</b> 4242 4242</p>", "4242 4242</b> 4242 4242", Entity.CARD),
        ("<p>524-71-<i><u>3806</u></i></p>", "524-71-<i><u>3806", Entity.US_SSN),
    ],
)
def test_finds_what_goes_on_in_the_next_line(found, text, value, entity):
    assert (value, entity) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "see 12\n2024-01-01 10:00 boot",
        "call 5\n2024-01-01 1",
        "1234 5678\n1234 5678\n1234 5678",
        "4242 4242\n4242 4242\n1111 1111",  # a table
        "root@host\nREADME.md",
        "ask nora@home.\nIt is late",
        "ask nora@home.\nin the office",
        "write to a.b\n@app.route('/x')",
        "x=\n5 y",
        "20240101\n20240102",
        "2019 2020\n2021 2022",
        "524\n71\n3806",
        "total 52471\n3806",
        "order 1234 5678\n2. the second",
        "list 2125550145\n2125550146",
    ],
)
def test_takes_two_lines_for_one_only_where_something_says_so(found, text):
    assert found(text) == []


def test_takes_no_neighbour_of_a_value_that_is_whole(found):
    assert found("nora@example.com\nbest") == [("nora@example.com", Entity.EMAIL)]
    assert found("phone 212 555 0145\n2 next") == [("212 555 0145", Entity.PHONE)]


def test_makes_nothing_of_tables_of_numbers(found):
    draw = random.Random(7)
    for _ in range(400):
        rows = ("  ".join(str(draw.randrange(10 ** draw.choice([3, 4, 5, 8]))) for _ in range(draw.randrange(1, 4))) for _ in "123")
        assert found("\n".join(rows)) == []


def test_takes_time_in_proportion_to_the_lines(found):
    def seconds(lines: int) -> float:
        text = "\n".join(f"{number} of 4242 4242" for number in range(lines))
        begin = time.process_time()
        found(text)
        return time.process_time() - begin

    assert seconds(8_000) < 30
