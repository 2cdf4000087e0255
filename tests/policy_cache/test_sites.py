"""Policies found in whole sites of many kinds: own policies in a few, real ones in two hundred (where the data is)."""

import os
from pathlib import Path

import pytest

from bench.discovery import policies, run
from tests.policy_cache.sites import Site, with_policy, without_policy

OWN = (
    "We collect your name and your e-mail address when you open an account.",
    "We use your postal address to deliver what you order. We keep it for three years.",
    "<strong>Sharing</strong> <br> We share your phone number with the couriers who bring your parcel, and with nobody else.",
    "Advertisers may place cookies on our pages to measure how often an advertisement is seen.",
    "We do not sell personal information. You have the right to access, correct and delete your data: write to us.",
    "We change this policy from time to time; the revised policy will be posted on our site.",
)


async def results(sites: list[Site]) -> list[str]:
    return [f"{site.host} ({site.kind}): {result}" for site, result in await run(sites) if result not in {"read", "refused"}]


async def test_reads_our_own_policies_in_sites_of_every_kind() -> None:
    assert await results([with_policy(n, OWN) for n in range(40)]) == []


async def test_accepts_nothing_where_there_is_no_policy() -> None:
    assert await results([without_policy(n) for n in range(20)]) == []


@pytest.mark.data
@pytest.mark.timeout(600)
async def test_reads_real_policies_in_200_sites_and_accepts_no_decoy() -> None:
    own = policies(Path(os.environ.get("GUARDIAN_DATA", "../shared/data")))
    if not own:
        pytest.skip("no policies (opp115) in GUARDIAN_DATA")
    wrong = await results([with_policy(n, own[n % len(own)]) for n in range(200)])
    assert len(wrong) <= 10, wrong
    assert await results([without_policy(n) for n in range(60)]) == []
