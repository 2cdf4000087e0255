"""The local internet, once per session; what every test of a running proxy starts from."""

import hypothesis
import pytest

from guardian_core.demo import World

hypothesis.settings.register_profile("shared", deadline=None)  # a busy machine is no fault of the code
hypothesis.settings.load_profile("shared")


@pytest.fixture(scope="session")
def world():
    """The sites of `guardian demo` on loopback; `world.proxy()` starts a real proxy before them, with an empty home."""
    with World() as running:
        yield running


@pytest.fixture(scope="session")
def shared_proxy(world):
    """One real proxy before the local internet, without policies, for tests that only need that one runs; leave it as it is."""
    running = world.proxy(extra="[policy]\nenabled = false\n")
    yield running
    running.stop()
