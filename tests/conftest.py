"""The local internet, once per session; what every test of a running proxy starts from."""

import pytest

from guardian_core.demo import World


@pytest.fixture(scope="session")
def world():
    """The sites of `guardian demo` on loopback; `world.proxy()` starts a real proxy before them, with an empty home."""
    with World() as running:
        yield running
