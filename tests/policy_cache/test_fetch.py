"""Fetching is bounded, patient once, and says nothing about the user."""

import time

import pytest

from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from policy_cache.fetch import HEADERS, Reader, trust
from tests.policy_cache.world import POLICY, Answer, World, no_names, squeezed


def reader_of(world: World, settings: PolicySettings) -> Reader:
    return Reader(settings, trust(world.ca), world.resolve, no_names)


async def test_sends_the_same_few_headers_and_no_cookie_back(world: World, settings: PolicySettings) -> None:
    cookie = {"Set-Cookie": "id=1; Path=/", "Location": "/privacy"}
    world.site("shop.test", {"/a": Answer(status=302, headers=cookie), "/privacy": Answer(POLICY, headers={"Set-Cookie": "id=2"})})
    async with reader_of(world, settings) as reader:
        await reader.get("https://shop.test/a")
        await reader.get("https://shop.test/privacy")
    for _, _, headers in world.requests:
        assert set(headers) == {"Host", "Connection", *HEADERS}
        assert headers["Accept-Language"] == "en"


async def test_counts_redirects(world: World, settings: PolicySettings) -> None:
    world.site("loop.test", {"/": Answer(status=301, headers={"Location": "/"})})
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match="more than 5 redirects"):
            await reader.get("https://loop.test/")
    assert len(world.requests) == 6


@pytest.mark.parametrize("coding", ["", "gzip"])
async def test_stops_at_the_byte_cap(world: World, coding: str) -> None:
    settings = PolicySettings(max_bytes=100_000)
    text = "a" * 50_000_000 if coding else "a" * 200_000
    body = squeezed(text) if coding else text.encode()
    world.site("big.test", {"/": Answer(body, headers={"Content-Encoding": coding} if coding else {})})
    started = time.perf_counter()
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match="larger than 100000 bytes"):
            await reader.get("https://big.test/")
    assert time.perf_counter() - started < 2


async def test_inflates_gzip(world: World, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": Answer(squeezed(POLICY), headers={"Content-Encoding": "gzip"})})
    async with reader_of(world, settings) as reader:
        assert (await reader.get("https://shop.test/")).content == POLICY.encode()


@pytest.mark.parametrize(("coding", "reason"), [("br", "was not asked for"), ("gzip", "broken gzip")])
async def test_refuses_a_body_it_cannot_undo(world: World, settings: PolicySettings, coding: str, reason: str) -> None:
    world.site("shop.test", {"/": Answer(b"plainly not", headers={"Content-Encoding": coding})})
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match=reason):
            await reader.get("https://shop.test/")


@pytest.mark.parametrize(("status", "requests"), [(503, 2), (404, 1), (429, 1), (403, 1)])
async def test_tries_again_only_after_a_passing_fault(world: World, settings: PolicySettings, status: int, requests: int) -> None:
    world.site("shop.test", {"/": Answer("x", status)})
    async with reader_of(world, settings) as reader:
        assert (await reader.get("https://shop.test/")).status == status
    assert len(world.requests) == requests


async def test_refuses_a_certificate_it_does_not_know(world: World, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": POLICY})
    async with Reader(settings, trust(None), world.resolve, no_names) as reader:
        with pytest.raises(FetchError, match="certificate not trusted"):
            await reader.get("https://shop.test/")
    assert world.requests == []


def test_says_which_authority_file_is_unusable(tmp_path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    with pytest.raises(FetchError, match=r"ca\.pem cannot be read"):
        trust(tmp_path / "ca.pem")
