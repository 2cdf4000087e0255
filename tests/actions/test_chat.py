"""What of a request is said in a conversation, for each API, and what its provider compares."""

import json
import os
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from guardian_core import actions
from guardian_core.actions import chat
from guardian_core.actions.chat import COMPARED
from guardian_core.actions.load_bearing import CREDENTIAL
from guardian_core.settings import RestoreSettings
from guardian_core.vocabulary import Request, Role

ON = RestoreSettings()


def request(body, *, target="/v1/x", host="models.example.test", method="POST", session=""):
    headers = ((b"Content-Type", b"application/json"),)
    return Request(method, "https", host, 443, target, headers, json.dumps(body).encode(), "127.0.0.1", session)


def parts(body, settings=ON, **options):
    """(what is said, what the model said, what is compared): texts."""
    asked = request(body, **options)
    reading = actions.settled(asked, actions.read(asked), settings)
    talk = actions.talk_of(asked, reading, settings)
    if talk is None:
        return None
    texts = [item.text for item in reading.items]
    fixed = [item.text for item in reading.items if item.load_bearing == COMPARED]
    return [texts[number] for number in sorted(talk.said)], [texts[number] for number in sorted(talk.by_model)], fixed


CALL = {"id": "call_9", "type": "function", "function": {"name": "send_mail", "arguments": '{"to": "one", "id": "two"}'}}
TOOL = {
    "type": "function",
    "function": {
        "name": "send_mail",
        "description": "Sends it",
        "parameters": {"type": "object", "properties": {"to": {"enum": ["x"]}}},
    },
}
OPENAI = {
    "model": "m-1",
    "user": "u-7",
    "messages": [
        {"role": "system", "content": "Be brief"},
        {
            "role": "user",
            "content": [{"type": "text", "text": "Hello"}, {"type": "image_url", "image_url": {"url": "https://x.example/a"}}],
        },
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "call_9", "content": '{"name": "three", "id": "four"}'},
    ],
    "tools": [TOOL],
}
RESPONSES = {
    "model": "m-1",
    "instructions": "Be brief",
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Hello"}]},
        {"type": "function_call", "call_id": "call_9", "name": "send_mail", "arguments": '{"to": "one"}'},
        {"type": "function_call_output", "call_id": "call_9", "output": "three"},
        {"type": "reasoning", "id": "rs_1", "encrypted_content": "gAAA", "summary": [{"type": "summary_text", "text": "thought"}]},
    ],
    "text": {"format": {"type": "json_schema", "name": "answer", "schema": {"title": "T"}}},
}
ANTHROPIC = {
    "model": "m-1",
    "system": [{"type": "text", "text": "Be brief", "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {"role": "user", "content": "Hello"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "a thought", "signature": "seal"},
                {"type": "tool_use", "id": "toolu_1", "name": "send_mail", "input": {"name": "one", "id": "two", "type": "five"}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "three"}]}],
        },
    ],
    "metadata": {"user_id": "u-7"},
}
GEMINI = {
    "systemInstruction": {"parts": [{"text": "Be brief"}]},
    "contents": [
        {
            "role": "user",
            "parts": [{"text": "Hello"}, {"inlineData": {"mimeType": "image/png", "data": "aGVsbG8gaGVsbG8gaGVsbG8="}}],
        },
        {"role": "model", "parts": [{"functionCall": {"name": "send_mail", "args": {"name": "one"}}, "thoughtSignature": "seal"}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "send_mail", "response": {"name": "three"}}}]},
    ],
    "generationConfig": {"responseMimeType": "application/json"},
}
BEDROCK = {
    "system": [{"text": "Be brief"}],
    "messages": [
        {"role": "user", "content": [{"text": "Hello"}, {"cachePoint": {"type": "default"}}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t_1", "name": "send_mail", "input": {"name": "one"}}}]},
        {
            "role": "user",
            "content": [{"toolResult": {"toolUseId": "t_1", "content": [{"json": {"name": "three"}}], "status": "success"}}],
        },
    ],
    "toolConfig": {"tools": [{"toolSpec": {"name": "send_mail", "description": "Sends it"}}]},
}
COHERE = {
    "message": "Hello",
    "preamble": "Be brief",
    "chat_history": [{"role": "USER", "message": "one"}, {"role": "CHATBOT", "message": "two"}],
    "model": "m-1",
}
OLLAMA = {"model": "m-1", "prompt": "Hello", "system": "Be brief", "format": "json", "stream": True}


@pytest.mark.parametrize(
    ("body", "said", "by_model", "fixed"),
    [
        (OPENAI, ["Be brief", "Hello", "one", "two", "three", "four", "Sends it", "x"], ["one", "two"],
         ["m-1", "system", "user", "text", "image_url", "assistant", "call_9", "function", "send_mail", "tool", "call_9",
          "function", "send_mail", "object"]),
        (RESPONSES, ["Be brief", "Hello", "one", "three", "thought", "T"], ["one", "thought"],
         ["m-1", "user", "input_text", "function_call", "call_9", "send_mail", "function_call_output", "call_9", "reasoning",
          "rs_1", "gAAA", "summary_text", "json_schema", "answer"]),
        (ANTHROPIC, ["Be brief", "Hello", "one", "two", "five", "three"], ["one", "two", "five"],
         ["m-1", "text", "ephemeral", "user", "assistant", "thinking", "a thought", "seal", "tool_use", "toolu_1", "send_mail",
          "user", "tool_result", "toolu_1", "text"]),
        (GEMINI, ["Be brief", "Hello", "one", "three"], ["one"],
         ["user", "image/png", "model", "send_mail", "seal", "user", "send_mail", "application/json"]),
        (BEDROCK, ["Be brief", "Hello", "one", "three", "Sends it"], ["one"],
         ["user", "default", "assistant", "t_1", "send_mail", "user", "t_1", "success", "send_mail"]),
        (COHERE, ["Hello", "Be brief", "one", "two"], ["two"], ["USER", "CHATBOT", "m-1"]),
        (OLLAMA, ["Hello", "Be brief"], [], ["m-1"]),
    ],
    ids=["OpenAI chat", "OpenAI responses", "Anthropic", "Gemini", "Bedrock", "Cohere", "Ollama"],
)  # fmt: skip
def test_knows_what_is_said_and_what_is_compared(body, said, by_model, fixed):
    assert parts(body) == (said, by_model, fixed)


@pytest.mark.parametrize(
    "body",
    [
        {"email": "x", "message": "Hello there"},
        {"messages": ["a", "b"]},
        {"input": "a"},
        {"contents": "a"},
        [1, 2],
        {"query": "a b c"},
    ],
)
def test_takes_no_other_json_for_a_conversation(body):
    assert parts(body) is None


def test_takes_a_host_of_the_users_for_one():
    own = RestoreSettings(hosts=("chat.example.test",))
    assert parts({"query": "Hello there"}, own, host="eu.chat.example.test")[0] == ["Hello there"]
    assert parts({"query": "Hello there"}, own, host="notchat.example.test") is None


def test_is_no_conversation_where_restoring_is_off():
    """What the provider compares stays marked all the same."""
    off = RestoreSettings(enabled=False)
    asked = request(OPENAI)
    reading = actions.settled(asked, actions.read(asked), off)
    assert actions.talk_of(asked, reading, off) is None
    assert next(item.text for item in reading.items if item.load_bearing == COMPARED) == "m-1"


def test_does_not_count_a_schema_as_said_by_the_user():
    asked = request(OPENAI)
    reading = actions.settled(asked, actions.read(asked), ON)
    (described,) = (item for item in reading.items if item.text == "Sends it")
    assert described.role is Role.STRUCTURE


@pytest.mark.parametrize(
    ("body", "options", "opening", "lasting"),
    [
        (OPENAI, {}, "said Hello", False),
        (RESPONSES | {"previous_response_id": "resp_1"}, {}, "kept resp_1", True),
        (RESPONSES | {"conversation": {"id": "conv_1"}}, {}, "kept conv_1", True),
        ({"role": "user", "content": "Hello"}, {"target": "/v1/threads/thread_5/messages"}, "kept thread_5", True),
        ({"type": "create", "input": "Hello"}, {"method": "WEBSOCKET", "session": "s1"}, "session s1", True),
        (COHERE, {}, "said one", False),
    ],
)
def test_tells_conversations_apart(body, options, opening, lasting):
    asked = request(body, **options)
    talk = actions.talk_of(asked, actions.settled(asked, actions.read(asked), ON), ON)
    assert (talk.opening, talk.lasting) == (opening, lasting)


def test_hears_of_a_stream_by_the_address():
    asked = request(GEMINI, target="/v1beta/models/m-1:streamGenerateContent")
    assert actions.talk_of(asked, actions.read(asked), ON).streaming


DATA = Path(os.environ.get("GUARDIAN_DATA", "../shared/data")) / "requests" / "llm_api_requests.jsonl"
CHATS = (
    "/chat/completions",
    "/v1/messages",
    ":generateContent",
    ":streamGenerateContent",
    "/v1/responses",
    "/api/chat",
    "/v2/chat",
)


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_file(), reason="GUARDIAN_DATA names no folder with requests/llm_api_requests.jsonl")
def test_finds_the_prompts_of_real_requests_and_no_identifiers():
    """Of captured requests: each chat is one, what is said are sentences, nothing that a provider compares is said."""
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    chats = 0
    for row in rows:
        url = urlsplit(row["url"])
        if row["encoding"] == "base64" or not row["body"] or not url.path.endswith(CHATS):
            continue
        asked = Request(
            "POST", "https", url.hostname, 443, url.path, ((b"Content-Type", b"application/json"),), row["body"].encode()
        )
        reading = actions.settled(asked, actions.read(asked), ON)
        talk = actions.talk_of(asked, reading, ON)
        assert talk, row["url"]
        chats += 1
        value = json.loads(row["body"])
        said = {reading.items[number].text for number in talk.said}
        keys = {reading.items[number].path.rpartition("/")[2] for number in talk.said}
        assert value.get("model") not in said
        assert keys.isdisjoint({"role", "tool_call_id", "signature", "encrypted_content"}), row["url"]
    assert chats > 100


@pytest.mark.parametrize(
    "body",
    [
        {"messages": [{"role": "user", "content": "does it rain"}]},
        {"messages/0/role": "user", "messages/0/content": "does it rain"},
        {"a": {"messages": []}, "model": "m"},
        {"model/x": "m", "prompt/y": "does it rain"},
        {"event": "page_view"},
        [{"role": "user"}],
    ],
    ids=str,
)
def test_passes_over_no_body_that_might_be_one(body, monkeypatch):
    sent = request(body)
    reading = actions.read(sent)
    told = actions.talk_of(sent, reading, ON)
    monkeypatch.setattr(chat, "_TELLING", frozenset({item.text.partition("/")[0] for item in reading.items}))
    assert actions.talk_of(sent, reading, ON) == told


RECORDS = [
    {"host": "db", "password": "Tr0ub4dor&horse!9"},
    {"access_token": "ghp_Zq8vT3mKx1LrB7nYw5cJd0pHs2uGfA4eR6oI"},
    {"grant_type": "refresh_token", "refresh_token": "1//0gZq8vT3mKx1LrB7nYw5cJd0pHs2uGfA4eR6oI"},
    {"headers": {"Authorization": "Bearer Zq8vT3mKx1LrB7nYw5cJd0pHs2uGf"}},
    {"card_number": "4242 4242 4242 4242", "exp": "12/29"},
    {"deep": [{"config": {"db_password": "Tr0ub4dor&horse!9"}}]},
    {"pin": 47113},
]
OPENAI_TURN = {
    "user": lambda said: [{"role": "user", "content": said}],
    "parts": lambda said: [{"role": "user", "content": [{"type": "text", "text": said}]}],
    "result": lambda said: [{"role": "user", "content": "look"}, {"role": "tool", "tool_call_id": "1", "content": said}],
    "call": lambda said: [
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": said}}]}
    ],
}
ANTHROPIC_TURN = {
    "result": lambda said: [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": said}]}],
    "parts of a result": lambda said: [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": said}]}]}
    ],
    "call": lambda said: [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": json.loads(said)}]}
    ],
}
TURNS = [("/v1/chat/completions", turn) for turn in OPENAI_TURN.values()] + [
    ("/v1/messages", turn) for turn in ANTHROPIC_TURN.values()
]


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize(("target", "turn"), TURNS)
def test_what_is_named_a_credential_within_what_is_said_takes_words(target, turn, record):
    asked = request({"model": "m", "messages": turn(json.dumps(record))}, target=target)
    reading = actions.read(asked)
    reading = actions.settled(asked, replace(reading, items=actions.classify(asked, reading.items)), ON)
    talk = actions.talk_of(asked, reading, ON)
    secrets = [str(value) for value in leaves(record) if value not in {"db", "12/29", "refresh_token"}]
    said = {reading.items[number].text for number in talk.said}
    assert said.issuperset(secrets)


def leaves(value):
    if isinstance(value, dict | list):
        return [leaf for one in (value.values() if isinstance(value, dict) else value) for leaf in leaves(one)]
    return [value]


@pytest.mark.parametrize("body", [{"password": "Tr0ub4dor&horse!9"}, {"model": "m", "input": "x", "password": "Tr0ub4dor&horse!9"}])
def test_a_credential_beside_what_is_said_is_none_to_replace(body):
    asked = request(body)
    reading = actions.read(asked)
    reading = actions.settled(asked, replace(reading, items=actions.classify(asked, reading.items)), ON)
    assert [item.load_bearing for item in reading.items if item.text == body["password"]] == [CREDENTIAL]
