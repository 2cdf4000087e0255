"""Names of fields without what says nothing."""

import pytest

from guardian_core.detect.key_forms import Form, forms, in_list


@pytest.mark.parametrize(
    ("key", "endings"),
    [
        ("ssn", []),
        ("ssns", ["ssn"]),
        ("userSSNs", ["userssn", "ssn"]),
        ("home addresses", ["homeaddress", "address"]),
        ("allergies", ["allergy"]),
        ("ssn_value", ["ssn"]),
        ("Telefonnummern", ["telefonnummer"]),
        ("status", []),
        ("address", []),
        ("passes", []),
        ("value", []),
        ("", []),
    ],
)
def test_leaves_out_what_says_nothing(key, endings):
    assert [form.ending for form in forms(key)] == endings


def test_tells_one_of_several_from_a_form_of_one():
    assert forms("phone_list") == (Form("phone", True),)
    assert forms("phone_raw") == (Form("phone", False),)
    assert Form("phone", True) in forms("phone_numbers")


@pytest.mark.parametrize(("path", "listed"), [("body/a/0", True), ("body/0/a", True), ("body/0/a/b", False), ("body/a", False)])
def test_knows_elements_of_lists(path, listed):
    assert in_list(path) is listed
