"""Tables of things and of people."""

import pytest

from guardian_core.detect.names import NameSpan
from guardian_core.detect.rows import tells_nobody
from guardian_core.vocabulary import Entity

GOODS = "| Product | Qty | Price |\n|---|---|---|\n| Chair | 12 | 19.99 |\n| Lamp | 3 | 9.50 |"
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
        ("| Product | Customer |\n|---|---|\n| Chair | Dana Quill |", "Dana Quill", Entity.PERSON),
    ],
)
def test_what_tells_of_somebody_stays(text, found, entity):
    assert not nobody(text, found, entity)
