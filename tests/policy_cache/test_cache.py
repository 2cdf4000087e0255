"""The cache as a flow meets it: waiting, joining, remembering, never raising."""

import asyncio
import logging
import sqlite3
import time
from pathlib import Path

import pytest

from guardian_core.errors import FetchError, StoreError
from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import Act, Category, PolicyState, Purpose, Recipient
from policy_cache import PolicyCache
from tests.policy_cache.world import FIRST, POLICY, Answer, World, action, cache_of, home, no_names, page

SHOP = {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": POLICY}
SLOW = {**SHOP, "/": Answer(str(SHOP["/"]), delay=0.8)}


async def test_gives_the_evidence_of_a_first_visit(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    world.site("shop.test", SHOP)
    cache = cache_of(world, tmp_path, settings)
    evidence = await cache.evidence(action("shop.test", "www.shop.test"))
    assert evidence.state is PolicyState.KNOWN
    assert "e-mail address" in evidence.statements[0].statement.text
    assert (evidence.legal_basis, evidence.rights, evidence.retention) == (True, True, True)
    assert evidence.length > 300
    assert evidence.url == "https://shop.test/privacy"
    again = await cache.evidence(action("shop.test", "www.shop.test"))
    assert again == evidence
    assert len(world.paths("shop.test")) == 3  # home, policy, probe for a soft 404; nothing for the second visit
    await cache.close()


async def test_goes_on_as_pending_and_finishes_behind(world: World, tmp_path: Path) -> None:
    world.site("slow.test", SLOW)
    cache = cache_of(world, tmp_path, PolicySettings(wait=100))
    started = time.perf_counter()
    first = await cache.evidence(action("slow.test"))
    assert time.perf_counter() - started < 0.6
    assert (first.state, first.reason) == (PolicyState.UNKNOWN, "pending")
    for _ in range(100):
        await asyncio.sleep(0.05)
        if (later := await cache.evidence(action("slow.test"))).state is PolicyState.KNOWN:
            break
    assert later.state is PolicyState.KNOWN
    await cache.close()


async def test_makes_one_lookup_for_many_first_visits(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    world.site("slow.test", SLOW)
    cache = cache_of(world, tmp_path, settings)
    everybody = await asyncio.gather(*(cache.evidence(action("slow.test")) for _ in range(50)))
    assert {evidence.state for evidence in everybody} == {PolicyState.KNOWN}
    assert world.paths("slow.test").count("/") == 1
    assert world.paths("slow.test").count("/privacy") == 1
    await cache.close()


async def test_answers_one_site_while_another_is_slow(world: World, tmp_path: Path) -> None:
    world.site("slow.test", {"/": Answer("x", delay=3)})
    world.site("fast.test", SHOP)
    cache = cache_of(world, tmp_path, PolicySettings(wait=2_500))
    slow = asyncio.create_task(cache.evidence(action("slow.test")))
    await asyncio.sleep(0.05)
    fast = await cache.evidence(action("fast.test"))
    assert fast.state is PolicyState.KNOWN
    assert not slow.done()
    assert (await slow).reason == "pending"
    await cache.close()


@pytest.mark.parametrize(
    ("paths", "state"),
    [({"/": home("")}, PolicyState.NONE), ({"/": Answer("x", 403)}, PolicyState.UNKNOWN)],
    ids=["none", "unreadable"],
)
async def test_remembers_what_it_did_not_find(
    world: World, tmp_path: Path, settings: PolicySettings, paths, state: PolicyState
) -> None:
    world.site("bare.test", paths)
    cache = cache_of(world, tmp_path, settings)
    first = await cache.evidence(action("bare.test"))
    asked = len(world.requests)
    second = await cache.evidence(action("bare.test"))
    assert (first.state, second.state, len(world.requests)) == (state, state, asked)
    assert first.reason == second.reason != ""
    await cache.close()


async def test_looks_again_when_the_memory_of_a_failure_is_over(world: World, tmp_path: Path) -> None:
    world.site("bare.test", {"/": home("")})
    cache = cache_of(world, tmp_path, PolicySettings(wait=5_000, negative_hours=0.0002))
    assert (await cache.evidence(action("bare.test"))).state is PolicyState.NONE
    world.site("bare.test", SHOP)
    await asyncio.sleep(0.8)
    assert (await cache.evidence(action("bare.test"))).state is PolicyState.KNOWN
    await cache.close()


async def test_serves_a_stale_policy_while_it_is_renewed(world: World, tmp_path: Path) -> None:
    policy = Answer(POLICY, headers={"ETag": '"1"'})
    world.site("shop.test", {**SHOP, "/privacy": policy})
    cache = cache_of(world, tmp_path, PolicySettings(wait=5_000, fresh_days=1e-6))
    await cache.evidence(action("shop.test"))
    await asyncio.sleep(0.2)
    stale = await cache.evidence(action("shop.test"))
    assert stale.state is PolicyState.KNOWN
    summary = await cache.fetch("shop.test")
    assert (summary.state, summary.versions) == (PolicyState.KNOWN, 1)
    assert "unchanged" in {record.outcome for record in cache.fetches("shop.test")}
    await cache.close()


async def test_keeps_the_last_known_policy_when_the_site_is_down(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    world.site("shop.test", SHOP)
    cache = cache_of(world, tmp_path, settings)
    await cache.fetch("shop.test")
    world.site("shop.test", {}, otherwise=Answer("x", 503))
    summary = await cache.fetch("shop.test")
    assert (summary.state, summary.reason) == (PolicyState.KNOWN, "policy not readable: status 503")
    assert (await cache.evidence(action("shop.test"))).state is PolicyState.KNOWN
    await cache.close()


async def test_gives_a_policy_to_nobody_else(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    """B57: labels count; and a policy found only on one host of a domain speaks only for that host."""
    world.site("cloudbox.test", SHOP)
    for other in ("jollycloudbox.test", "evil.example", "cloudbox.test.evil.example", "a.github.io", "b.github.io"):
        world.site(other, {"/": home("")})
    world.site("b.github.io", SHOP)
    cache = cache_of(world, tmp_path, settings)
    states = {
        host: (await cache.evidence(action(domain, host))).state
        for domain, host in [
            ("cloudbox.test", "files.cloudbox.test"),
            ("CLOUDBOX.TEST.", "CLOUDBOX.TEST."),
            ("jollycloudbox.test", "jollycloudbox.test"),
            ("evil.example", "cloudbox.test.evil.example"),
            ("b.github.io", "b.github.io"),
            ("a.github.io", "a.github.io"),
        ]
    }
    known = {host for host, state in states.items() if state is PolicyState.KNOWN}
    assert known == {"files.cloudbox.test", "CLOUDBOX.TEST.", "b.github.io"}
    await cache.close()


async def test_keeps_the_policies_of_hosts_apart_where_the_domain_has_none(
    world: World, tmp_path: Path, settings: PolicySettings
) -> None:
    world.site("shop.example.test", SHOP)
    world.site("broker.example.test", {"/": home("")})
    cache = cache_of(world, tmp_path, settings)
    assert (await cache.evidence(action("example.test", "shop.example.test"))).state is PolicyState.KNOWN
    assert (await cache.evidence(action("example.test", "broker.example.test"))).state is PolicyState.NONE
    await cache.close()


@pytest.mark.parametrize(
    ("front", "state"),
    [(Answer("x", 403), PolicyState.UNKNOWN), (Answer(home("")), PolicyState.NONE)],
    ids=["unreadable", "none"],
)
async def test_lets_the_domain_speak_before_its_host(
    world: World, tmp_path: Path, settings: PolicySettings, front: Answer, state: PolicyState
) -> None:
    world.site("shop.test", {"/": front})
    world.site("api.shop.test", {"/": home("") if state is PolicyState.UNKNOWN else Answer("x", 403)})
    cache = cache_of(world, tmp_path, settings)
    assert (await cache.evidence(action("shop.test", "api.shop.test"))).state is state
    await cache.close()


@pytest.mark.parametrize("host", ["localhost", "intranet", "10.0.0.5", "[::1]", "printer.local", "wiki.corp", ""])
async def test_asks_nobody_about_the_own_network(world: World, tmp_path: Path, settings: PolicySettings, host: str) -> None:
    cache = cache_of(world, tmp_path, settings)
    evidence = await cache.evidence(action(host))
    assert evidence.state is PolicyState.UNKNOWN
    assert evidence.reason
    assert world.requests == []
    await cache.close()


async def test_does_nothing_when_it_is_off(world: World, tmp_path: Path) -> None:
    world.site("shop.test", SHOP)
    cache = cache_of(world, tmp_path, PolicySettings(enabled=False))
    evidence = await cache.evidence(action("shop.test"))
    assert (evidence.state, evidence.reason) == (PolicyState.UNKNOWN, "policy cache is off")
    assert world.requests == []
    await cache.close()


async def test_turns_an_unforeseen_fault_into_unknown(tmp_path: Path, settings: PolicySettings, caplog) -> None:
    """A resolver that breaks with something nobody expects; its message stays out of the log."""

    async def broken(host: str, port: int) -> list[str]:
        message = "canary 4111 1111 1111 1111"
        raise ZeroDivisionError(message)

    cache = PolicyCache(settings, home=tmp_path, lookup=broken)
    with caplog.at_level(logging.DEBUG):
        evidence = await cache.evidence(action("shop.example"))
    assert evidence.state is PolicyState.UNKNOWN
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("policy_cache")]
    assert ours == ["the lookup of shop.example failed: ZeroDivisionError"]
    await cache.close()


async def test_ends_its_lookups_when_it_is_closed(world: World, tmp_path: Path) -> None:
    world.site("slow.test", {"/": Answer("x", delay=3)})
    cache = cache_of(world, tmp_path, PolicySettings(wait=50))
    await cache.evidence(action("slow.test"))
    started = time.perf_counter()
    await cache.close()
    assert time.perf_counter() - started < 1
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("policy of")]


async def test_shares_the_store_with_another_process(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    world.site("shop.test", SHOP)
    one, other = cache_of(world, tmp_path, settings), cache_of(world, tmp_path, settings)
    await one.evidence(action("shop.test"))
    asked = len(world.requests)
    assert (await other.evidence(action("shop.test"))).state is PolicyState.KNOWN
    assert len(world.requests) == asked
    assert other.forget("shop.test") == 1
    world.site("shop.test", {"/": home("")})
    assert (await one.evidence(action("shop.test"))).state is PolicyState.NONE
    await one.close()
    await other.close()


async def test_lists_shows_searches_and_forgets_what_was_imported(tmp_path: Path, settings: PolicySettings) -> None:
    cache = PolicyCache(settings, home=tmp_path, lookup=no_names)
    document = cache.import_document("Shop.Test.", POLICY.encode(), url="https://shop.test/p", content_type="text/html")
    assert document.domain == "shop.test"
    assert cache.show("shop.test") == document
    assert [(entry.domain, entry.state, entry.statements) for entry in cache.list()] == [("shop.test", PolicyState.KNOWN, 7)]
    best = cache.search("shop.test", categories=[Category.PHONE], recipients=[Recipient.DATA_BROKER], act=Act.SHARING, k=3)
    assert best[0].statement.text == "We do not sell your phone number to data brokers."
    assert best[0].statement.negated
    assert len(best) <= 3
    assert (await cache.evidence(action("shop.test", purposes={Purpose.MARKETING}))).state is PolicyState.KNOWN
    assert document.model_dump(mode="json")["statements"][0]["categories"]
    assert cache.forget("shop.test") == 1
    assert (cache.show("shop.test"), cache.list(), cache.search("shop.test", text="phone")) == (None, (), ())
    await cache.close()


async def test_imports_segments_parted_by_bars_and_plain_text(tmp_path: Path, settings: PolicySettings) -> None:
    cache = PolicyCache(settings, home=tmp_path, lookup=no_names)
    bars = cache.import_document(
        "a.test", b"<strong> What we do </strong> <br> <br>|||We collect names. <br>|||We sell e-mail addresses.", url=None
    )
    assert [statement.text for statement in bars.statements] == ["We collect names.", "We sell e-mail addresses."]
    assert bars.statements[0].heading == ("What we do",)
    text = cache.import_document("b.test", b"Sharing\n\nWe share your data with:\n- banks\n- couriers\n", content_type="text/plain")
    assert [statement.text for statement in text.statements] == [
        "We share your data with: banks",
        "We share your data with: couriers",
    ]
    await cache.close()


@pytest.mark.parametrize(
    ("domain", "content", "error"),
    [
        ("a.test", b"", FetchError),
        ("a.test", page("").encode(), FetchError),
        ("a.test", b"%PDF-1.4", FetchError),
        ("a.test", b"\x00\x01\x02", FetchError),
        ("", FIRST.encode(), StoreError),
        ("https://a.test/", FIRST.encode(), StoreError),
    ],
    ids=["empty", "empty-page", "pdf", "binary", "no-domain", "url"],
)
async def test_refuses_to_import(
    tmp_path: Path, settings: PolicySettings, domain: str, content: bytes, error: type[Exception]
) -> None:
    cache = PolicyCache(settings, home=tmp_path, lookup=no_names)
    with pytest.raises(error):
        cache.import_document(domain, content)
    assert cache.list() == ()
    await cache.close()


@pytest.mark.parametrize("damage", ["garbage", "unwritable", "folder"])
async def test_works_in_memory_when_the_disk_fails(world: World, tmp_path: Path, damage: str, caplog) -> None:
    path = {"garbage": tmp_path / "policies.db", "unwritable": Path("/proc/guardian/policies.db"), "folder": tmp_path}[damage]
    if damage == "garbage":
        path.write_bytes(b"this is no database, " * 500)
    world.site("shop.test", SHOP)
    cache = cache_of(world, tmp_path, PolicySettings(wait=5_000, store=path))
    states = [(await cache.evidence(action("shop.test"))).state for _ in range(3)]
    assert states == [PolicyState.KNOWN] * 3
    assert world.paths("shop.test").count("/privacy") == 1
    assert [record.getMessage()[:35] for record in caplog.records if record.levelno == logging.WARNING] == [
        "policies are kept in memory only: " + str(path)[:1]
    ]
    await cache.close()


async def test_stores_nothing_of_the_action(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    world.site("shop.test", SHOP)
    cache = cache_of(world, tmp_path, settings)
    await cache.evidence(action("shop.test", text="canary-dana.quill@example.test"))
    await cache.close()
    with sqlite3.connect(tmp_path / "policies.db") as database:
        dump = "\n".join(database.iterdump())
    assert "shop.test" in dump
    assert "canary" not in dump
    assert (tmp_path / "policies.db").stat().st_mode & 0o077 == 0


async def test_leaves_a_site_alone_for_as_long_as_it_asks(world: World, tmp_path: Path, settings: PolicySettings) -> None:
    """Retry-After of a refusal holds for the next lookup too, up to what we would wait by ourselves."""
    for host, asked in (("busy.test", "7200"), ("long.test", "9999999"), ("brief.test", "5")):
        world.site(host, {"/": Answer("Slow down.", status=429, headers={"Retry-After": asked})})
    cache = cache_of(world, tmp_path, settings)
    rests = {}
    for host in ("busy.test", "long.test", "brief.test"):
        await cache.fetch(host)
        known = cache._store.site(host)
        assert known is not None
        rests[host] = known[2] - time.time()
    assert rests["busy.test"] == pytest.approx(7_200, abs=60)
    assert rests["long.test"] == pytest.approx(settings.negative_hours * 3_600, abs=60)
    assert rests["brief.test"] == pytest.approx(900, abs=60)
    await cache.close()


async def test_knows_no_policy_of_a_server_that_only_repeats_what_it_is_asked(
    world: World, tmp_path: Path, settings: PolicySettings
) -> None:
    """An echo of the address holds the word privacy at every path of that name."""
    echo = '{"method": "GET", "path": "/.well-known/privacy-policy", "note": "we collect your data, share it with others"}'
    world.site("echo.test", {})
    world.otherwise["echo.test"] = Answer(echo, headers={"Content-Type": "application/json"})
    cache = cache_of(world, tmp_path, settings)
    known = await cache.fetch("echo.test")
    assert known is not None
    assert known.state is not PolicyState.KNOWN
    await cache.close()


async def test_takes_no_policy_for_another_whose_key_it_has_where_the_disk_is_given_up(world: World, tmp_path: Path) -> None:
    """In memory keys begin anew: the first document there is not the first one that was on the disk."""
    cache = cache_of(world, tmp_path, PolicySettings(wait=100))
    one, other = (f"<p>We share your e-mail address with {whom}.</p>".encode() for whom in ("advertisers", "carriers"))
    cache.import_document("one.test", one, content_type="text/html")
    assert "advertisers" in (await cache.evidence(action("one.test"))).statements[0].statement.text
    cache._store._give_up(OSError("the disk is full"))
    cache.import_document("other.test", other, content_type="text/html")
    assert cache._store.site("other.test")[1] == 1
    assert "carriers" in (await cache.evidence(action("other.test"))).statements[0].statement.text
    await cache.close()
