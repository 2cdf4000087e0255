"""actions.roles: prose, values, identifiers."""

import pytest

from guardian_core.actions.roles import role_of

CASES = {
    "sentence": ("I am Dana Quill, write me a letter", "x", "prose"),
    "one word in a prose key": ("hello", "message", "prose"),
    "name in a name key": ("Dana Maria Quill Roe", "contact[lastName]", "value"),
    "address": ("12 High Street, Malmo", "street_address", "value"),
    "long text in a name key": ("word " * 60, "name", "prose"),
    "number": ("2025550142", "content", "value"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "x", "identifier"),
    "hash in a prose key": ("5d41402abc4b2a76b9719d911017c592", "text", "identifier"),
    "jwt": ("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "x", "identifier"),
    "mail": ("dana.quill@example.test", "x", "value"),
    "url": ("https://shop.example.test/a1", "x", "value"),
    "no spaces in this script": ("我叫戴娜住在马尔默今年三十四岁请写信", "x", "prose"),
    "numbers and spaces": ("1 2 3 4", "x", "value"),
    "empty": ("", "", "value"),
}


@pytest.mark.parametrize(("text", "key", "role"), CASES.values(), ids=CASES)
def test_tells_the_role(text: str, key: str, role: str) -> None:
    assert role_of(text, key).value == role
