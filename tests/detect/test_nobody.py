"""What the names model sees in citations, lists and books."""

import pytest

from guardian_core.detect.names import NameSpan
from guardian_core.detect.nobody import is_nobodys
from guardian_core.vocabulary import Entity


def nobody(text: str, found: str, entity: Entity, key: str = "") -> bool:
    start = text.index(found)
    return is_nobodys(NameSpan(start, start + len(found), entity, 0.9), text, key)


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("in 410 U.S. 113 (1973).", "410", Entity.CODE),
        ("in 410 U.S. 113 (1973).", "S", Entity.DATE),
        ("in 410 U.S. 113 (1973).", "1973", Entity.DATE),
        ("see 5 F.3d 221 (2d Cir. 1993)", "221", Entity.CODE),
        ("see [2004] UKHL 22 on", "2004", Entity.DATE),
        ("see ECLI:EU:C:2014:317 on", "2014", Entity.DATE),
        ("order 48213 (2 x Oak Chair)", "Oak Chair", Entity.PLACE),
        ("2 x Oak Chair", "2 x Oak Chair", Entity.ADDRESS),
        ("1 x Table, 2 x Oak Chair (white)", "Oak Chair", Entity.PERSON),
        ("Qty 2 Oak Chair", "Qty 2", Entity.ADDRESS),
        ("SKU 12345 Oak Chair 2 pcs", "12345 Oak Chair 2", Entity.ADDRESS),
        ("1. Cook\n3. Pay rent", "3", Entity.QUANTITY),
        ("Harry Potter", "Harry Potter", Entity.PERSON),
    ],
)
def test_is_nobodys(text, found, entity):
    assert nobody(text, found, entity)


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("he came 1973 (in May).", "1973", Entity.DATE),
        ("2 x Oak Chair in Leeds", "Leeds", Entity.PLACE),
        ("he paid 3. Pay more", "3", Entity.QUANTITY),
        ("Leeds\n 60810. It is", "60810", Entity.CODE),
        ("0xe4d1 Angelus Oaks", "Angelus Oaks", Entity.PLACE),
        ("Harry Porter", "Harry Porter", Entity.PERSON),
    ],
)
def test_is_somebodys(text, found, entity):
    assert not nobody(text, found, entity)


def test_somebody_may_be_called_like_a_character():
    assert not nobody("Harry Potter", "Harry Potter", Entity.PERSON, "customerName")
    assert nobody("Harry Potter", "Harry Potter", Entity.PERSON, "title")
