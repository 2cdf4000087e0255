"""Tokens by their providers' prefixes."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardian_core.detect.tokens import PROVIDERS, drawn, tokens
from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(("mark", "token"), PROVIDERS, ids=[token[:24] for _, token in PROVIDERS])
@given(data=st.data())
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
def test_finds_whatever_a_provider_would_issue(mark, token, data):
    """The mark that spares the search is a part of every token."""
    issued = data.draw(st.from_regex(re.compile(token, re.ASCII), fullmatch=True))
    assert mark in issued
    if drawn(issued):
        text = f"use {issued} now"
        assert any(text[span.start : span.end] in {issued, issued.partition("=")[2]} or issued in text[span.start : span.end]
                   for span in tokens(text))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (
            "https://hooks.slack.com/services/T0ABCDEF1/B0ABCDEF2/a1B2c3D4e5F6g7H8i9J0k1L2",
            "T0ABCDEF1/B0ABCDEF2/a1B2c3D4e5F6g7H8i9J0k1L2",
        ),
        ("https://discord.com/api/webhooks/123456789012345678/aB3_dE6gH9jK2mN5pQ8s", "aB3_dE6gH9jK2mN5pQ8s"),
        ("https://x.blob.core.windows.net/c/f?sp=r&sig=" + "aB3dE6gH9jK2" * 4 + "%3D", "aB3dE6gH9jK2" * 4 + "%3D"),
    ],
)
def test_finds_addresses_that_are_keys(text, key):
    assert [text[span.start : span.end] for span in tokens(text)] == [key]


@pytest.mark.parametrize(
    "text",
    [
        "sk-button-primary-large-outline-rounded", "pk_live_4eC39HqLyjWDarjtT1zdp7dc", "sk-" + "a" * 40,
        "glpat-not-a-token-really-no",
        "task-list-of-the-1st-quarter-in-2026-abc", "AKIAEXAMPLE", "hf_spaces", "npm_config_registry", "secret_santa",
    ],
)  # fmt: skip
def test_leaves_names_that_begin_alike(text):
    assert list(tokens(text)) == []


def test_gives_secrets_only():
    assert {span.entity for span in tokens("AKIA" + "ABCDEFGHIJ234567")} == {Entity.SECRET}
