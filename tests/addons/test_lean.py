"""Memory is given back: cycles with long bodies go in time."""

import gc
import weakref

from guardian_addons import lean


class Flow:
    """Holds a body, and itself."""

    def __init__(self) -> None:
        self.body, self.itself = b"x" * 100_000, self


def test_cycles_with_bodies_go_after_so_many_bytes():
    sweep, flows = lean.Sweep(), []
    gc.disable()
    try:
        for _ in range(30):
            flow = Flow()
            flows.append(weakref.ref(flow))
            sweep.passed(len(flow.body))
            del flow
        assert sum(one() is not None for one in flows) <= lean.BYTES // 100_000 + 1
    finally:
        gc.enable()


def test_short_bodies_are_left_to_the_collector():
    sweep = lean.Sweep()
    assert not any(sweep.passed(1_000) for _ in range(lean.BYTES // 1_000 - 1))
    assert sweep.passed(1_000)


def test_the_heap_can_be_set_wherever_it_runs():
    lean.one_heap()
