"""Whatever a site sends our reader to, nothing private is reached, and the fetch log says why (B49)."""

import time
from pathlib import Path

import pytest

from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import PolicyState
from policy_cache import PolicyCache
from tests.policy_cache.world import POLICY, Answer, World, home, no_names

B49 = ("http://169.254.169.254/latest/", "https://loop.example/", "http://[::ffff:10.0.0.5]/", "file:///etc/passwd")
OURS = (
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::a9fe:a9fe]/latest/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1%25lo]/",
    "http://[::]/",
    "http://0/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７。０。０。１/",
    "//169.254.169.254/latest/",
    "https:\\\\169.254.169.254\\latest",
    "https://shop.test@169.254.169.254/",
    "https://six.example/",
    "https://both.example/",
    "https://router.home.arpa/",
    "https://wiki.corp/",
    "https://shop.example:8443/",
    "gopher://127.0.0.1:6379/_INFO",
    "data:text/html,<h1>Privacy</h1>",
    "jar:http://127.0.0.1!/x",
)
NAMES = {
    "loop.example": ["127.0.0.1"],
    "six.example": ["::1"],
    "both.example": ["93.184.215.14", "fd00::1"],
    "017700000001": ["127.0.0.1"],
    "shop.example": ["93.184.215.14"],
}


async def names(host: str, port: int) -> list[str]:
    return NAMES[host] if host in NAMES else await no_names(host, port)


@pytest.mark.parametrize("target", B49 + OURS)
@pytest.mark.parametrize("way", ["redirect", "refresh", "front"])
async def test_is_refused_with_its_reason_in_the_log(world: World, tmp_path: Path, target: str, way: str) -> None:
    link = '<a href="/privacy">Privacy policy</a>'
    sent = Answer(status=302, headers={"Location": target.encode("utf-8").decode("latin-1")})
    refresh = Answer(f'<html><head><meta http-equiv="refresh" content="0;url={target}"></head><body>Moved</body></html>')
    paths = {
        "redirect": {"/": home(link), "/privacy": sent},
        "refresh": {"/": home(link), "/privacy": refresh},
        "front": {"/": sent},
    }[way]
    world.site("shop.test", paths)
    cache = PolicyCache(PolicySettings(fetch_timeout=10_000), home=tmp_path, resolve=world.resolve, trust_ca=world.ca, lookup=names)
    found = await cache.fetch("shop.test")
    assert found.state is PolicyState.UNKNOWN
    assert any(record.reason.startswith("refused: ") for record in cache.fetches("shop.test")), cache.fetches("shop.test")
    assert {host for host, _, _ in world.requests} == {"shop.test"}
    await cache.close()


@pytest.mark.parametrize("domain", ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "printer.local"])
async def test_is_refused_as_a_domain(tmp_path: Path, domain: str) -> None:
    cache = PolicyCache(PolicySettings(), home=tmp_path, lookup=names)
    found = await cache.fetch(domain)
    assert (found.state, found.reason.split(":")[0]) == (PolicyState.UNKNOWN, "refused")
    await cache.close()


@pytest.mark.parametrize(
    "hostile",
    [
        b"<p>We collect personal data and cookies and share them with third parties.</p>" * 650_000,
        b"<div>" * 100_000 + POLICY.encode() + b"</div>" * 100_000,
        b"<html>" + b"<b>" * 900_000,
        b"<style>" + b"a b c d .x{display:none}" * 15_000 + b"</style>" + b"<p class=x>We collect data.</p>" * 30_000,
    ],
    ids=["50MB", "nested", "unclosed", "rules"],
)
async def test_hostile_policy_costs_little_time(world: World, tmp_path: Path, hostile: bytes) -> None:
    """And other lookups go on meanwhile."""
    world.site("bad.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": Answer(hostile)})
    world.site("good.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": POLICY})
    cache = PolicyCache(PolicySettings(fetch_timeout=30_000), home=tmp_path, resolve=world.resolve, trust_ca=world.ca, lookup=names)
    started = time.perf_counter()
    bad = cache._job("bad.test")
    good = await cache.fetch("good.test")
    assert good.state is PolicyState.KNOWN
    await cache.fetch("bad.test")
    assert time.perf_counter() - started < 35
    assert bad.done()
    document = cache.show("bad.test")
    assert document is None or len(document.statements) <= 3_000
    await cache.close()
