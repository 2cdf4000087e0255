"""Tracker lists that a user supplies."""

import json
import os
from pathlib import Path

import pytest

from guardian_core.actions.recipients import listing_of
from guardian_core.errors import SettingsError
from guardian_core.lists import read_list
from guardian_core.settings import Settings
from guardian_core.vocabulary import Recipient

DISCONNECT = {
    "categories": {
        "Advertising": [{"Lantern": {"https://lantern.test/": ["lantern.test", "lantern-cdn.test"], "performance": "true"}}],
        "Content": [{"Nest": {"https://nest.test/": ["nest.test"]}}],
    }
}
DUCKDUCKGO = {
    "trackers": {
        "meter.test": {"owner": {"displayName": "Meter"}, "categories": ["Analytics"]},
        "plain.test": {"owner": {"displayName": "Plain"}, "categories": []},
    },
    "cnames": {"data.shop.test": "shop.eu.meter.test", "www.shop.test": "shop.plain.test"},
}
FILTERS = "! a comment\n||spy.test^\n||spy2.test^$third-party\n||host.test/pixel^\n@@||good.test^\n-banner.\n"
FORMS = {
    "disconnect": (json.dumps(DISCONNECT), {"lantern.test": "advertising", "lantern-cdn.test": "advertising"}),
    "duckduckgo": (json.dumps(DUCKDUCKGO), {"meter.test": "analytics", "data.shop.test": "analytics"}),
    "filters": (FILTERS, {"spy.test": "analytics", "spy2.test": "analytics"}),
}


@pytest.mark.parametrize(("text", "known"), FORMS.values(), ids=FORMS.keys())
def test_reads_each_form(tmp_path, text, known):
    path = tmp_path / "list"
    path.write_text(text)
    assert {domain: str(recipient) for domain, recipient, _ in read_list(path)} == known


@pytest.mark.parametrize("text", ["", "{", "{}", "nothing here"])
def test_refuses_what_is_no_list(tmp_path, text):
    path = tmp_path / "list"
    path.write_text(text)
    with pytest.raises(SettingsError, match="is no list"):
        read_list(path)


def test_counts_only_where_nothing_more_is_known(tmp_path):
    (tmp_path / "filters.txt").write_text("||spy.test^\n||accounts.google.com^\n||mine.test^\n")
    config = tmp_path / "guardian.toml"
    config.write_text('[decision]\nlists = ["filters.txt"]\n[decision.domains."mine.test"]\nrecipient = "service_provider"\n')
    own = Settings.load(config).decision.domains
    said = {host: listing_of(host, "/", own) for host in ("a.spy.test", "accounts.google.com", "mine.test")}
    assert [listing and listing.recipient for listing in said.values()] == [
        Recipient.ANALYTICS, Recipient.SERVICE_PROVIDER, Recipient.SERVICE_PROVIDER,
    ]  # fmt: skip


DATA = Path(os.environ.get("GUARDIAN_DATA", Path(__file__).parents[1] / ".." / "shared" / "data")) / "trackers"


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason="no tracker lists: set GUARDIAN_DATA to the data folder")
@pytest.mark.parametrize(("name", "least"), [("services.json", 1_000), ("extension-tds.json", 300), ("EasyPrivacy.txt", 5_000)])
def test_reads_the_published_lists(name, least):
    assert len({domain for domain, _, _ in read_list(DATA / name)}) >= least
