"""One name however it is spelled."""

import pytest

from guardian_core.actions.keys import FIELD, PATH, PROTOCOL, meanings, path_words, squeezed


@pytest.mark.parametrize(
    "name", ["access_token", "accessToken", "Access-Token", "ACCESS_TOKEN", "access token", "[access][token]", "AccessToken"]
)
def test_reads_every_spelling_alike(name):
    assert squeezed(name) == "accesstoken"


@pytest.mark.parametrize(
    ("name", "meaning", "expected"),
    [
        ("user[password]", "password", True),
        ("new-password", "password", True),
        ("passwordHint", "password", False),
        ("compass", "password", False),
        ("max_tokens", "credential", False),
        ("billing[cardNumber]", "card", True),
        ("shippingPostCode", "address", True),
        ("company", "card", False),
        ("", "password", False),
    ],
)
def test_reads_meaning_from_the_last_words(name, meaning, expected):
    assert (meaning in meanings(name)) is expected


def test_holds_only_squeezed_names():
    names = {name for table in (FIELD, PROTOCOL, PATH) for group in table.values() for name in group}
    assert not [name for name in names if squeezed(name) != name and name not in PATH["authentication"]]


def test_reads_a_long_name_by_its_end():
    assert "password" in meanings("x" * 100_000 + "[password]")


def test_takes_a_path_apart():
    assert path_words("/api/userLogin/v1") == {"api", "user", "login", "v1"}
