"""background.py: one event loop for all threads."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar

import pytest

from guardian_core.evaluation.anonymization import background

WHO = ContextVar("who")


async def seen():
    return WHO.get(), asyncio.get_running_loop()


def test_every_thread_gets_its_own_answer_from_the_same_loop():
    def ask(name):
        WHO.set(name)
        return background.run(seen())

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(ask, "abcdef"))
    assert [name for name, _ in found] == list("abcdef")
    assert len({loop for _, loop in found}) == 1


def test_gives_errors_as_they_are():
    async def fails():
        raise KeyError("x")

    with pytest.raises(KeyError):
        background.run(fails())
