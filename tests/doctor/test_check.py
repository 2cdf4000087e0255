"""The verdict."""

from guardian_core.doctor.check import Check, verdict


def test_names_what_is_wrong_and_counts_what_is_worth_knowing():
    ok, note, problem = Check("a", "ok", ""), Check("b", "note", ""), Check("c", "problem", "", "do")
    assert verdict([ok]) == "it protects"
    assert verdict([ok, note]) == "it protects; 1 thing worth knowing"
    assert verdict([ok, note, note]) == "it protects; 2 things worth knowing"
    assert verdict([problem, note, problem]) == "2 problems: c, c"
