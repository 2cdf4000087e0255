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


HEX = "0123456789abcdef" * 10


@pytest.mark.parametrize(
    "token",
    [
        "github_pat_11ABCDEFG0abcdefghijkl_" + "aB3" * 19 + "xy", "glpat-aB3dE6gH9jK2mN5pQ8sT", "npm_" + "aB3dE6gH9jK2" * 3,
        "pypi-AgEIcHlwaS5vcmc" + "aB3dE6gH9" * 6, "xoxe.xoxp-1-aB3dE6gH9jK2mN5p", "rk_live_aB3dE6gH9jK2mN5pQ8sT", "SK" + HEX[:32],
        "SG." + "aB3dE6gH9jK2mN5pQ8sTuV." + "aB3dE6gH9jK" * 4, "sk-proj-" + "aB3_E6gH9-K2" * 8,
        "sk-ant-api03-" + "aB3_E6gH9-K2" * 7,
        "AIza" + "aB3dE6g" * 5, "AQ.Ab8" + "aB3dE6gH9jK2" * 4, "AKIAABCDEFGHIJ234567", "ABSK" + "aB3dE6gH9jK2" * 10,
        "dop_v1_" + HEX[:64], "dapi" + HEX[:32], "shpat_" + HEX[:32], "lin_api_" + "aB3dE6gH9jK2" * 4, "ntn_" + "aB3dE6gH9jK2" * 4,
        "figd_" + "aB3dE6gH9jK2" * 4, "figu_" + "aB3dE6gH9jK2" * 4, "MTA" + "xMjM0NTY3ODkwMTIzNDU2Nw.GaBc1D." + "aB3dE6gH9jK2" * 3,
        "1234567890:AA" + "aB3dE6gH9jK" * 3, "key-" + HEX[:32], f"{HEX[:32]}-{HEX[:8]}-{HEX[:8]}", "hvs." + "aB3dE6gH9jK2" * 4,
        "aB3dE6gH9jK2mN.atlasv1." + "aB3dE6gH9jK2m" * 5, "dckr_pat_aB3dE6gH9jK2mN5pQ8sTuVwXyZ1", f"PMAK-{HEX[:24]}-{HEX[:34]}",
        "glsa_" + "aB3dE6gH9jK2mN5p" * 2 + "_0123abcd", "sbp_" + HEX[:40], "sb_secret_aB3dE6gH9jK-mN5pQ8sTuV_aB3dE6gH",
        "vcp_" + "aB3dE6gH9jK2" * 4, "cfut_" + "aB3dE6gH9jK2" * 4, f"v1.0-{HEX[:24]}-{HEX[:146]}",
        "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",
        "hf_" + "aB3dE6gH9jK2mN5pQ8" * 2, "nvapi-" + "aB3dE6gH9jK2" * 5 + "abcd", "re_aB3dE6gH_" + "aB3dE6gH9jK2" * 2,
        "phx_" + "aB3dE6gH9jK2" * 4, "aB3dE6gH9jK2m" * 4 + "JQQJ99" + "aB3dE6gH9jK2m" * 2, "aB3dE6g" * 6 + "AzSeBaB3dE",
    ],
)  # fmt: skip
@pytest.mark.parametrize("around", ["{}", "use {} now", "TOKEN='{}'", "x.y:{},"])
def test_finds_what_todays_providers_issue(found, token, around):
    assert any(
        value in token and len(value) > len(token) - 8 for value, entity in found(around.format(token)) if entity is Entity.SECRET
    )


@pytest.mark.parametrize("before", "aZ9_/+")
def test_begins_no_token_within_another_run(before):
    assert list(tokens(f"{before}ghp_" + "aB3dE6gH9jK2" * 3)) == []


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
        "sk-SomeLongNameOfAnOutlinedButtonComponent", "re_read_everything_again_from_there_1", "phc_" + "aB3dE6gH9jK2" * 4,
        "hf_transformers_model_for_causal_lm_v2",
    ],
)  # fmt: skip
def test_leaves_names_that_begin_alike(text):
    assert list(tokens(text)) == []


def test_gives_secrets_only():
    assert {span.entity for span in tokens("AKIA" + "ABCDEFGHIJ234567")} == {Entity.SECRET}
