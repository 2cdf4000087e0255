"""in_parallel.py: several at a time, in order, none after an error."""

import asyncio
import threading
import time

import pytest

from guardian_core.evaluation.anonymization import background
from guardian_core.evaluation.anonymization.in_parallel import in_order


@pytest.mark.parametrize("parallel", [1, 3])
def test_gives_results_in_order(parallel):
    def work(number):
        time.sleep(0.01 * (5 - number))
        return number * number

    assert list(in_order(work, 5, parallel)) == [0, 1, 4, 9, 16]


def test_works_at_the_same_time():
    meeting = threading.Barrier(3, timeout=10)
    assert sorted(in_order(lambda _: meeting.wait(), 3, 3)) == [0, 1, 2]


@pytest.mark.parametrize("parallel", [1, 2])
def test_begins_nothing_after_an_error(parallel):
    begun = []

    def work(number):
        begun.append(number)
        time.sleep(0.02)
        raise KeyError(number)

    with pytest.raises(KeyError):
        list(in_order(work, 50, parallel))
    assert len(begun) <= parallel


def test_ends_what_is_under_way_when_it_is_given_up():
    began = time.monotonic()
    going = in_order(lambda number: background.run(_hours()) if number else number, 3, 3)
    assert next(going) == 0
    going.close()
    assert time.monotonic() - began < 5


async def _hours():
    await asyncio.sleep(3600)
