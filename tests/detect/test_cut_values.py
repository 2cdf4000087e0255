"""cut_values: what stands beside each other is looked at in the right places."""

from guardian_core.detect.adjoining import Group
from guardian_core.detect.cut_values import add_cut, is_cut
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.detect.normalise import plain
from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Entity

NONE = IdentityTable(())


def looked(item, texts, taken=()):
    items = [item(text, "", path=f"body/{number}") for number, text in enumerate(texts)]
    spans = [[Span(*one, Entity.CARD, 0.9, CHECKED)] if one else [] for one in taken] or [[] for _ in texts]
    add_cut(items, [plain(text) for text in texts], spans, NONE, ("US",))
    return [[(one.start, one.end, one.source) for one in own] for own in spans]


def test_each_part_gets_its_piece(item):
    assert looked(item, ["a 524-71-", "3806 b", "c"]) == [[(2, 9, "cut")], [(0, 4, "cut")], []]


def test_a_part_in_which_something_is_certain_is_no_piece(item):
    assert looked(item, ["a 524-71-", "3806 b"], [(2, 9), None]) == [[(2, 9, "pattern")], []]


def test_without_regions_only_what_is_registered(item):
    items = [item(text, "", path=f"body/{number}") for number, text in enumerate(["524-71-", "3806"])]
    spans = [[], []]
    add_cut(items, [plain(one.text) for one in items], spans, NONE)
    assert spans == [[], []]


def test_whether_anything_is_cut():
    group = Group((0, 1), runs=True, bare=True)
    assert is_cut(group, ["a 524-71-", "3806"], [False, False], NONE, ("US",))
    assert not is_cut(group, ["a 524-71-", "x"], [False, False], NONE, ("US",))
    assert not is_cut(group, ["524", "713806"], [True, True], NONE, ("US",))
