"""Faults become refusals, and settings are exchanged whole or not at all."""

import asyncio
import contextlib
import logging

import pytest
from guardian_addons.guardian import GuardianAddon
from guardian_addons.shell import ENDING, InUse, Shell, closed
from mitmproxy import ctx, exceptions
from mitmproxy.test import taddons

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings
from tests.addons import deciding

CANARY = "dana.quill@example.test"


@pytest.fixture(autouse=True)
def _own_context():
    """taddons exchanges mitmproxy's one global context; a proxy of other tests may be running in this process."""
    before = dict(vars(ctx))
    yield
    for name in set(vars(ctx)) - set(before):
        delattr(ctx, name)
    vars(ctx).update(before)


class Core:
    """Knows only whether it was closed."""

    def __init__(self, settings):
        self.settings = settings
        self.closed = False

    async def close(self):
        self.closed = True


def test_turns_a_fault_into_a_refusal_without_its_message(caplog):
    said = []
    with closed("7f", said.append):
        raise KeyError(CANARY)
    assert said == ["internal error KeyError at " + said[0].rpartition(" ")[2]]
    assert "test_shell:" in said[0]
    assert CANARY not in caplog.text
    assert "could not check 7f" in caplog.text


def test_refuses_and_stops_when_cancelled():
    said = []
    with pytest.raises(asyncio.CancelledError), closed("7f", said.append):
        raise asyncio.CancelledError
    assert said == ["cancelled"]


@pytest.mark.parametrize("fault", [RuntimeError("cannot schedule new futures after shutdown"), asyncio.CancelledError()])
def test_finds_no_fault_in_what_is_gone_while_the_proxy_ends(caplog, fault):
    said = []
    with contextlib.suppress(asyncio.CancelledError), closed("7f", said.append, lambda: True):
        raise fault
    assert (said, caplog.text) == ([ENDING], "")


def test_says_nothing_when_all_is_well():
    said = []
    with closed("7f", said.append):
        pass
    assert said == []


def write(path, home, text=""):
    path.write_text(f'home = "{home}"\n{text}', encoding="utf-8")
    return str(path)


@pytest.fixture
async def running(tmp_path):
    addon = GuardianAddon(Core)
    with taddons.context(addon) as context:
        path = write(tmp_path / "one.toml", tmp_path, "[proxy.resolve]\n'a.test' = '127.0.0.1:1'\n")
        context.options.update(guardian_config=path)
        yield addon, context
        await addon.done()


async def test_reads_the_configuration_once(running, tmp_path):
    addon, context = running
    core = addon.shell.core
    assert addon.shell.table == {"a.test": ("127.0.0.1", 1)}
    context.options.update(guardian_observe=True)
    assert addon.shell.core is core
    assert addon.shell.observing


async def test_changes_the_configuration_of_a_running_proxy(running, tmp_path):
    addon, context = running
    before = addon.shell.core
    context.options.update(guardian_config=write(tmp_path / "two.toml", tmp_path))
    assert addon.shell.core is not before
    assert addon.shell.table == {}
    await asyncio.gather(*addon.shell.background)
    assert before.closed


@pytest.mark.parametrize("text", ["[proxy]\nprot = 1\n", "[proxy.resolve]\n'a.test' = 'b.test'\n"], ids=["unknown key", "address"])
async def test_keeps_its_settings_when_the_new_ones_are_bad(running, tmp_path, text):
    addon, context = running
    core, settings, path = addon.shell.core, addon.shell.settings, context.options.guardian_config
    with pytest.raises(exceptions.OptionsError, match="proxy"):
        context.options.update(guardian_config=write(tmp_path / "two.toml", tmp_path, text))
    assert (addon.shell.core, addon.shell.settings, context.options.guardian_config) == (core, settings, path)


async def test_says_one_line_when_it_cannot_start(tmp_path, caplog):
    def no_model(settings):
        raise SettingsError("the names model is missing; get it with …")

    addon = GuardianAddon(no_model)
    with taddons.context(addon, loadcore=False) as context:
        context.configure(addon, guardian_config=write(tmp_path / "one.toml", tmp_path))
    assert addon.shell.core is None
    assert {entry.getMessage() for entry in caplog.records if entry.levelno == logging.ERROR} == {
        "the names model is missing; get it with …"
    }


class Noting:
    """Takes the place of a recorder."""

    def __init__(self):
        self.flows, self.is_closed = [], False

    def record(self, outcome, *, flow_id, observed):
        assert not self.is_closed
        self.flows.append(flow_id)

    def close(self):
        self.is_closed = True


def shell_with(recorder):
    shell = Shell(Core)
    shell.now = InUse(Core(None), Settings(), recorder)
    return shell


@pytest.fixture
def outcome():
    return deciding.decided()


async def test_what_was_decided_is_recorded_when_it_is_on_its_way(outcome, caplog):
    taken = Noting()
    shell = shell_with(taken)
    heard = []
    shell.listeners += [lambda _outcome, flow_id, _held: heard.append(flow_id), lambda *_: 1 / 0]
    with taddons.context(GuardianAddon(Core)):
        for flow_id in ("a", "b"):
            shell.record(outcome, flow_id)
        assert (taken.flows, heard) == ([], [])
        await asyncio.sleep(0)
        assert (taken.flows, heard) == (["a", "b"], ["a", "b"])  # a listener's fault is its own
        assert "ZeroDivisionError" in caplog.text
        assert deciding.SECRET not in caplog.text


@pytest.mark.parametrize("end", ["close", "exchange"])
async def test_nothing_that_was_decided_is_lost_at_the_end(outcome, end):
    taken = Noting()
    shell = shell_with(taken)
    with taddons.context(GuardianAddon(Core)):
        old = shell.now
        shell.record(outcome, "a")
        if end == "close":
            await shell.close()
        else:
            shell.now = InUse(None, Settings(), Noting())
            await old.close()
    assert (taken.flows, taken.is_closed, old.flows) == (["a"], True, 0)
