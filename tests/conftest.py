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
