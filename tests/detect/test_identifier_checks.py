"""Check digits that python-stdnum does not know; each with its authority's example and a near miss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.detect.identifier_checks import OWN

RIGHT = {
    "kvnr": ("A123456780", "A123456781"),
    "rvnr": ("15070649C103", "15070649C104"),
    "ausweis": ("T220001293", "T220001294"),
    "nino": ("AB123456C", "BG123456C"),
    "uk_licence": ("MORGA753116SM9IJ", "MORGA799116SM9IJ"),
    "mbi": ("1EG4-TE5-MK73", "1SG4-TE5-MK73"),
    "npi": ("1234567893", "1234567894"),
    "medicare_au": ("2123456701", "2123456711"),
    "nhi": ("ZAC5361", "ZAC5362"),
    "snils": ("11223344595", "11223344596"),
    "iin": ("940217200217", "940217200216"),
    "luxembourg": ("1893120105732", "1893130105732"),
    "singapore": ("S1234567D", "S1234567E"),
    "taiwan": ("A123456789", "A123456788"),
    "hong_kong": ("G123456A", "G1234567"),
    "spanish_insurance": ("281234567840", "281234567841"),
    "denmark": ("2110625629", "3113625629"),
    "china": ("11010519491231002X", "110105194912310021"),
}


@pytest.mark.parametrize(("name", "right", "wrong"), [(name, *pair) for name, pair in RIGHT.items()], ids=RIGHT)
def test_tells_right_from_wrong(name, right, wrong):
    assert OWN[f"own.{name}"](right)
    assert not OWN[f"own.{name}"](wrong)


def test_every_check_has_an_example():
    assert {f"own.{name}" for name in RIGHT} == set(OWN)


@given(st.sampled_from(sorted(OWN)), st.text(max_size=20))
def test_is_total(name, text):
    assert OWN[name](text) in {True, False}


@given(st.sampled_from(sorted(OWN)), st.text("0123456789ABXZ", min_size=7, max_size=18))
def test_is_total_for_letters_and_digits(name, text):
    assert OWN[name](text) in {True, False}
