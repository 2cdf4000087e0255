"""Soft 404: 200 for what does not exist."""

import pytest

from guardian_core.settings import PolicySettings
from policy_cache.extract import read_page
from policy_cache.fetch import Reader, trust
from policy_cache.missing import SoftMissing
from tests.policy_cache.world import POLICY, Answer, World, home, no_names, page


@pytest.mark.parametrize(("shown", "expected"), [(page("<p>We collect data here. Nothing to see.</p>"), True), (POLICY, False)])
async def test_compares_with_a_path_that_cannot_exist(
    world: World, settings: PolicySettings, shown: str, *, expected: bool
) -> None:
    world.site("soft.test", {"/": home("")}, otherwise=Answer(page("<p>We collect data here. Nothing to see.</p>")))
    async with Reader(settings, trust(world.ca), world.resolve, no_names) as reader:
        soft = SoftMissing(reader)
        for _ in range(2):
            assert await soft.shows("https://soft.test/privacy", read_page(shown.encode(), "text/html"), None) is expected
    assert len(world.requests) == 1


async def test_knows_the_home_page_at_every_path(world: World, settings: PolicySettings) -> None:
    front = read_page(home("").encode(), "text/html")
    async with Reader(settings, trust(world.ca), world.resolve, no_names) as reader:
        assert await SoftMissing(reader).shows("https://app.test/privacy", front, front)
    assert world.requests == []
