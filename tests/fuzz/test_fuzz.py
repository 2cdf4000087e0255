"""The parsers under a fuzzer for a bounded time, and planted faults that it finds: what finds nothing proves nothing.

A whole campaign: python -m tests.fuzz.engine --seconds 600 --keep
"""

import pytest

from tests.fuzz.engine import fuzz
from tests.fuzz.planted import PLANTED, hunt
from tests.fuzz.targets import TARGETS

SECONDS = 1.0


@pytest.mark.parametrize("target", TARGETS)
def test_finds_no_crash_no_hang_and_no_byte_changed_outside_an_edit(target):
    report = fuzz(target, TARGETS[target], seconds=SECONDS, seed=1)
    assert report.executions > 10
    assert report.lines > 10


def test_there_are_faults_for_every_target():
    assert len(PLANTED) >= 10
    assert {target for target, _ in PLANTED.values()} == set(TARGETS)


@pytest.mark.parametrize("name", PLANTED)
def test_finds_a_planted_fault(name):
    assert hunt(name, seconds=45, seed=3)["found"]
