"""What is large or suspicious is read in a process with an end: bounded time, bounded memory, nothing left behind."""

import asyncio
import os
import time

import pytest

from guardian_core.errors import FetchError
from policy_cache import worker
from tests.policy_cache.papers import bomb, pdf
from tests.policy_cache.world import POLICY


@pytest.mark.parametrize("content", [b"<i>" * 100_000, b"<p>We collect names.</p>" * 10_000, pdf()], ids=["tags", "large", "pdf"])
def test_takes_a_process_for_what_is_risky(content: bytes) -> None:
    assert worker.is_risky(content)
    assert not worker.is_risky(POLICY.encode())


async def test_reads_the_same_in_a_process_as_here() -> None:
    content = (POLICY + "<p>We collect names.</p>" * 10_000).encode()
    here = worker.read_page(content, "text/html", "https://shop.test/")
    assert await worker.read(content, "text/html", "https://shop.test/") == here
    assert worker.read_now(content, "text/html", "https://shop.test/") == here


async def test_does_not_hold_the_event_loop() -> None:
    reading = asyncio.create_task(worker.read(b"<div>" * 400_000, "text/html"))
    longest, before = 0.0, time.perf_counter()
    while not reading.done():
        await asyncio.sleep(0.01)
        now = time.perf_counter()
        longest, before = max(longest, now - before), now
    await reading
    assert longest < 0.5


@pytest.mark.parametrize("content", [bomb(), pdf([("x",)]).replace(b"/Kids [4 0 R]", b"/Kids [2 0 R]")], ids=["bomb", "loop"])
async def test_ends_a_pdf_bomb(content: bytes) -> None:
    started = time.perf_counter()
    with pytest.raises(FetchError, match=r"PDF|too much"):
        await worker.read(content, "application/pdf")
    assert time.perf_counter() - started < worker.SECONDS + 3


async def test_kills_a_process_that_does_not_come_back(monkeypatch) -> None:
    monkeypatch.setattr(worker, "_command", lambda: ["sleep", "60"])
    monkeypatch.setattr(worker, "SECONDS", -1.7)
    with pytest.raises(FetchError, match="took too long"):
        await worker.read(pdf(), "application/pdf")
    with pytest.raises(FetchError, match="took too long"):
        worker.read_now(pdf(), "application/pdf")


async def test_kills_it_when_nobody_waits_any_more(monkeypatch, tmp_path) -> None:
    pid = tmp_path / "pid"
    monkeypatch.setattr(worker, "_command", lambda: ["sh", "-c", f"echo $$ > {pid}; exec sleep 60"])
    reading = asyncio.create_task(worker.read(pdf(), "application/pdf"))
    while not pid.exists() or not pid.read_text().strip():  # noqa: ASYNC110 - another process writes it
        await asyncio.sleep(0.02)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_passes_nothing_of_the_users_environment_on(monkeypatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    assert "SECRET_TOKEN" not in worker._environment()
