"""Registered values: what is accepted, how they are shown, and what is made of them."""

import pytest

from guardian_core.detect.identity_forms import KINDS, SHORTEST, Identity, identity, masked, spellings, writings
from guardian_core.errors import IdentityError


@pytest.mark.parametrize(
    ("text", "kind"), [("dana.quill@example.com", "email"), (" +44 20 7946 0958 ", "phone"), ("+442079460958", "phone")]
)
def test_knows_a_kind_by_its_looks(text, kind):
    assert identity(None, text).kind == kind


@pytest.mark.parametrize(
    ("kind", "text", "word"),
    [
        ("name", "xq", "at least 5"),
        ("email", "a@b", "at least"),
        ("email", "dana at example.com", "name@example.com"),
        ("phone", "+44 20 79x6 0958", "country"),
        ("id", "12-34", "at least 5"),
        (None, "Dana Quill", "--kind"),
        ("other", "tab\x01bed", "control"),
    ],
)
def test_says_what_is_wrong_and_never_the_value(kind, text, word):
    with pytest.raises(IdentityError, match=word) as raised:
        identity(kind, text)
    assert text not in str(raised.value)


def test_needs_a_region_for_a_national_number():
    assert identity("phone", "020 7946 0958", ["GB"]).kind == "phone"
    with pytest.raises(IdentityError):
        identity("phone", "020 7946 0958")


def test_hides_the_value():
    one = Identity("email", "dana.quill@example.com")
    assert "quill" not in repr(one)
    assert "quill" not in masked(one)


@pytest.mark.parametrize("kind", KINDS)
def test_has_words_for_every_kind(kind):
    one = Identity(kind, {"email": "dana@example.com", "phone": "+442079460958"}.get(kind, "Dana Quill 12345"))
    assert spellings(one, ())
    assert writings(one, ())
    assert SHORTEST[kind] > 2


def test_knows_that_dots_and_tags_reach_the_same_gmail_box():
    found = spellings(Identity("email", "Dana.Quill+shop@gmail.com"), ())
    assert {"danaquill@gmail.com", "dana.quill@gmail.com", "danaquill@googlemail.com", "Dana.Quill+shop@gmail.com"} <= set(found)
    assert "danaquill@example.com" not in spellings(Identity("email", "dana.quill@example.com"), ())


def test_writes_a_number_in_every_form():
    found = set(spellings(Identity("phone", "+44 20 7946 0958"), ()))
    assert {"+442079460958", "442079460958", "00442079460958", "02079460958", "2079460958", "020 7946 0958"} <= found
