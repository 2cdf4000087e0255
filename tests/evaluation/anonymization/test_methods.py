"""methods.py: the table of methods."""

import pytest

from guardian_core.evaluation.anonymization.methods import METHODS, Tools, methods


def test_makes_what_is_named_in_this_order(sample):
    made = methods(["mask-all", "keep-all"], Tools())
    assert list(made) == ["mask-all", "keep-all"]
    assert made["keep-all"](sample("Ann")).text == "Ann"


def test_knows_the_levels_and_the_bounds():
    assert {"guardian-l1", "guardian-l2", "guardian-l3", "presidio", "spacy", "gold-tags", "keep-all", "mask-all"} <= METHODS.keys()


def test_refuses_others():
    with pytest.raises(KeyError):
        methods(["magic"], Tools())
