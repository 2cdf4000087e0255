"""jaro.py: Winkler's own examples, and by hand."""

import pytest

from guardian_core.evaluation.metrics.jaro import jaro, jaro_winkler


@pytest.mark.parametrize(
    ("first", "second", "plain", "winkler"),
    [  # Winkler 1990, Table: comparison of strings
        ("MARTHA", "MARHTA", 0.944, 0.961),
        ("DWAYNE", "DUANE", 0.822, 0.840),
        ("DIXON", "DICKSONX", 0.767, 0.813),
        ("ABROMS", "ABRAMS", 0.889, 0.922),
    ],
)
def test_gives_the_published_values(first, second, plain, winkler):
    assert jaro(first, second) == pytest.approx(plain, abs=6e-4)
    assert jaro_winkler(first, second) == pytest.approx(winkler, abs=6e-4)
    assert jaro(first, second) == pytest.approx(jaro(second, first))


def test_bounds():
    assert jaro("", "") == jaro_winkler("same", "same") == 1.0
    assert jaro("", "a") == jaro("abc", "xyz") == 0.0
