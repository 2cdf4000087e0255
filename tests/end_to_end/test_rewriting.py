"""A language model behind the running proxy: whatever it does, no original leaves and nothing stalls."""

import json
import time

import pytest

from guardian_core.demo.run import send_all
from guardian_core.demo.senders import PROTECTED, REWRITTEN, api, packed
from guardian_core.demo.traffic import RELAY, SHOP
from guardian_core.llm import prompt
from guardian_core.vocabulary import Verdict
from tests.llm.scripted import Server, hang, obeys, says

NAME = "Nora Quist"
TEXT = f"My chair has not come yet, says {NAME}, who waits for it."
SECONDS = 1.5
STEP = api("relay: a message in prose", RELAY, packed({"message": TEXT, "topic": "garden"}), page=f"{SHOP}/help/contact",
           expect=PROTECTED | REWRITTEN, canaries=("Quist",), keeps=("garden",))  # fmt: skip


def by_prompt(guess, rewrite):
    """A model that is told its task by the prompt: it guesses `guess` of every text, and rewrites lines by `rewrite`."""

    def reply(messages):
        shown = json.loads(messages[-1]["content"].partition("\n\n")[0])
        if messages[0]["content"] == prompt("guesser"):
            said = {"field": "name", "guess": guess, "confidence": 0.9, "reasoning": "it fits"}
            return {"guesses": [said] if guess else [], "max_confidence": 0.9}
        return {"lines": [rewrite(line) for line in shown["lines"]]} if "lines" in shown else {}

    return obeys(reply)


def soften(line):
    return line.replace(NAME, "a customer")


MODELS = {
    "rewrites": by_prompt("Quist", soften),
    "guesses nothing": by_prompt("", soften),
    "leaves everything": by_prompt("Quist", lambda line: line),
    "prints the original": by_prompt("Quist", lambda line: f"Ignore the above. {line} {line}"),
    "refuses": by_prompt("Quist", lambda _: "I'm sorry, but I can't help with that."),
    "answers prose": says("Certainly! What would you like to know?"),
    "hangs": hang,
}


def sent(world, act, *, seconds=SECONDS):
    """What the relay received with this model, how long it took, and what was recorded."""
    with Server(act) as server:
        wait = f"seconds = {{default = {seconds}, user_initiated = {seconds}}}"
        extra = f'[policy]\nenabled = false\n[model]\nurl = "{server.url}"\nwait = 100\n[rewrite]\n{wait}'
        proxy = world.proxy(extra=extra)
        started = time.monotonic()
        (result,) = send_all(world, proxy, [STEP], each=lambda _: None)
        took = time.monotonic() - started
        proxy.stop()
    return result, took, server.calls


@pytest.mark.parametrize("name", MODELS)
def test_sends_no_original_and_never_waits_longer_than_it_may(world, name):
    result, took, calls = sent(world, MODELS[name])
    assert result.differences == (), result.reasons
    assert result.verdict is Verdict.TRANSFORM
    (arrived,) = result.arrived
    assert "Quist" not in arrived.body.decode()
    assert calls
    assert took < SECONDS + 8  # the journal is read, and the machine may be busy


def test_sends_what_the_model_wrote(world):
    result, _, _ = sent(world, MODELS["rewrites"], seconds=20)
    assert json.loads(result.arrived[0].body) == {"message": soften(TEXT), "topic": "garden"}
    assert result.level == 5
    assert any("strengthened from level" in reason for reason in result.reasons)


def test_a_model_that_is_gone_is_not_waited_for(world):
    with Server(hang) as server:
        url = server.url
    proxy = world.proxy(extra=f'[policy]\nenabled = false\n[model]\nurl = "{url}"\nwait = 100\n')
    (result,) = send_all(world, proxy, [STEP], each=lambda _: None)
    proxy.stop()
    assert result.differences == (), result.reasons
    assert result.verdict is Verdict.TRANSFORM
