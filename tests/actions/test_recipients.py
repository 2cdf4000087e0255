"""The list of well-known recipients, and the user's own entries before it."""

import pytest

from guardian_core.actions.domains import normal
from guardian_core.actions.recipients import LISTED, OWNERS, listing_of, owner_of, under
from guardian_core.settings import ListedDomain
from guardian_core.vocabulary import Purpose, Recipient


@pytest.mark.parametrize(
    ("host", "path", "recipient"),
    [
        ("stats.g.doubleclick.net", "/j/collect", Recipient.ADVERTISING),
        ("www.google-analytics.com", "/g/collect", Recipient.ANALYTICS),
        ("www.facebook.com", "/tr/", Recipient.ADVERTISING),
        ("www.facebook.com", "/trends", Recipient.SOCIAL_MEDIA),
        ("www.google.com", "/recaptcha/api2/reload", Recipient.SERVICE_PROVIDER),
        ("api.stripe.com", "/v1/tokens", Recipient.SERVICE_PROVIDER),
        ("tenant.eu.auth0.com", "/oauth/token", Recipient.SERVICE_PROVIDER),
        ("www.irs.gov", "/", Recipient.GOVERNMENT),
        ("www.spokeo.com", "/", Recipient.DATA_BROKER),
        ("api.openai.com", "/v1/chat/completions", Recipient.SERVICE_PROVIDER),
        ("api.openai.com", "/v1/traces/ingest", Recipient.ANALYTICS),
    ],
)
def test_knows_who_it_is(host, path, recipient):
    listing = listing_of(host, path, {})
    assert listing is not None
    assert listing.recipient is recipient


@pytest.mark.parametrize(
    "host", ["notdoubleclick.net", "doubleclick.net.evil.test", "gov.evil.test", "www.google.com", "shop.test"]
)
def test_does_not_take_a_likeness_for_the_thing(host):
    assert listing_of(host, "/", {}) is None


def test_lets_the_users_own_entry_win():
    own = {"google-analytics.com": ListedDomain(recipient=Recipient.SERVICE_PROVIDER, owner="Ours")}
    listing = listing_of("www.google-analytics.com", "/g/collect", own)
    assert listing is not None
    assert (listing.recipient, listing.purpose) == (Recipient.SERVICE_PROVIDER, Purpose.FUNCTIONALITY)
    assert owner_of("www.google-analytics.com", own) == "Ours"


def test_holds_only_names_as_they_are_looked_up():
    assert all(name == normal(name) and "/" not in name for name in (*LISTED, *OWNERS))


def test_names_no_reserved_domain():
    """The demo's world is not in the list: its user says who is who."""
    assert not [name for name in (*LISTED, *OWNERS) if name.rsplit(".", 1)[-1] in {"test", "example", "invalid", "localhost"}]


def test_reads_paths_by_segments():
    assert under("/ads/x", "/ads")
    assert not under("/adsense", "/ads")
