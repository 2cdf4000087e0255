"""The words of the paper's tables as people type them."""

import click
import pytest

from guardian_core.cli.words import transparency, word, words
from guardian_core.vocabulary import Basis, Category, PolicyState, Purpose, Recipient, Transparency


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Location (precise)", Category.LOCATION_PRECISE),
        ("location_precise", Category.LOCATION_PRECISE),
        ("LOCATION-PRECISE", Category.LOCATION_PRECISE),
        ("Location", Category.LOCATION),
        ("Location (unspecified)", Category.LOCATION),
        ("location (unspec.)", Category.LOCATION),
        ("Location (coarse)", Category.LOCATION_COARSE),
        ("PostalAddress", Category.POSTAL_ADDRESS),
        ("postal address", Category.POSTAL_ADDRESS),
        ("ssn", Category.SSN),
        (" IP address ", Category.IP_ADDRESS),
    ],
)
def test_takes_categories_in_any_spelling(text, category):
    assert word(Category, text) is category


@pytest.mark.parametrize("kind", [Category, Recipient, Purpose, Basis])
def test_takes_every_word_as_it_is_printed(kind):
    assert words(kind, [",".join(kind)]) == frozenset(kind)


def test_takes_repeated_options_and_comma_lists():
    assert words(Category, ["email, Postal address", "SSN", "Email"]) == {Category.EMAIL, Category.POSTAL_ADDRESS, Category.SSN}


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        (Category, "emial", "did you mean 'Email'"),
        (Category, "locaton precise", "did you mean 'Location_precise'"),
        (Recipient, "broker", "did you mean 'data_broker'"),
        (Purpose, "advertizing", "did you mean 'advertising'"),
        (Basis, "xyzzy", "known: user_initiated, default, background"),
    ],
)
def test_names_the_nearest_word(kind, text, hint):
    with pytest.raises(click.BadParameter, match=hint):
        word(kind, text)


@pytest.mark.parametrize("values", [[""], ["Email,"], [","]])
def test_refuses_an_empty_name(values):
    with pytest.raises(click.BadParameter, match="an empty name"):
        words(Category, values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("full", Transparency(text=True, category=True, purpose=True, legal_basis=True, rights=True, retention=True)),
        ("Partial", Transparency(text=True, category=True, purpose=True)),
        ("missing", Transparency()),
        ("unknown", Transparency(state=PolicyState.UNKNOWN)),
        ("text, legal basis", Transparency(text=True, legal_basis=True)),
    ],
)
def test_takes_transparency_in_short_or_signal_by_signal(text, expected):
    assert transparency(text) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fulll", "did you mean 'full'"),
        ("text,right", "did you mean 'rights'"),
        ("full,rights", "stands alone"),
        ("", "known: text"),
    ],
)
def test_refuses_other_transparency(text, complaint):
    with pytest.raises(click.BadParameter, match=complaint):
        transparency(text)
