"""Tables of things and of people."""

import time

import pytest

from guardian_core.detect.names import NameSpan
from guardian_core.detect.rows import tells_nobody
from guardian_core.vocabulary import Entity

GOODS = "| Product | Qty | Price |\n|---|---|---|\n| Chair | 12 | 19.99 |\n| Lamp | 3 | 9.50 |"
LONG = "Our goods:\n" + GOODS.replace("| Chair", "\n".join(["| Desk | 1 | 2 |"] * 500) + "\n| Chair")
PEOPLE = "| Name | Age | Amount |\n| --- | --- | --- |\n| Dana Quill | 34 | 40 |"


def nobody(text: str, found: str, entity: Entity) -> bool:
    start = text.index(found)
    return tells_nobody(NameSpan(start, start + len(found), entity, 0.9), text)


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        (GOODS, "Qty", Entity.PERSON),
        (GOODS, "Chair", Entity.PERSON),
        (GOODS, "Lamp", Entity.ORGANIZATION),
        (GOODS, "9.50", Entity.DATE),
        ("product,qty,price\nChair,12,19.99\nLamp,3,9.50", "qty", Entity.PERSON),
        ("product,qty,price\nChair,12,19.99\nLamp,3,9.50", "3,9.50", Entity.QUANTITY),
        ("Item;Qty;Price\nChair;12;19,99", "Chair", Entity.PERSON),
        (LONG, "Lamp", Entity.ORGANIZATION),
        ("| Chair | 12 | 19.99 |", "12", Entity.DATE),
        ("Chair\t12\t19.99", "19.99", Entity.CODE),
        (PEOPLE, "Amount", Entity.PERSON),
    ],
)
def test_things_are_nobodys(text, found, entity):
    assert nobody(text, found, entity)


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        (PEOPLE, "Dana Quill", Entity.PERSON),
        (PEOPLE, "34", Entity.AGE),
        (PEOPLE, "40", Entity.QUANTITY),
        ("| Dana Quill | 34 | Leeds |", "34", Entity.AGE),
        ("| Dana Quill | 34 | Leeds |", "Leeds", Entity.PLACE),
        ("He bought a Chair | and left", "Chair", Entity.PERSON),
        ("product,customer,price\nChair,Dana Quill,12", "Dana Quill", Entity.PERSON),
        ("The items, the price, and the stock.\nDana, Nora, and Mary", "Nora", Entity.PERSON),
        ("Dana, Nora, Mary", "Nora", Entity.PERSON),
        ("| Product | Customer |\n|---|---|\n| Chair | Dana Quill |", "Dana Quill", Entity.PERSON),
    ],
)
def test_what_tells_of_somebody_stays(text, found, entity):
    assert not nobody(text, found, entity)


def test_takes_little_time_for_a_long_table():
    text = "| Name | Age |\n" + "| Dana Quill | 34 |\n" * 4_000 + "x" * 400_000
    began = time.perf_counter()
    for at in range(15, 76_000, 20):
        tells_nobody(NameSpan(at, at + 4, Entity.PERSON, 0.9), text)
    assert tells_nobody(NameSpan(300_000, 300_004, Entity.PERSON, 0.9), text) is False
    assert time.perf_counter() - began < 5
