"""Long requests are looked at in a process that can be stopped: real processes, stopped, killed and kept busy."""

import asyncio
import base64
import gzip
import json
import os
import signal
import threading
import time

import pytest

from guardian_core import guardian as guardian_module
from guardian_core import searching
from guardian_core.guardian import Guardian
from guardian_core.looking import QUICK
from guardian_core.searching import Searchers, SearchStoppedError
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict
from tests.processes import ends, stop

MAIL = "mira.okafor@example.test"
WORDS = {"text": "many words in a row, " * 200}
HEADERS = ((b"content-type", b"application/json"), (b"origin", b"https://shop.willow.test"))


def request(body: object) -> Request:
    return Request("POST", "https", "pagemetrics.test", 443, "/collect", HEADERS, json.dumps(body).encode())


def made(home, **sections) -> Guardian:
    sections = {"detect": {"names": False}, "policy": {"enabled": False}, **sections}
    sections["decision"] = {"domains": {"pagemetrics.test": {"recipient": "analytics"}}, **sections.get("decision", {})}
    return Guardian(Settings.model_validate({"home": home, **sections}))


def begun(core: Guardian) -> Guardian:
    """Its process is there, which on a busy machine takes longer than a request may."""
    core.searchers.begin()
    until = time.monotonic() + 60
    while not core.searchers.pids() and time.monotonic() < until:
        time.sleep(0.02)
    return core


@pytest.fixture
def idle(tmp_path):
    core = made(tmp_path, decision={"detect_timeout": 3_000})
    yield core
    asyncio.run(core.close())


def until_closed(core: Guardian):
    yield begun(core)
    pids = core.searchers.pids()
    asyncio.run(core.close())
    assert all(ends(pid) for pid in pids)


@pytest.fixture
def guardian(idle):
    yield from until_closed(idle)


@pytest.fixture
def patient(tmp_path):
    """One that waits for another process to start, which on a busy machine may take longer."""
    yield from until_closed(made(tmp_path, decision={"detect_timeout": 60_000}))


def decided(core, body):
    return asyncio.run(core.handle(request(body)))


def test_starts_nothing_before_it_is_needed(idle):
    decided(idle, {"n": 1})
    assert idle.searchers.pids() == []


def test_begins_in_the_background_once(idle):
    idle.searchers.begin()
    guardian = begun(idle)
    decided(guardian, {**WORDS, "n": 1})
    assert len(guardian.searchers.pids()) == 1
    guardian.searchers.close()
    (pid,) = guardian.searchers.pids()
    guardian.searchers.begin()  # nothing more
    assert guardian.searchers.pids() == [pid]


def test_one_limit_holds_for_the_turn_the_start_and_the_search(tmp_path, monkeypatch):
    """Counted from the arrival of each; what was started too late is there for the next."""
    started = searching.Searchers._started

    def slowly(searchers, settings):
        time.sleep(1.5)
        return started(searchers, settings)

    monkeypatch.setattr(searching.Searchers, "_started", slowly)
    core = made(tmp_path, decision={"detect_timeout": 1_000})

    async def three():
        await core.handle(request({"small": 1}))
        start = time.perf_counter()
        outcomes = await asyncio.gather(*(core.handle(request({**WORDS, "n": n})) for n in range(3)))
        return outcomes, time.perf_counter() - start

    outcomes, seconds = asyncio.run(three())
    assert [outcome.unchecked for outcome in outcomes] == [True] * 3
    assert "within 1000 ms" in outcomes[0].decision.reasons[0]
    assert seconds < 1.4
    begun(core)
    assert not decided(core, {**WORDS, "n": 9}).unchecked
    asyncio.run(core.close())


def test_who_could_only_wait_in_vain_is_refused_at_once(guardian):
    guardian.searchers._short.spent.extend([1.0] * searching.USUAL)

    async def run():
        several = [asyncio.create_task(guardian.handle(request({**WORDS, "n": n}))) for n in range(5)]
        late = await several[4]
        return late, any(task.done() for task in several[:4]), await asyncio.gather(*several[:4])

    late, waited, others = asyncio.run(run())
    assert "others are before it" in late.decision.reasons[0]
    assert not waited
    assert not any(outcome.unchecked for outcome in others)


def test_a_short_request_waits_for_no_long_one(tmp_path):
    """A second process is started for it."""
    core = begun(made(tmp_path, decision={"detect_timeout": 30_000}))
    (pid,) = core.searchers.pids()
    stop(pid)

    async def run():
        long = asyncio.create_task(core.handle(request({"text": "many words in a row, " * 10_000})))
        await asyncio.sleep(0.1)
        short = await core.handle(request({**WORDS, "n": 1}))
        alone = long.done()
        os.kill(pid, signal.SIGCONT)
        return short, alone, await long

    short, alone, long = asyncio.run(run())
    assert not alone
    assert [one.unchecked for one in (short, long)] == [False, False]
    assert len(core.searchers.pids()) == 2
    asyncio.run(core.close())


def test_another_begins_at_once_where_one_was_stopped(guardian):
    decided(guardian, {**WORDS, "n": 1})
    (stopped,) = guardian.searchers.pids()
    stop(stopped)
    assert decided(guardian, {**WORDS, "mail": MAIL}).unchecked
    until = time.monotonic() + 30
    while not (pids := guardian.searchers.pids()) and time.monotonic() < until:
        time.sleep(0.02)
    assert pids
    assert pids != [stopped]


def test_sees_the_same_as_the_proxy_itself(guardian, tmp_path):
    """Findings, rewrites and what is learned: only the place differs."""
    threads = made(tmp_path / "threads", detect={"names": False, "workers": 0})
    for body in ({**WORDS, "n": 1}, {**WORDS, "mail": MAIL}, {"l": [{"id": n, "note": f"word {n}"} for n in range(300)]}):
        ours, theirs = decided(guardian, body), decided(threads, body)
        assert ours.decision == theirs.decision
        assert ours.findings == theirs.findings
        assert ours.action == theirs.action
        assert (ours.rewritten is None) == (theirs.rewritten is None)
        if ours.findings:
            assert ours.reading == theirs.reading
            assert MAIL.encode() not in (ours.rewritten.body if ours.rewritten else b"")
    assert [name for name, _ in decided(guardian, {**WORDS, "n": 2}).timings] == ["familiar"]
    asyncio.run(threads.close())


def test_one_that_hangs_is_killed_and_replaced(guardian):
    decided(guardian, WORDS)
    (hangs,) = guardian.searchers.pids()
    stop(hangs)
    start = time.monotonic()
    outcome = decided(guardian, {**WORDS, "mail": MAIL})
    assert time.monotonic() - start < 6
    assert outcome.decision.verdict is Verdict.DENY
    assert "could not be searched within 3000 ms" in outcome.decision.reasons[0]
    assert outcome.unchecked
    assert ends(hangs)
    begun(guardian)
    assert decided(guardian, {**WORDS, "m": "x"}).decision.verdict is Verdict.ALLOW
    assert hangs not in guardian.searchers.pids()


def test_one_that_is_killed_leaks_nothing(patient):
    decided(patient, WORDS)
    (dies,) = patient.searchers.pids()
    stop(dies)
    threading.Timer(0.3, os.kill, (dies, signal.SIGKILL)).start()
    outcome = decided(patient, {**WORDS, "mail": MAIL})
    assert outcome.decision.verdict is Verdict.DENY
    assert "ended" in outcome.decision.reasons[0]
    assert MAIL not in repr(outcome)
    assert decided(patient, {**WORDS, "m": "x"}).decision.verdict is Verdict.ALLOW


def test_one_that_died_while_it_waited_costs_no_request(patient):
    decided(patient, WORDS)
    (dies,) = patient.searchers.pids()
    os.kill(dies, signal.SIGKILL)
    assert ends(dies)
    assert decided(patient, {**WORDS, "m": "x"}).decision.verdict is Verdict.ALLOW
    assert len(patient.searchers.pids()) == 1


def test_the_rule_decides_what_becomes_of_what_was_not_searched(tmp_path):
    core = begun(made(tmp_path, decision={"detect_timeout": 500}, fail={"unreadable": "open"}))
    for pid in core.searchers.pids():
        stop(pid)
    outcome = decided(core, {**WORDS, "n": 1})
    assert (outcome.decision.verdict, outcome.unchecked) == (Verdict.ALLOW, True)
    asyncio.run(core.close())


def test_an_expression_of_the_users_holds_nobody_else_up(tmp_path):
    """It backtracks for as long as it may; meanwhile the loop goes on, and small requests are decided about."""
    detect = {
        "names": False,
        "pattern_time": 1_500,
        "patterns": [{"name": "slow", "regex": "(?:qr|qrqr)+y", "category": "Content"}],
    }
    core = made(tmp_path, detect=detect)

    async def run():
        await core.handle(request({"warm": 1}))
        worst, slow = 0.0, asyncio.create_task(core.handle(request({"n": "qr" * 400})))
        while not slow.done():
            start = time.perf_counter()
            await asyncio.sleep(0.005)
            worst = max(worst, time.perf_counter() - start)
        return worst, await slow

    worst, outcome = asyncio.run(run())
    assert outcome.decision.verdict is Verdict.DENY
    assert "'slow' took longer" in outcome.decision.reasons[0]
    assert worst < 0.5
    asyncio.run(core.close())


SLOW = {"names": False, "pattern_time": 300, "patterns": [{"name": "slow", "regex": "(?:qr|qrqr)+y", "category": "Content"}]}


def test_an_expression_of_the_users_ends_in_time_in_a_thread_too(tmp_path):
    """Without processes nobody can kill it; the engine ends it after `detect.pattern_time`."""
    core = made(tmp_path, detect=SLOW | {"workers": 0})
    start = time.perf_counter()
    outcome = decided(core, {"n": "qr" * 400})
    assert time.perf_counter() - start < 8  # it would backtrack for years
    assert "'slow' took longer" in outcome.decision.reasons[0]
    assert outcome.decision.verdict is Verdict.DENY
    asyncio.run(core.close())


@pytest.mark.parametrize(("unreadable", "stopped"), [("closed", True), ("open", False)])
def test_a_part_of_a_stream_that_takes_too_long_goes_by_the_rule(tmp_path, unreadable, stopped):
    core = made(tmp_path, detect=SLOW, fail={"unreadable": unreadable})
    assert core.holds_personal(request({"n": "qr" * 400})) is stopped
    assert core.holds_personal(request({"n": "word"})) is False
    asyncio.run(core.close())


def test_many_fields_end_in_time_and_block_nobody(tmp_path):
    core = begun(made(tmp_path, decision={"detect_timeout": 1_000}))
    body = {f"field{number}": f"value {number}" for number in range(100_000)}

    async def run():
        await core.handle(request(WORDS))
        start = time.perf_counter()
        slow = asyncio.create_task(core.handle(request(body)))
        worst = 0.0
        while not slow.done():
            tick = time.perf_counter()
            await core.handle(request({"n": 1}))
            await asyncio.sleep(0.005)
            worst = max(worst, time.perf_counter() - tick)
        return time.perf_counter() - start, worst, await slow

    spent, worst, outcome = asyncio.run(run())
    assert outcome.decision.verdict is Verdict.DENY
    assert spent < 4
    assert worst < 0.7
    asyncio.run(core.close())


def test_too_many_at_once_are_refused_and_not_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(searching, "WAITING", 2)
    core = made(tmp_path)

    async def run():
        return await asyncio.gather(*(core.handle(request({**WORDS, "n": n})) for n in range(4)))

    verdicts = [outcome.decision.verdict for outcome in asyncio.run(run())]
    assert verdicts == [Verdict.ALLOW, Verdict.ALLOW, Verdict.DENY, Verdict.DENY]
    asyncio.run(core.close())


def test_other_settings_reach_a_process_that_runs(guardian):
    decided(guardian, WORDS)
    before = guardian.searchers.pids()
    assert decided(guardian, {**WORDS, "mail": MAIL}).decision.verdict is Verdict.TRANSFORM
    domains = {"pagemetrics.test": {"recipient": "advertising"}}
    decision = Settings.model_validate({"decision": {"domains": domains}}).decision
    guardian.settings = guardian.settings.model_copy(update={"decision": decision})
    assert decided(guardian, {**WORDS, "mail": MAIL}).action.recipients == {"advertising"}
    assert guardian.searchers.pids() == before


def test_of_many_alike_one_is_searched(guardian):
    async def run():
        alike = [{"l": [{"id": n, "note": "word"} for n in range(300)], "n": number} for number in range(6)]
        return await asyncio.gather(*(guardian.handle(request(body)) for body in alike))

    outcomes = asyncio.run(run())
    assert {outcome.decision.verdict for outcome in outcomes} == {Verdict.ALLOW}
    assert sum("read" in dict(outcome.timings) for outcome in outcomes) == 1


async def unknown():
    return False


def test_says_nothing_after_it_was_closed(tmp_path):
    searchers = Searchers(lambda: Settings.model_validate({"home": tmp_path, "detect": {"names": False}}))
    searchers.close()
    with pytest.raises((SearchStoppedError, RuntimeError)):
        asyncio.run(searchers.look(request(WORDS), unknown))


def test_ends_with_the_proxy_however_that_ends(tmp_path):
    """A process whose standard input closes, as it does when the proxy is killed, ends by itself."""
    process = searching._Process(Settings.model_validate({"home": tmp_path, "detect": {"names": False}}))
    process._process.stdin.close()
    assert process._process.wait(10) == 0
    process.kill()


@pytest.mark.parametrize(
    ("change", "quick"),
    [
        ({}, True),
        ({"body": b"x" * (QUICK + 1)}, False),
        ({"body": b"%PDF-1.7 x"}, False),
        ({"body": b"PK\x03\x04 x"}, False),
        ({"body": b"x", "headers": ((b"content-encoding", b"br"),)}, False),
        ({"body": b"", "headers": ((b"content-encoding", b"br"),)}, True),
    ],
)
def test_long_and_risky_requests_are_not_looked_at_here(guardian, change, quick):
    given = {"body": b"{}", "headers": ()} | change
    assert guardian.looker.is_quick(Request("POST", "https", "x.test", 443, "/", **given)) is quick


def test_a_small_body_that_holds_much_is_not_searched_here(guardian):
    """Gzip within base64: two kilobytes that are a megabyte."""
    packed = base64.b64encode(gzip.compress(b"many words " * 50_000)).decode()
    assert len(packed) < QUICK
    decided(guardian, {"p": packed})
    assert len(guardian.searchers.pids()) == 1


@pytest.mark.parametrize("body", [{f"n{n}": n for n in range(1_200)}, {f"m{n}": f"mira{n}@example.test" for n in range(250)}])
def test_personal_data_among_too_many_fields_is_refused_at_once(guardian, monkeypatch, body):
    """A rewrite would keep the proxy busy for longer than a request may take."""
    monkeypatch.setattr(guardian_module, "MANY", 2_000)
    monkeypatch.setattr(guardian_module, "PLACES", 200)
    outcome = decided(guardian, {**body, "mail": MAIL})
    assert outcome.decision.verdict is Verdict.DENY
    assert "more fields than can be rewritten" in outcome.decision.reasons[0]


def test_a_long_rewrite_is_complete(guardian):
    outcome = decided(guardian, {**{f"n{n}": n for n in range(1_500)}, "mail": MAIL})
    assert outcome.decision.verdict is Verdict.TRANSFORM
    assert MAIL.encode() not in outcome.rewritten.body
    assert b'"n1499": 1499' in outcome.rewritten.body
