"""Events reach the same addons in the same order as by mitmproxy's own way, faults and halts included."""

import asyncio
import logging

import pytest
from guardian_addons import dispatch
from mitmproxy import exceptions, hooks, options
from mitmproxy.master import Master
from mitmproxy.test import tflow


class Addon:
    """Notes its calls; has addons of its own."""

    def __init__(self, name, log, *, within=(), error=None):
        self.name, self.log, self.addons, self.error = name, log, list(within), error

    def request(self, flow):
        self.log.append(self.name)
        if self.error:
            raise self.error


class Slow(Addon):
    async def request(self, flow):
        await asyncio.sleep(0)
        self.log.append(self.name)


class Deaf:
    """Has no hooks."""


def chains(log):
    yield [Addon("a", log), Deaf(), Slow("b", log), Addon("c", log)], ["a", "b", "c"]
    yield [Addon("a", log, within=[Addon("b", log), Slow("c", log)]), Addon("d", log)], ["a", "b", "c", "d"]
    yield [Addon("a", log, error=ValueError("x")), Addon("b", log)], ["a", "b"]
    yield [Addon("a", log, error=exceptions.AddonHalt()), Addon("b", log)], ["a"]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("quick", [False, True], ids=["mitmproxy", "ours"])
def test_calls_the_same_addons(number, quick, caplog):
    caplog.set_level(logging.CRITICAL)
    log: list[str] = []
    addons, expected = list(chains(log))[number]

    async def run():
        master = Master(options.Options())
        if quick:
            dispatch.quicken(master.addons)
        master.addons.add(*addons)
        for _ in range(2):
            await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))

    asyncio.run(run())
    assert log == expected * 2


def hooks_of(flow):
    return next(hook for hook in hooks.all_hooks.values() if hook.name == "request")(flow)


def test_sees_addons_that_come_and_go():
    """Scripts are loaded anew while the proxy runs: their addons change inside another one."""
    log: list[str] = []

    async def run():
        master = Master(options.Options())
        dispatch.quicken(master.addons)
        outer = Addon("outer", log)
        master.addons.add(outer)
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))
        outer.addons = [Addon("first", log)]
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))
        outer.addons = [Addon("second", log)]
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))
        later = Addon("later", log)
        master.addons.add(later)
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))
        master.addons.remove(later)
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))

    asyncio.run(run())
    assert log == ["outer", "outer", "first", "outer", "second", "outer", "second", "later", "outer", "second"]


def test_a_fault_is_logged_and_the_others_go_on(caplog):
    log: list[str] = []

    async def run():
        master = Master(options.Options())
        dispatch.quicken(master.addons)
        master.addons.add(Addon("a", log, error=ValueError("broken")), Addon("b", log))
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))

    asyncio.run(run())
    assert log == ["a", "b"]
    assert "Addon error: broken" in caplog.text


@pytest.mark.parametrize("quick", [False, True], ids=["mitmproxy", "ours"])
@pytest.mark.parametrize(
    "error", [exceptions.OptionsError("no such option"), KeyboardInterrupt(), asyncio.CancelledError()], ids=repr
)
def test_passes_on_what_mitmproxy_passes_on(error, quick):
    log: list[str] = []

    async def run():
        master = Master(options.Options())
        if quick:
            dispatch.quicken(master.addons)
        master.addons.add(Addon("a", log, error=error), Addon("b", log))
        with pytest.raises(type(error)):
            await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))

    asyncio.run(run())
    assert log == ["a"]


def test_leaves_another_mitmproxy_as_it_is():
    class Manager:
        """One without the function that lists hooks."""

        def trigger_event(self, event):
            return event

    manager = Manager()
    dispatch.quicken(manager)
    assert manager.trigger_event(1) == 1


def test_lines_of_the_log_reach_who_hears_them():
    heard = []

    class Hears:
        def add_log(self, entry):
            heard.append(entry.msg)

    async def run():
        master = Master(options.Options())
        dispatch.quicken(master.addons)
        calls = []

        class Loop:
            """Notes what it is woken for."""

            def call_soon_threadsafe(self, call, *arguments):
                calls.append((call, arguments))

        master.event_loop = Loop()
        logging.getLogger("somebody").error("nobody hears this")
        assert calls == []  # and the loop was not woken for it
        master.addons.add(Hears())
        logging.getLogger("somebody").error("this is heard")
        await asyncio.to_thread(logging.getLogger("somebody").error, "from a thread, too")
        for call, arguments in calls:
            call(*arguments)
        master._legacy_log_events.uninstall()

    asyncio.run(run())
    assert [line.split("] ")[-1] for line in heard] == ["this is heard", "from a thread, too"]


@pytest.mark.parametrize("quick", [False, True], ids=["mitmproxy", "ours"])
def test_events_of_flows_are_followed_by_an_update(quick):
    log: list[str] = []

    class Watches(Addon):
        def update(self, flows):
            self.log.append(f"{len(flows)} updated")

    async def run():
        master = Master(options.Options())
        if quick:
            dispatch.quicken(master.addons)
        master.addons.add(Addon("a", log))
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))
        master.addons.add(Watches("b", log))
        await master.addons.handle_lifecycle(hooks_of(tflow.tflow()))

    asyncio.run(run())
    assert log == ["a", "a", "b", "1 updated"]
