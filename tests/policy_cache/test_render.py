"""Pages that only scripts can write, read by a real browser where the user allows one, through the same checks (B51)."""

import shutil
from pathlib import Path

import pytest

from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import PolicyState
from policy_cache.addresses import CheckedNetwork
from policy_cache.render import _door, render
from tests.policy_cache.world import POLICY, World, cache_of, home, no_names, page

BODY = POLICY.partition("<main>")[2].partition("</main>")[0].replace("\n", " ").replace("'", "")
APP = page(f"<div id='root'></div><script>document.getElementById('root').innerHTML='{BODY}'</script>")
SPY = page("<div id='root'></div><script>for (const u of ['https://127.0.0.1:%d/', 'https://intranet.test/', 'http://127.0.0.1:%d/'])"
           " fetch(u).catch(() => 0)</script>")  # fmt: skip


@pytest.fixture
def browser() -> Path:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.skip("no Chromium on this machine")
    return Path(program)


@pytest.mark.browser
async def test_reads_what_scripts_write_only_where_a_browser_is_named(world: World, tmp_path, browser: Path) -> None:
    world.site("app.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": APP})
    for setting, state in ((None, PolicyState.UNKNOWN), (browser, PolicyState.KNOWN)):
        settings = PolicySettings(wait=5_000, fetch_timeout=30_000, browser=setting)
        cache = cache_of(world, tmp_path / str(state), settings)
        assert (await cache.fetch("app.test")).state is state
        await cache.close()


@pytest.mark.browser
async def test_lets_a_page_reach_nothing_private(world: World, browser: Path) -> None:
    world.site("app.test", {"/": SPY.replace("%d", str(world.port))})
    world.site("intranet.test", {"/": "secret"})
    network = CheckedNetwork({"app.test": f"127.0.0.1:{world.port}"}, (), no_names)
    await render("https://app.test/", browser, network, limit=1_000_000, trust_ca=world.ca)
    assert {host for host, _, _ in world.requests} == {"app.test"}


async def test_says_that_the_browser_cannot_be_started(tmp_path) -> None:
    with pytest.raises(FetchError, match=r"policy\.browser"):
        await render("https://app.test/", tmp_path / "none", CheckedNetwork({}, (), no_names), limit=1_000)


async def test_bounds_what_the_browser_writes_and_how_long_it_runs(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("policy_cache.render.SECONDS", 0.3)
    network = CheckedNetwork({}, (), no_names)
    for script, reason in (("yes x", "larger than"), ("sleep 60", "took too long"), ("exit 0", "gave no page")):
        program = tmp_path / "browser"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        with pytest.raises(FetchError, match=reason):
            await render("https://app.test/", program, network, limit=1_000)


@pytest.mark.parametrize(
    "request_line",
    [
        "GET http://app.test/", "CONNECT app.test:22", "CONNECT 127.0.0.1:443", "CONNECT [::1]:443", "CONNECT 169.254.169.254:443",
        "CONNECT intranet:443", "CONNECT nobody.test:443", "CONNECT app.test:x",
    ],
)  # fmt: skip
async def test_opens_no_other_door(request_line: str) -> None:
    import asyncio

    async with _door(CheckedNetwork({}, (), no_names)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"{request_line} HTTP/1.1\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 5)
        assert not answer.startswith(b"HTTP/1.1 200")
        writer.close()
