"""seams: what counts of the findings in an item that joins others."""

from array import array

from guardian_core.seams import across, counts
from guardian_core.vocabulary import ENTITY_CATEGORY, Entity, Finding, Item, Place, Role


def item(text, start, *, seams=(), offsets=None):
    return Item("body", "", text, Role.PROSE, Place.BODY, offsets, start, start + len(text), seams=seams)


def found(number, start, end):
    return Finding(number, start, end, Entity.EMAIL, ENTITY_CATEGORY[Entity.EMAIL], 1.0, "pattern")


def test_only_what_lies_across_a_seam_counts():
    joined = item("abcdef", 0, seams=(2, 4))
    assert [counts(joined, *place) for place in ((0, 2), (0, 3), (2, 4), (3, 5), (4, 6), (0, 6))] == [
        False,
        True,
        False,
        True,
        False,
        True,
    ]
    assert counts(item("abcdef", 0), 0, 2)


def test_a_part_that_holds_the_whole_has_it():
    part, apart = item("ab<b>cd</b>", 10), item("zz", 90)
    joined = item("abcd", 10, seams=(2,), offsets=array("q", [10, 11, 15, 16, 21]))
    whole, cut = found(0, 0, 7), found(1, 0, 4)
    assert across((part, joined, apart), (whole, cut, found(2, 0, 2))) == (whole, found(2, 0, 2))
    assert across((part, joined), (found(0, 0, 2), cut)) == (found(0, 0, 2), cut)
    assert across((part, joined), (found(1, 0, 2),)) == ()


def test_letters_that_have_one_place_are_held_by_nothing():
    whole = array("q", [10, 10, 10, 10, 40])
    part, joined = item("abcd", 10, offsets=whole), item("abcd", 10, offsets=whole, seams=(2,))
    assert across((part, joined), (found(0, 0, 4), found(1, 0, 4))) == (found(0, 0, 4), found(1, 0, 4))
