"""actions.views: cuts keep the way back; quick items are items."""

from array import array
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from guardian_core.actions.views import MAX_PATH, Gathering, View, _Draft, longer, respell, whole
from guardian_core.vocabulary import Item, Place, Role


def test_drops_offsets_where_bytes_and_code_points_run_alike() -> None:
    view = View("aëb", array("q", [3, 4, 6, 7]), 3)
    assert view.cut(2, 3) == View("b", None, 6)
    assert view.cut(1, 3) == View("ëb", array("q", [4, 6, 7]), 4)
    assert View("abc", None, 3).cut(1, 2) == View("b", None, 4)
    assert (view.end, View("abc", None, 3).end) == (7, 6)


def test_respells_over_offsets() -> None:
    view = respell(View("xaby", array("q", [0, 2, 3, 4, 6]), 0), [(1, 3, "@", (1,))], "json")
    assert (view.text, list(view.offsets or ()), view.encoders) == ("x@y", [0, 2, 4, 6], ("json",))


def test_makes_items_like_the_constructor_does() -> None:
    """The quick way depends on both classes having the same slots."""
    assert [f.name for f in fields(_Draft)] == [f.name for f in fields(Item)]
    out = Gathering(Place.BODY)
    out.add(View("t", None, 1, ("json",)), "p", "k", Role.VALUE)
    assert out.items == [Item("p", "k", "t", Role.VALUE, Place.BODY, None, 1, 2, ("json",))]
    assert replace(out.items[0], text="u").text == "u"
    with pytest.raises(FrozenInstanceError):
        out.items[0].text = "u"  # type: ignore[misc]


def test_bounds_paths_and_points_whole_values_at_their_place() -> None:
    path = "body"
    for _ in range(100):
        path = longer(path, "n" * 500)
    assert len(path) < MAX_PATH + 100
    assert list(whole("ab", View("xxx", None, 4), "base64").offsets or ()) == [4, 4, 7]
