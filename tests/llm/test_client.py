"""The client before a real server on loopback that behaves, misbehaves and fails."""

import asyncio
import json
import logging
import time

import pytest

from guardian_core.errors import LlmAnswerError, LlmError, LlmUnavailableError
from guardian_core.llm import Client, Message, connect
from guardian_core.model_settings import ModelSettings
from tests.llm.scripted import Server, answer, dies, drips, floods, hang, late, says, takes_only

SECRET = "the words of the question"
ASKED = [Message("system", "Be brief."), Message("user", SECRET)]
SCHEMA = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


def client_of(server, **settings):
    return Client(ModelSettings(url=server.url, **settings))


async def asked(server, **settings):
    client = client_of(server, **settings)
    try:
        return await client.complete(ASKED, schema=SCHEMA)
    finally:
        await client.close()


def test_is_none_where_no_server_is_configured():
    assert connect(ModelSettings()) is None


async def test_asks_the_first_model_that_the_server_lists():
    with Server(says("fine"), models=("first", "second")) as server:
        assert await asked(server) == "fine"
    assert server.paths == ["/v1/models", "/v1/chat/completions"]
    question = server.asked[0]
    assert (question["model"], question["temperature"], question["stream"], question["max_tokens"]) == ("first", 0, False, 512)
    assert question["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": SECRET}]
    assert question["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "Authorization" not in server.headers[0]


async def test_asks_the_model_that_the_settings_name():
    with Server(says("fine")) as server:
        await asked(server, name="mine")
    assert (server.paths, server.asked[0]["model"]) == (["/v1/chat/completions"], "mine")


@pytest.mark.parametrize(("form", "calls"), [("json_schema", 1), ("json_object", 2), ("none", 3)])
async def test_falls_back_to_the_form_of_schema_that_the_server_takes(form, calls):
    with Server(takes_only(form, says({"ok": True}))) as server:
        client = client_of(server)
        assert json.loads(await client.complete(ASKED, schema=SCHEMA)) == {"ok": True}
        assert server.calls == calls
        await client.complete(ASKED, schema=SCHEMA)
        assert server.calls == calls + 1, "what was refused is not tried again"
        health = await client.health()
        assert (health.reachable, health.structured, health.models) == (True, form, ("scripted",))
        assert 0 < health.latency < 5
        await client.close()
    assert ("JSON Schema" in server.asked[-1]["messages"][-1]["content"]) == (form == "none")


async def test_takes_a_failure_inside_for_a_refusal_of_the_form():
    """As the server of llama-cpp-python does; once a form was taken, a failure is a failure."""
    with Server(answer({}, 500), says({"ok": True})) as server:
        client = client_of(server)
        await client.complete(ASKED, schema=SCHEMA)
        assert [asked["response_format"]["type"] for asked in server.asked] == ["json_schema", "json_object"]
        server.script = [answer({}, 500)] * 3 + [says({"ok": True})]
        await client.complete(ASKED, schema=SCHEMA)
        assert [asked["response_format"]["type"] for asked in server.asked[2:]] == ["json_object"] * 2
        await client.close()


async def test_sends_no_form_without_a_schema():
    with Server(says("fine")) as server:
        client = client_of(server)
        await client.complete(ASKED)
        await client.close()
    assert "response_format" not in server.asked[0]


FAULTS = {
    "hangs": (hang, "did not answer in time", 1),
    "drips": (drips, "did not answer in time", 1),
    "dies in its answer": (dies, "broke off", 2),
    "fails": (answer({"error": SECRET}, 500), "a server that failed (500)", 4),
    "loads its model": (answer({"error": SECRET}, 503), "a server that is loading its model, or has too much to do (503)", 2),
    "refuses everything": (answer({"error": SECRET}, 400), "refused the question (400)", 3),
    "refuses the key": (answer({"error": SECRET}, 401), "refuses the key (401)", 1),
    "knows no such model": (answer({"error": SECRET}, 404), "no model of that name (404)", 1),
    "floods": (floods, "more than 1000000 bytes", 1),
    "announces a flood": (answer(b" " * 2_000_000), "more than 1000000 bytes", 1),
    "answers a page": (answer(b"<html>" + SECRET.encode(), Content_Type="text/html"), "did not answer in JSON", 1),
    "answers a list": (answer([]), "gave no answer", 1),
    "nests without end": (answer(b"[" * 100_000), "did not answer in JSON", 1),
    "chooses nothing": (answer({"choices": []}), "gave no answer", 1),
    "says nothing": (says(""), "gave no answer", 1),
    "says a list": (answer({"choices": [{"message": {"content": [SECRET]}}]}), "gave no answer", 1),
    "is cut off": (says(SECRET, finish="length"), "was cut off", 1),
    "squeezes": (answer(b"\x1f\x8b\x08", Content_Encoding="gzip"), "did not answer in JSON", 1),
}


@pytest.mark.parametrize(("act", "said", "calls"), FAULTS.values(), ids=FAULTS.keys())
async def test_says_what_is_wrong_within_its_time(act, said, calls, caplog):
    caplog.set_level(logging.DEBUG)
    started = time.perf_counter()
    with Server(act) as server, pytest.raises(LlmError) as raised:
        await asked(server, timeout=600, name="scripted")
    assert said in str(raised.value)
    assert time.perf_counter() - started < 2
    assert server.calls == calls
    assert SECRET not in str(raised.value) + caplog.text + repr(raised.value)


async def test_follows_no_redirect():
    with Server(says("stolen")) as other, Server(answer({}, 307, Location="http://127.0.0.1:1/v1")) as server:
        server.script = [answer({}, 307, Location=f"{other.url}/chat/completions")]
        with pytest.raises(LlmUnavailableError, match=r"sends us elsewhere \(307\)"):
            await asked(server, name="scripted")
    assert (server.calls, other.calls) == (1, 0)


async def test_uses_no_proxy_of_the_environment(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with Server(says("fine")) as server:
        assert await asked(server) == "fine"


async def test_cannot_reach_what_is_not_there():
    with Server(says("fine")) as server:
        pass
    with pytest.raises(LlmUnavailableError, match="cannot be reached"):
        await asked(server, name="scripted")
    health = await Client(ModelSettings(url=server.url)).health()
    assert (health.reachable, health.problem) == (False, "has a server that cannot be reached")


@pytest.mark.parametrize("first", [dies, answer({}, 503), answer({}, 429)], ids=["dies", "503", "429"])
async def test_tries_once_more_after_a_fault_that_may_pass(first):
    with Server(first, says("fine")) as server:
        client = client_of(server)
        assert await client.complete(ASKED) == "fine"
        numbers = client.metrics()
        await client.close()
    assert (numbers.calls, numbers.retries, numbers.failures) == (2, 1, {})


async def test_survives_a_restart_of_the_server():
    """A connection that was kept alive is dead then; the second try makes a new one."""
    with Server(says("fine")) as server:
        client = client_of(server)
        await client.complete(ASKED)
    with Server(says("again"), port=server.port) as server:
        assert await client.complete(ASKED) == "again"
        await client.close()


async def test_counts_and_keeps_no_text():
    with Server(says("fine", usage=(11, 5)), answer({}, 404)) as server:
        client = client_of(server)
        await client.complete(ASKED)
        with pytest.raises(LlmUnavailableError):
            await client.complete(ASKED)
        numbers = client.metrics()
        await client.close()
    assert (numbers.calls, numbers.tokens_in, numbers.tokens_out, numbers.failures) == (2, 11, 5, {"status": 1})
    assert 0 < numbers.latency_p50 == numbers.latency_p95 < 5
    assert SECRET not in repr(vars(client)) + repr(ASKED)


async def test_keeps_to_its_places():
    """Three questions, one place: they are asked one after the other, and waiting counts against the deadline."""
    with Server(late(0.2, says("fine"))) as server:
        client = client_of(server, concurrency=1)
        started = time.perf_counter()
        one, two, three = await asyncio.gather(
            client.complete(ASKED), client.complete(ASKED), client.complete(ASKED, deadline=0.1), return_exceptions=True
        )
        assert (one, two) == ("fine", "fine")
        assert time.perf_counter() - started >= 0.4
        assert isinstance(three, LlmUnavailableError)
        assert three.kind == "queue"
        assert client.circuit == "closed"
        await client.close()
    assert server.calls == 2


async def test_lets_only_so_many_wait():
    with Server(hang) as server:
        client = client_of(server, concurrency=1)
        waiting = [asyncio.ensure_future(client.complete(ASKED)) for _ in range(17)]
        await asyncio.sleep(0.05)
        with pytest.raises(LlmUnavailableError, match="too many questions waiting"):
            await client.complete(ASKED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        server.script = [says("fine")]
        assert await client.complete(ASKED) == "fine", "what was given up leaves its place"
        await client.close()


async def test_leaves_a_failing_server_alone_and_tries_again():
    now = [100.0]
    with Server(answer({}, 404)) as server:
        client = Client(ModelSettings(url=server.url, failures=2, pause=10_000, name="scripted"), clock=lambda: now[0])
        for _ in range(2):
            with pytest.raises(LlmUnavailableError, match="404"):
                await client.complete(ASKED)
        with pytest.raises(LlmUnavailableError, match=r"left alone for 10 s more after 2 failures.*404") as raised:
            await client.complete(ASKED)
        assert (raised.value.kind, client.circuit, server.calls) == ("paused", "open", 2)
        now[0] += 10
        server.script = [says("fine")]
        assert client.circuit == "half open"
        assert await client.complete(ASKED) == "fine"
        assert (client.circuit, client.metrics().failures) == ("closed", {"status": 2, "paused": 1})
        await client.close()


async def test_spends_no_more_than_its_budget():
    now = [0.0]
    with Server(says("fine", usage=(50, 50))) as server:
        client = Client(ModelSettings(url=server.url, calls_per_minute=2), clock=lambda: now[0])
        await client.complete(ASKED)
        await client.complete(ASKED)
        with pytest.raises(LlmUnavailableError, match="not asked more than 2 times a minute") as raised:
            await client.complete(ASKED)
        assert (raised.value.kind, client.circuit) == ("budget", "closed")
        now[0] += 60
        await client.complete(ASKED)
        await client.close()
    assert server.calls == 3


async def test_sends_the_key_and_shows_it_to_nobody(monkeypatch, caplog):
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OUR_KEY", "sk-hidden-0123")
    with Server(answer({}, 401)) as server:
        client = client_of(server, key_env="OUR_KEY", name="scripted")
        with pytest.raises(LlmUnavailableError) as raised:
            await client.complete(ASKED)
        await client.close()
    assert server.headers[0]["Authorization"] == "Bearer sk-hidden-0123"
    everything = [str(raised.value), repr(raised.value), repr(client), repr(client.metrics()), caplog.text]
    everything += [repr(vars(client)), repr(vars(client._exchange))]
    assert "sk-hidden" not in "".join(everything)


async def test_asks_another_machine_only_where_told_so():
    """A name is checked when it is resolved: one foreign address among ours is enough to refuse."""

    async def lookup(_host, _port):
        return ["127.0.0.1", "203.0.113.9"]

    with Server(says("fine")) as server:
        url = f"http://llm.example.com:{server.port}/v1"
        refused = Client(ModelSettings(url=url), lookup=lookup)
        with pytest.raises(LlmUnavailableError, match=r"text would leave this one; set model\.remote = true"):
            await refused.complete(ASKED)
        assert server.calls == 0
        meant = Client(ModelSettings(url=url, remote=True), lookup=lookup)
        assert await meant.complete(ASKED) == "fine"


async def test_asks_a_name_that_is_this_machine():
    async def lookup(_host, _port):
        return ["::1", "127.0.0.1"]  # nothing listens on the first

    with Server(says("fine")) as server:
        client = Client(ModelSettings(url=f"http://llm.example.com:{server.port}/v1"), lookup=lookup)
        assert await client.complete(ASKED) == "fine"
        await client.close()


async def test_takes_what_is_no_text():
    with Server(says("fine")) as server:
        client = client_of(server)
        assert await client.complete([Message("user", "half a pair: \ud83d")]) == "fine"
        await client.close()
    assert server.asked[0]["messages"][0]["content"] == "half a pair: ?"


async def test_has_no_model_to_ask():
    with Server(says("fine"), models=()) as server, pytest.raises(LlmUnavailableError, match="a server without a model"):
        await asked(server)


async def test_gives_up_its_place_when_it_is_not_needed_any_more():
    """The caller's cancelling says nothing about the server."""
    with Server(hang) as server:
        client = client_of(server, failures=1, concurrency=1, name="scripted")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.complete(ASKED), 0.1)
        assert client.circuit == "closed"
        server.script = [says("fine")]
        assert await client.complete(ASKED) == "fine"
        await client.close()


def test_has_errors_of_two_kinds():
    assert issubclass(LlmAnswerError, LlmError)
    assert str(LlmUnavailableError("sleeps", "paused")) == "the language model sleeps"
