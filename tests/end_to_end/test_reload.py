"""A real proxy whose configuration changes while it runs: by a command, by a mistake, and in the middle of a conversation."""

import json
import time

import pytest
from click.testing import CliRunner

from guardian_core.cli import main

PERSON = {"full_name": "Nora Quist", "ssn": "524-71-3806"}


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy()
    yield running
    running.stop()


def guardian(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="guardian")
    assert result.exit_code == 0, result.output


def until(holds, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)


def test_takes_a_rule_up_and_drops_it_again(proxy):
    with proxy.client() as client:

        def status():
            return client.post("https://peoplebase.test/v2/profiles", json=PERSON).status_code

        assert status() == 403
        guardian("rules", "add", "brokers", "--site", "peoplebase.test", "--decide", "allow", "--config", proxy.config)
        until(lambda: status() == 201)
        assert "the configuration was read again: rules" in proxy.log.read_text()
        proxy.config.write_text(proxy.config.read_text() + "\n[polcy]\nwait = 1\n")
        until(lambda: "the new configuration is not used" in proxy.log.read_text())
        (said,) = [line for line in proxy.log.read_text().splitlines() if "the new configuration is not used" in line]
        assert "polcy: unknown key; did you mean 'policy'?" in said
        assert status() == 201
        proxy.config.write_text(proxy.config.read_text().replace("\n[polcy]\nwait = 1\n", ""))
        guardian("rules", "remove", "brokers", "--config", proxy.config)
        until(lambda: status() == 403)


def test_breaks_no_request_while_it_changes(proxy):
    """Every answer is one of the two that some configuration gives; none is lost between them."""
    seen = []
    with proxy.client() as client:
        for round_ in range(2):
            guardian("rules", "add", f"round {round_}", "--site", "peoplebase.test", "--decide", "allow", "--config", proxy.config)
            end = time.monotonic() + 1.8
            while time.monotonic() < end:
                seen.append(client.post("https://peoplebase.test/v2/profiles", json=PERSON).status_code)
            guardian("rules", "remove", f"round {round_}", "--config", proxy.config)
    assert set(seen) == {201, 403}


def test_keeps_the_placeholders_of_a_conversation(world, proxy):
    """What stands for a value stays the same, so the reply gets the user's words back after a change, too."""

    def said(client):
        mark = len(world.records)
        body = {"model": "reed-1", "messages": [{"role": "user", "content": "My SSN is 524-71-3806, is it valid?"}]}
        reply = client.post("https://chatter.test/v1/chat/completions", json=body)
        assert reply.status_code == 200
        (got,) = [one for one in world.records.since(mark) if one.host == "chatter.test" and one.method == "POST"]
        return json.loads(got.body)["messages"][0]["content"]

    with proxy.client() as client:
        before = said(client)
        assert "524-71-3806" not in before
        log = proxy.log.read_text().count("read again")
        guardian("rules", "add", "other", "--site", "elsewhere.test", "--decide", "deny", "--config", proxy.config)
        until(lambda: proxy.log.read_text().count("read again") > log)
        assert said(client) == before
