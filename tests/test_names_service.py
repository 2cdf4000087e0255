"""The names model in a process of its own: real processes, killed, stopped, kept busy and broken."""

import asyncio
import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from guardian_core.children import SearchStoppedError
from guardian_core.detect.names import within
from guardian_core.detect.spanmodel import SpanModel
from guardian_core.errors import ModelError
from guardian_core.guardian import Guardian
from guardian_core.names_handle import answered, question
from guardian_core.names_service import NamesService
from guardian_core.settings import Settings
from guardian_core.vocabulary import Entity, Request, Verdict
from tests.processes import ends, stop

TEXTS = [
    "Mr Erdal Yilmaz moved to Leeds in 1995.",
    "the shelf arrived on time",
    "Anna \ud83d Quill, \u5b89\u5a1c and Dr Osei-Bonsu met at Kasteel Hoensbroek",
    "",
    "Nora Quist " * 150,
]


@pytest.fixture(scope="module")
def shared():
    service = NamesService(None, 60.0)
    service.ready()
    yield service
    service.close()


@pytest.fixture
def service():
    made = NamesService(None, 60.0)
    made.ready()
    yield made
    made.close()


async def ask(service, *texts):
    """As a search on the event loop does, which must not wait."""
    return await service.look(lambda: [list(one) for one in within(service, texts, 5.0)])


def test_says_what_the_model_says(shared):
    assert shared.spans(TEXTS) == SpanModel().spans(TEXTS)
    assert asyncio.run(ask(shared, *TEXTS)) == SpanModel().spans(TEXTS)


def test_asks_once_for_what_it_remembers(service):
    first = asyncio.run(ask(service, TEXTS[0]))
    stop(service.pid)
    assert asyncio.run(ask(service, TEXTS[0], TEXTS[0])) == first * 2
    assert service.spans([TEXTS[0]]) == first


def test_reads_as_much_as_there_is_time_for(shared):
    many = [f"Mr Erdal Yilmaz met Nora Quist in Leeds, number {'x' * n}" for n in range(300)]
    found = shared.within(many, 0.01)
    assert 1 <= len(found) < 300
    assert [list(one) for one in found[:3]] == SpanModel().spans(many[:3])[: len(found)]


def test_many_may_ask_at_once(shared):
    texts = [f"I am Dana Quill number {'y' * n}" for n in range(40)]

    async def all_of_them():
        return await asyncio.gather(*(ask(shared, text) for text in texts))

    assert all(len(spans) == 1 for spans in asyncio.run(all_of_them()))
    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(lambda n: shared.spans([f"I am Dana Quill {'z' * n}"]), range(20)))) == 20


def test_short_requests_do_not_wait_for_long_ones(shared):
    long = question(["Mr Erdal Yilmaz met Nora Quist in Leeds. " * 20 + "x" * n for n in range(2_000)], 3.0, long=True)
    with ThreadPoolExecutor(1) as pool:
        start = time.monotonic()
        searching = pool.submit(shared.relay, long, start + 20)
        time.sleep(0.3)
        asyncio.run(ask(shared, "I am Dana Quill of Leeds"))
        short = time.monotonic() - start - 0.3
        assert not searching.done()
        assert len(answered(searching.result())) < 2_000
    assert short < 1.0


def test_the_loop_goes_on_while_it_reads(shared):
    async def run():
        worst, reading = 0.0, asyncio.create_task(ask(shared, *("Nora Quist met Dana Quill. " * 60 + "x" * n for n in range(8))))
        while not reading.done():
            tick = time.perf_counter()
            await asyncio.sleep(0.002)
            worst = max(worst, time.perf_counter() - tick)
        return worst, await reading

    worst, found = asyncio.run(run())
    assert len(found) == 8
    assert worst < 0.25


def test_says_so_where_no_other_process_starts(service, monkeypatch):
    monkeypatch.setattr("guardian_core.names_handle.sys.executable", "/bin/false")
    os.kill(service.pid, signal.SIGKILL)
    service._process._process.wait()
    with pytest.raises(SearchStoppedError, match="does not start"):
        asyncio.run(ask(service, TEXTS[0]))


def test_one_that_dies_is_replaced_and_asked_again(service):
    dead = service.pid
    os.kill(dead, signal.SIGKILL)
    assert asyncio.run(ask(service, TEXTS[0])) == SpanModel().spans(TEXTS[:1])
    assert service.pid != dead
    os.kill(service.pid, signal.SIGKILL)
    assert service.spans([TEXTS[1], TEXTS[0]]) == SpanModel().spans([TEXTS[1], TEXTS[0]])


def test_one_that_dies_while_it_is_asked_is_replaced(service):
    asyncio.run(ask(service, TEXTS[0]))
    stop(service.pid)

    async def run():
        asking = asyncio.create_task(ask(service, "I am Dana Quill"))
        await asyncio.sleep(0.1)
        os.kill(service.pid, signal.SIGKILL)
        return await asking

    assert len(asyncio.run(run())[0]) == 1


def test_no_connection_to_one_that_died_is_used_again(service):
    """However many there are."""
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda number: service.spans([f"Dana Quill came {'again ' * number}"]), range(24)))
    assert len(service._free) > 2
    dead = service.pid
    os.kill(dead, signal.SIGKILL)
    assert ends(dead)
    assert asyncio.run(ask(service, TEXTS[0]))[0]
    assert service.pid != dead


def test_one_that_hangs_is_killed_and_replaced(service):
    hangs = service.pid
    service._patience = 0.5
    stop(hangs)
    start = time.monotonic()
    with pytest.raises(SearchStoppedError, match="within 500 ms"):
        asyncio.run(ask(service, "I am Dana Quill"))
    assert time.monotonic() - start < 3
    assert service.pid != hangs
    service._patience = 60.0
    assert len(asyncio.run(ask(service, "I am Dana Quill"))[0]) == 1


def test_who_may_wait_is_told_too(service):
    stop(service.pid)
    with pytest.raises(SearchStoppedError):
        service.within(["I am Dana Quill"], 0.1)
    with pytest.raises(SearchStoppedError):
        service.relay(question(["I am Dana Quill"], 0.1, long=True), time.monotonic() + 0.1)


@pytest.mark.parametrize("broken", ["missing", "broken"])
def test_says_at_the_start_what_is_wrong_with_the_model(tmp_path, broken):
    if broken == "broken":
        for name in ("config.json", "tokenizer.json", "vectors.npz", "model.onnx"):
            (tmp_path / name).write_bytes(b"{")
    service = NamesService(tmp_path, 5.0)
    with pytest.raises(ModelError, match=r"install the package again.*detect\.names = false"):
        service.ready()
    service.close()


def test_ends_with_the_proxy_however_that_ends(service):
    service._process._control.close()
    assert ends(service.pid)


def test_says_nothing_after_it_was_closed(service):
    service.close()
    with pytest.raises(SearchStoppedError):
        service.spans(["I am Dana Quill"])


HEADERS = ((b"content-type", b"application/json"),)


def decided(core, body):
    return core.handle(Request("POST", "https", "pagemetrics.test", 443, "/collect", HEADERS, json.dumps(body).encode()))


@pytest.fixture
def core(tmp_path):
    domains = {"pagemetrics.test": {"recipient": "analytics"}}
    settings = {"home": tmp_path, "policy": {"enabled": False}, "decision": {"domains": domains, "detect_timeout": 10_000}}
    made = Guardian(Settings.model_validate(settings))
    yield made
    asyncio.run(made.close())


def test_every_way_to_a_decision_asks_it(core):
    """Small and long requests, and those like an earlier one; nobody has a model of his own."""

    async def run():
        small = await decided(core, {"note": "thanks, Mira Okafor"})
        for number in range(2):
            await decided(core, {"n": number, "note": "the shelf arrived on time"})
        alike = await decided(core, {"n": 5, "note": "thanks, Mira Okafor"})
        known = await decided(core, {"n": 6, "note": "the shelf arrived very late"})
        long = await decided(core, {"note": "the shelf arrived on time " * 100 + "thanks, Mira Okafor"})
        return small, alike, known, long

    small, alike, known, long = asyncio.run(run())
    for outcome in (small, alike, long):
        assert [finding.entity for finding in outcome.findings] == [Entity.PERSON]
    assert known.decision.verdict is Verdict.ALLOW
    assert [name for name, _ in known.timings] == ["familiar"]


@pytest.mark.parametrize("body", [{"note": "thanks, Mira Okafor"}, {"n": 7, "note": "the shelf, thanks, Mira Okafor"}])
def test_without_it_nothing_passes_unread(core, body):
    asyncio.run(decided(core, {"n": 1, "note": "the shelf arrived on time"}))
    core.names._patience = 0.4
    stop(core.names.pid)
    outcome = asyncio.run(decided(core, body))
    assert (outcome.decision.verdict, outcome.unchecked) == (Verdict.DENY, True)
    assert "names model did not answer" in outcome.decision.reasons[0]
    assert "Okafor" not in repr(outcome.decision)
