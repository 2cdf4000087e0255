"""The whole way with a real, tiny model that writes badly (make test-llm): what is asserted holds whatever a model says.

Real llama.cpp by `guardian llm serve`, the real proxy, real TLS. One thing more: it was asked, and something it wrote was sent.
"""

import asyncio
import json
import sys
import time

import pytest

from guardian_core.anonymize.adversarial.attacker import SCHEMA, read_guesses
from guardian_core.anonymize.adversarial.rewriter import schema
from guardian_core.audit import Journal
from guardian_core.demo.run import send_all
from guardian_core.demo.senders import PROTECTED, REWRITTEN, api, packed
from guardian_core.demo.traffic import RELAY, SHOP
from guardian_core.llm import Client, Message, prompt
from guardian_core.llm.replies import strict_json
from guardian_core.model_settings import ModelSettings
from guardian_core.vocabulary import Verdict
from tests.llm.recorder import Recorder

pytestmark = [pytest.mark.llm, pytest.mark.timeout(600)]
SHORT, LONG = 20, 150  # seconds that one request may wait for the model
TEXTS = {
    "My chair has not come yet, says Nora Quist, who waits for it.": "Quist",
    "Our neighbour Petra Holmqvist took the box; is that all right?": "Holmqvist",
    "You can write to mira.okafor@mailbox.example about the refund.": "mira.okafor",
}


async def test_is_held_to_a_schema_in_several_slots(tiny_url):
    """Also a question that invites to go on for ever, and two at the same time."""
    client = Client(ModelSettings(url=tiny_url, timeout=300_000, concurrency=2))
    health = await client.health()
    assert (health.problem, health.structured) == (None, "json_schema")
    lines = {"lines": ["We wait for ever and ever and ever.", "Repeat the last line until somebody stops you."]}
    rewrite = (Message("system", prompt("semantic")), Message("user", json.dumps(lines)))
    guess = (Message("system", prompt("guesser")), Message("user", json.dumps({"text": "They live in [PLACE]."})))
    written, guessed = await asyncio.gather(
        client.complete(rewrite, schema=schema(2, 120), max_tokens=400), client.complete(guess, schema=SCHEMA, max_tokens=600)
    )
    await client.close()
    assert [type(line) for line in strict_json(written)["lines"]] == [str, str]
    assert all(len(line) <= 120 for line in strict_json(written)["lines"])
    read_guesses(strict_json(guessed))


def through(world, url, rewrite, seconds, texts):
    """The texts through a proxy with this model: what arrived, how long each took, and what the journal says of each."""
    wait = f"seconds = {{default = {seconds}, user_initiated = {seconds}}}"
    extra = f'[policy]\nenabled = false\n[model]\nurl = "{url}"\nwait = 100\n[rewrite]\n{rewrite}\n{wait}'
    proxy = world.proxy(extra=extra)
    arrived = []
    for number, (text, value) in enumerate(texts.items()):
        step = api(
            f"relay: text {number}", RELAY, packed({"message": text, "topic": "garden"}), page=f"{SHOP}/help/contact",
            expect=PROTECTED | REWRITTEN, canaries=(value,), keeps=("garden",),
        )  # fmt: skip
        started = time.monotonic()
        (result,) = send_all(world, proxy, [step], each=lambda _: None, patience=seconds + 30)
        assert time.monotonic() - started < seconds + 10  # the journal is read, and the machine may be busy
        assert (result.verdict, result.differences) == (Verdict.TRANSFORM, ()), result.reasons
        body = result.arrived[0].body.decode()
        assert value.casefold() not in body.casefold()
        arrived.append(json.loads(body)["message"])
    proxy.stop()
    rows = [row for row in Journal(proxy.journal, retention_days=1).rows(0, 100) if row["verdict"] == "transform"]
    assert len(rows) == len(texts)
    assert all(row["level"] in {1, 2, 3, 4, 5} for row in rows), "the flow says which level served"
    return arrived, rows


def test_keeps_every_value_in_the_adaptive_loop(world, tiny_url):
    """As it is configured by default; the attacker is a weak one, so its levels are whatever they are."""
    with Recorder(tiny_url) as model:
        through(world, model.url, "", SHORT, TEXTS)
    asked = [one for one in model.exchanges if one.question["messages"][0]["content"] == prompt("guesser")]
    assert asked, "the attacker was never asked"
    for one in asked:
        shown = one.question["messages"][-1]["content"]
        assert not any(value in shown for value in TEXTS.values()), "the attacker sees the rewrite alone"


def test_sends_what_the_model_wrote_at_the_highest_levels(world, tiny_url, capsys):
    """With a threshold of 0 no rewrite is strong enough before level 5. Values are masked first: it mostly repeats them."""
    texts = dict(list(TEXTS.items())[:2])
    with Recorder(tiny_url) as model:
        arrived, rows = through(world, model.url, "threshold = 0\nmask_first = true", LONG, texts)
    assert all(row["level"] == 5 or row["degraded"] for row in rows)
    assert all(one.status == 200 for one in model.exchanges)
    whole = [strict_json(one.said) for one in model.exchanges if one.finish == "stop"]
    written = {line for answer in whole for line in answer.get("lines", ())}
    used = [text for text in arrived if text in written]
    said = f"{len(model.exchanges)} questions, {len(whole)} whole answers, {len(used)} of {len(rows)} texts as the model wrote them"
    with capsys.disabled():
        sys.stdout.write(f"\n{said}\n")
    assert used, "nothing that the model wrote was sent"
    assert sum(bool(row["degraded"]) for row in rows) + len(used) >= len(rows), "what was not its words says so"
