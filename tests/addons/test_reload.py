"""A configuration that changes under a running proxy: what is in force, and what the flows of before go on with."""

import asyncio
import logging
import os

import pytest
from guardian_addons.guardian import GuardianAddon
from guardian_addons.reload import Reloading, changed_for_later, differences, kept, stamp, watched
from mitmproxy.test import taddons

from guardian_core.settings import Settings


class Core:
    """Knows its settings and whether it was closed."""

    def __init__(self, settings):
        self.settings = settings
        self.closed = False

    async def close(self):
        self.closed = True


def write(path, text):
    """As editors do: beside it, then in its place."""
    draft = path.with_suffix(".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


@pytest.fixture
async def proxy(tmp_path):
    path = tmp_path / "guardian.toml"
    write(path, f'home = "{tmp_path}"\n[policy]\nwait = 1\n')
    addon = GuardianAddon(Core)
    with taddons.context(addon):
        addon.use(Settings.load(path))
        watch = next(child for child in addon.addons if isinstance(child, Reloading))
        watch.seconds = 0.05
        watch.running()
        yield addon.shell, path
        await watch.done()
        await addon.done()


async def until(holds):
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.02)


async def test_takes_a_change_up(proxy, caplog, tmp_path):
    caplog.set_level(logging.INFO)
    shell, path = proxy
    await asyncio.sleep(0.1)
    write(path, f'home = "{tmp_path}"\n[policy]\nwait = 2\n')
    await until(lambda: shell.settings.policy.wait == 2)
    assert shell.core.settings.policy.wait == 2
    await until(lambda: "the configuration was read again: policy.wait" in caplog.text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[policy\n", "not valid TOML"),
        ("[polcy]\nwait = 3\n", "polcy: unknown key; did you mean 'policy'?"),
        ("[policy]\nwait = 'long'\n", "policy.wait: Input should be a valid integer"),
        ("", "guardian.toml is empty, as a save leaves it that failed or is under way"),
        (" \n\t\r\n", "guardian.toml is empty"),
    ],
)
async def test_keeps_the_old_one_when_the_new_one_is_bad(proxy, caplog, tmp_path, text, why):
    shell, path = proxy
    core = shell.core
    await asyncio.sleep(0.1)
    write(path, text)
    await until(lambda: why in caplog.text)
    (said,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert said.startswith("the new configuration is not used, the one before stays in force: ")
    assert "\n" not in said
    assert ":;" not in said
    assert (shell.core, core.closed) == (core, False)
    write(path, f'home = "{tmp_path}"\n[policy]\nwait = 4\n')
    await until(lambda: shell.settings.policy.wait == 4)


async def test_keeps_the_old_one_while_the_file_is_gone(proxy, caplog):
    shell, path = proxy
    core = shell.core
    await asyncio.sleep(0.1)
    path.unlink()
    await until(lambda: "cannot read the configuration" in caplog.text)
    assert shell.core is core


async def test_takes_an_empty_file_where_it_was_empty_before(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    path = tmp_path / "guardian.toml"
    write(path, "")
    addon = GuardianAddon(Core)
    with taddons.context(addon):
        addon.use(Settings.load(path, given={"home": str(tmp_path)}))
        write(path, "\n")
        assert await Reloading(addon.shell).reload()
        await addon.done()
    assert "the configuration was read again: the same settings" in caplog.text


async def test_takes_a_file_that_says_that_nothing_is_set(proxy):
    """A comment is no accident: whoever wants the default settings back says so."""
    shell, path = proxy
    await asyncio.sleep(0.1)
    write(path, "# nothing\n")
    await until(lambda: shell.settings.policy.wait == 400)
    await asyncio.sleep(0.1)
    write(path, "")
    await asyncio.sleep(0.3)
    assert not shell.settings.source.empty


async def test_lets_a_flow_end_with_what_it_began_with(proxy, tmp_path):
    shell, path = proxy
    before = shell.core
    with shell.held() as held:
        await asyncio.sleep(0.1)
        write(path, f'home = "{tmp_path}"\n[decision]\nobserve = true\n')
        await until(lambda: shell.core is not before)
        await asyncio.sleep(0.1)
        assert shell.observing
        assert (held.core, held.observing, before.closed) == (before, False, False)
    await until(lambda: before.closed)


async def test_takes_up_a_list_that_changed(proxy, tmp_path):
    shell, path = proxy
    (tmp_path / "list.txt").write_text("||one.example^\n")
    write(path, f'home = "{tmp_path}"\n[decision]\nlists = ["list.txt"]\n')
    await until(lambda: "one.example" in shell.settings.decision.domains)
    await asyncio.sleep(0.1)
    write(tmp_path / "list.txt", "||two.example^\n")
    await until(lambda: "two.example" in shell.settings.decision.domains)
    assert "one.example" not in shell.settings.decision.domains


async def test_says_what_waits_for_the_next_start_once(proxy, caplog, tmp_path):
    """Not of a port that was taken at the start, so that the proxy listens on another than the file says."""
    shell, path = proxy
    shell.now.settings = kept(shell.settings, shell.settings.model_copy(update={"proxy": moved(shell.settings.proxy)}))
    await asyncio.sleep(0.2)
    write(path, f'home = "{tmp_path}"\n[policy]\nwait = 5\n')
    await until(lambda: shell.settings.policy.wait == 5)
    await asyncio.sleep(0.1)
    assert "next start" not in caplog.text
    write(path, f'home = "{tmp_path}"\n[policy]\nwait = 6\n[proxy]\nport = 9000\n')
    await until(lambda: "proxy.port: takes effect at the next start" in caplog.text)
    assert shell.settings.proxy.port == 8123


async def test_says_that_commands_and_proxy_part_where_the_home_moves(proxy, caplog, tmp_path):
    shell, path = proxy
    await asyncio.sleep(0.2)
    write(path, f'home = "{tmp_path / "other"}"\n[policy]\nwait = 7\n')
    await until(lambda: shell.settings.policy.wait == 7)
    await until(lambda: "start it again" in caplog.text)
    assert f"goes on with {tmp_path}, but commands use {tmp_path / 'other'}" in caplog.text
    assert shell.settings.home == tmp_path
    assert shell.settings.identities == tmp_path / "identities.json"
    assert not (tmp_path / "other").exists()


AUTHORITY = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


async def test_says_only_what_is_true_of_what_waits(proxy, caplog, tmp_path):
    """Not that nothing changed before saying what did, and nothing of a key that is again as it is in force."""
    caplog.set_level(logging.INFO)
    _, path = proxy
    (tmp_path / "own.pem").write_text(AUTHORITY)
    await asyncio.sleep(0.2)
    said = []
    for table in (f'[proxy]\ntrust_ca = "{tmp_path / "own.pem"}"\n', ""):
        caplog.clear()
        write(path, f'home = "{tmp_path}"\n[policy]\nwait = 1\n{table}')
        await until(lambda: "was read again" in caplog.text)
        await asyncio.sleep(0.1)
        said.append([record.getMessage() for record in caplog.records if record.name == "guardian_addons"])
    assert said == [
        [
            "the configuration was read again: nothing else than before takes effect now",
            "proxy.trust_ca: takes effect at the next start",
        ],
        ["the configuration was read again: the same settings"],
    ]


def moved(proxy):
    return proxy.model_copy(update={"port": 8123})


def test_leaves_what_is_fixed_as_it_is_and_says_so(tmp_path):
    before = Settings(home=tmp_path)
    before = before.model_copy(update={"proxy": before.proxy.model_copy(update={"port": 0})})
    fresh = Settings(home=tmp_path, proxy={"port": 9000, "max_body": 5_000})
    settings = kept(fresh, before)
    assert (settings.proxy.port, settings.proxy.max_body) == (0, 5_000)
    assert differences(before, settings) == ["proxy.max_body"]
    assert changed_for_later(before, fresh) == ["proxy.port"]


@pytest.mark.parametrize(
    "change", [{"mode": "transparent"}, {"upstream": "http://proxy.example.test:3128"}, {"pac_port": 9}, {"host": "127.0.0.2"}]
)
def test_where_traffic_comes_in_and_goes_out_waits_for_the_next_start(tmp_path, change):
    """Else policies would be fetched through another proxy than requests, and PAC files name a port that nobody opened."""
    before, fresh = Settings(home=tmp_path), Settings(home=tmp_path, proxy=change)
    assert kept(fresh, before) == before
    assert changed_for_later(before, fresh) == [f"proxy.{name}" for name in change]


def test_sees_a_file_change_by_size_time_or_replacement(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text("")
    first = stamp([path])
    os.utime(path, ns=(1, 1))
    second = stamp([path])
    write(path, "")
    os.utime(path, ns=(1, 1))
    assert len({first, second, stamp([path]), stamp([tmp_path / "none"])}) == 4


def test_watches_the_lists_too(tmp_path):
    (tmp_path / "list.txt").write_text("||one.example^\n")
    path = tmp_path / "guardian.toml"
    path.write_text('home = "."\n[decision]\nlists = ["list.txt"]\nsources = { ep = "https://lists.example.test/ep" }\n')
    assert watched(Settings.load(path)) == [path, tmp_path / "list.txt", tmp_path / "lists" / "ep"]
