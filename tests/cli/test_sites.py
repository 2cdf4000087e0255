"""What is typed for a site."""

import click
import pytest

from guardian_core.cli.sites import kind, published, site


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Shop.Example.", "shop.example"),
        ("https://shop.example/join?a", "shop.example"),
        ("127.0.0.1", "127.0.0.1"),
        (None, None),
    ],
)
def test_takes_the_domain_of_a_site(text, meant):
    assert site(None, None, text) == meant


@pytest.mark.parametrize("text", ["", "nonsense..x", "not a domain", "https://", "https://[::1", "a@b.test"])
def test_refuses_what_is_no_site(text):
    with pytest.raises(click.BadParameter, match="is not a domain: write"):
        site(None, None, text)


def test_takes_the_address_of_a_policy():
    assert published(None, None, "https://shop.example/privacy") == "https://shop.example/privacy"
    assert published(None, None, None) is None
    with pytest.raises(click.BadParameter, match="names no host"):
        published(None, None, "nonsense")


def test_takes_a_type_that_can_be_read():
    assert kind(None, None, "Text/HTML; charset=utf-8") == "Text/HTML; charset=utf-8"
    assert kind(None, None, "") == ""
    with pytest.raises(click.BadParameter, match="'image/png' is not read: text/html"):
        kind(None, None, "image/png")
