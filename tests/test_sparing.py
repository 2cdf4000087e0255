"""An import without what a library would take beside it."""

import importlib
import sys

import pytest

from guardian_core.sparing import without


def test_hides_a_module_only_inside() -> None:
    """Where it is asked for afterwards it is there as ever."""
    sys.modules.pop("colorsys", None)
    with without("nothing_of_that_name", "colorsys"), pytest.raises(ImportError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)


def test_leaves_a_module_that_is_imported_already() -> None:
    """Somebody uses it."""
    before = sys.modules["json"]
    with without("json"):
        assert importlib.import_module("json") is before
    assert sys.modules["json"] is before


def test_shows_them_again_after_a_fault() -> None:
    """An import that fails must not leave others without a module."""
    sys.modules.pop("colorsys", None)
    with pytest.raises(ZeroDivisionError), without("colorsys"):
        raise ZeroDivisionError
    assert importlib.import_module("colorsys").__name__ == "colorsys"
