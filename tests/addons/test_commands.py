"""The commands guardian.*: a real core, a real store of grants, flows as mitmproxy has them; the wire is in end_to_end."""

import json

import pytest
from guardian_addons.guardian import GuardianAddon
from mitmproxy import exceptions
from mitmproxy.test import taddons, tflow

from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from tests.addons import deciding


@pytest.fixture
def settings(tmp_path):
    return Settings(home=tmp_path, detect={"names": False}, policy={"enabled": False})


@pytest.fixture
async def proxy(settings):
    addon = GuardianAddon(Guardian)
    with taddons.context(addon) as context:
        addon.use(settings)
        yield addon, context.master.commands
        await addon.done()


async def decide(addon, body):
    made = deciding.request(body)
    flow = tflow.tflow()
    flow.request.host, flow.request.port, flow.request.scheme = made.host, made.port, made.scheme
    flow.request.method, flow.request.path = made.method, made.target
    flow.request.headers.clear()
    for name, value in made.headers:
        flow.request.headers[name.decode()] = value.decode()
    flow.request.raw_content = made.body
    await addon.request(flow)
    return flow


REWRITTEN = {"page": "/account", "user": deciding.SECRET}
REFUSED = {"ssn": deciding.SSN}


async def test_explains_a_flow_in_lines(proxy):
    addon, commands = proxy
    lines = commands.call("guardian.explain", await decide(addon, REFUSED))
    assert lines[0].startswith("NOT SENT")
    assert deciding.SSN not in "".join(lines)


async def test_allows_the_same_once(proxy):
    addon, commands = proxy
    said = commands.call("guardian.allow", await decide(addon, REFUSED))
    assert said.startswith("SSN to metrics.stranger.test is allowed once, within ten minutes (grant ")
    again = await decide(addon, REFUSED)
    assert (again.response, json.loads(again.request.raw_content)) == (None, REFUSED)
    assert (await decide(addon, REFUSED)).response.status_code == 403


async def test_holds_back_what_would_have_been_sent(proxy):
    addon, commands = proxy
    flow = await decide(addon, REWRITTEN)
    assert flow.response is None
    assert "is held back always" in commands.call("guardian.deny", flow, "always")
    assert (await decide(addon, REWRITTEN)).response.status_code == 403


@pytest.mark.parametrize(
    ("name", "how", "said"),
    [
        ("guardian.allow", "for ever", "say once or hour or always"),
        ("guardian.deny", "once", "say hour or always"),
    ],
)
async def test_says_what_can_be_chosen(proxy, name, how, said):
    addon, commands = proxy
    with pytest.raises(exceptions.CommandError, match=said):
        commands.call(name, await decide(addon, REFUSED), how)


async def test_grants_nothing_about_what_it_does_not_know(proxy):
    addon, commands = proxy
    with pytest.raises(exceptions.CommandError, match="not remembered"):
        commands.call("guardian.allow", tflow.tflow())
    with pytest.raises(exceptions.CommandError, match="nothing personal was found"):
        commands.call("guardian.allow", await decide(addon, {"a": 1}))


@pytest.mark.parametrize("control", [{"overrides": False}, {"forbid": ["critical"]}], ids=["overrides", "forbid"])
async def test_grants_nothing_that_the_administrator_keeps_for_himself(proxy, settings, control):
    addon, commands = proxy
    fields = settings.control.model_dump() | control
    addon.shell.now.settings = settings.model_copy(update={"control": type(settings.control)(**fields)})
    flow = await decide(addon, REFUSED)
    for name in ("guardian.allow", "guardian.replay-original"):
        with pytest.raises(exceptions.CommandError, match="administrator"):
            commands.call(name, flow)


async def test_asks_before_it_sends_an_original(proxy):
    addon, commands = proxy
    flow = await decide(addon, REWRITTEN)
    said = commands.call("guardian.replay-original", flow)
    assert said == "sends Email to metrics.stranger.test as it was: repeat the command, or add yes, to confirm"
    assert addon.commands.confirmed == {}
    other = await decide(addon, REFUSED)
    assert "to confirm" in commands.call("guardian.replay-original", other)


async def test_lets_only_the_confirmed_request_pass(proxy):
    """What was changed between the confirmation and its sending is decided about as any other."""
    addon, commands = proxy
    flow = await decide(addon, REWRITTEN)
    sent = []
    commands.commands["replay.client"] = type(
        "Replay", (), {"call": staticmethod(lambda args: None), "func": staticmethod(sent.extend)}
    )()
    commands.call("guardian.replay-original", flow, "yes")
    (again,) = sent
    assert again.id != flow.id
    assert json.loads(again.request.raw_content) == REWRITTEN
    again.live = True
    changed = again.request.raw_content
    again.request.raw_content = changed.replace(b"dana", b"donna")
    await addon.request(again)
    assert b"donna.quill" not in again.request.raw_content
    commands.call("guardian.replay-original", flow, "yes")
    other = sent[-1]
    other.live = True
    await addon.request(other)
    assert json.loads(other.request.raw_content) == REWRITTEN
    assert other.metadata["guardian"]["verdict"] == "allow"
    assert "you sent the original" in other.comment


async def test_has_no_original_of_what_was_allowed(proxy):
    addon, commands = proxy
    with pytest.raises(exceptions.CommandError, match="not in memory"):
        commands.call("guardian.replay-original", await decide(addon, {"a": 1}))
