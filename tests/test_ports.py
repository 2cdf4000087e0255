"""Who listens on a port, and whether anybody does."""

import os
import socket
from pathlib import Path

import pytest

from guardian_core import ports


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        yield sock.getsockname()[1]


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells")
def test_says_who_holds_a_port(taken):
    who = Path("/proc/self/comm").read_text().strip()
    assert ports.holder(taken) == f"{who} (process {os.getpid()}) listens there"


def test_says_no_more_than_it_knows(taken, tmp_path):
    assert ports.holder(taken, proc=tmp_path) is None
    assert ports.holder(ports.free_port()) is None


def test_tells_a_port_that_answers_from_one_that_does_not(taken):
    assert ports.answers("127.0.0.1", taken)
    assert not ports.answers("127.0.0.1", ports.free_port())
