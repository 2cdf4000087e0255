"""Names of fields taken apart."""

import pytest

from guardian_core.detect.context import Context, before, key_suffixes, key_words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("contact[firstName]", ("contact", "first", "name")),
        ("ADDRESS_LINE_1", ("address", "line")),
        ("e-mail", ("e", "mail")),
        ("userIPAddress", ("user", "ip", "address")),
        ("", ()),
        ("42", ()),
        ("prénom", ("prénom",)),
    ],
)
def test_splits_a_key_into_words(key, words):
    assert key_words(key) == words


def test_tries_longer_endings_first():
    assert key_suffixes("billing.first_name") == ("billingfirstname", "firstname", "name")


def test_mentions_words_and_has_endings():
    context = Context("appVersionName")
    assert context.mentions(frozenset({"version"}))
    assert not context.has(frozenset({"version"}))
    assert context.has(frozenset({"versionname"}))


def test_looks_back_on_the_same_line_only():
    assert before("phone\nx 123", 8) == "x "
