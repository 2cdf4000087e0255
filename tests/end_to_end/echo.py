"""Language-model APIs on loopback that say what they were told: each in its own format, streamed one character per event."""

import json
import struct
import zlib

from guardian_core.demo.servers import Answer

HOST = "models.example.test"


def _json(value):
    return json.dumps(value, ensure_ascii=False).encode()


def _sse(values, *, named=False, done=True):
    pieces = [(f"event: {value['type']}\n".encode() if named else b"") + b"data: " + _json(value) + b"\n\n" for value in values]
    return "text/event-stream", pieces + ([b"data: [DONE]\n\n"] if done else [])


def _lines(values, kind="application/x-ndjson"):
    return kind, [_json(value) + b"\n" for value in values]


def _frame(kind, value):
    headers = b"".join(
        bytes([len(name)]) + name + b"\x07" + struct.pack(">H", len(said)) + said
        for name, said in ((b":event-type", kind.encode()), (b":content-type", b"application/json"), (b":message-type", b"event"))
    )
    payload = _json(value)
    lengths = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    frame = lengths + struct.pack(">I", zlib.crc32(lengths)) + headers + payload
    return frame + struct.pack(">I", zlib.crc32(frame))


def frames(data):
    """(payload) of each frame, its checksums verified."""
    while data:
        total, headers, checksum = struct.unpack(">III", data[:12])
        assert zlib.crc32(data[:8]) == checksum
        assert zlib.crc32(data[: total - 4]) == struct.unpack(">I", data[total - 4 : total])[0]
        yield json.loads(data[12 + headers : total - 4])
        data = data[total:]


def events(text):
    """The JSON of each event of an event stream."""
    for line in text.decode().splitlines():
        if line.startswith("data: {"):
            yield json.loads(line[6:])


def openai_chat(text, calls):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m-1", "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    yield from (chunk({"content": letter}) for letter in text)
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "send", "arguments": ""}}
    yield chunk({"tool_calls": [call]})
    yield from (chunk({"tool_calls": [{"index": 0, "function": {"arguments": letter}}]}) for letter in calls)
    yield chunk({}, "stop")


def responses(text, calls):
    where = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    yield {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress", "output": []}}
    yield from ({"type": "response.output_text.delta", "delta": letter, **where} for letter in text)
    yield {"type": "response.output_text.done", "text": text, **where}
    call = {"item_id": "fc_1", "output_index": 1}
    yield from ({"type": "response.function_call_arguments.delta", "delta": letter, **call} for letter in calls)
    yield {"type": "response.function_call_arguments.done", "arguments": calls, **call}
    output = [
        {"type": "message", "content": [{"type": "output_text", "text": text}]},
        {"type": "function_call", "arguments": calls},
    ]
    yield {"type": "response.completed", "response": {"id": "resp_1", "status": "completed", "output": output}}


def anthropic(text, calls):
    yield {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": []}}
    yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    yield {"type": "ping"}
    for letter in text:
        yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": letter}}
    yield {"type": "content_block_stop", "index": 0}
    yield {
        "type": "content_block_start",
        "index": 1,
        "content_block": {"type": "tool_use", "id": "t_1", "name": "send", "input": {}},
    }
    for letter in calls:
        yield {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": letter}}
    yield {"type": "content_block_stop", "index": 1}
    yield {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}
    yield {"type": "message_stop"}


def gemini(text, calls):
    for letter in text:
        yield {"candidates": [{"content": {"role": "model", "parts": [{"text": letter}]}, "index": 0}]}
    part = {"functionCall": {"name": "send", "args": json.loads(calls)}}
    yield {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}]}


def ollama(text, calls):
    for letter in text:
        yield {"model": "m-1", "message": {"role": "assistant", "content": letter}, "done": False}
    call = {"function": {"name": "send", "arguments": json.loads(calls)}}
    yield {"model": "m-1", "message": {"role": "assistant", "content": "", "tool_calls": [call]}, "done": True}


def cohere(text, calls):
    yield {"type": "message-start", "id": "c_1"}
    yield {"type": "content-start", "index": 0, "delta": {"message": {"content": {"type": "text", "text": ""}}}}
    for letter in text:
        yield {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": letter}}}}
    yield {"type": "content-end", "index": 0}
    for letter in calls:
        yield {"type": "tool-call-delta", "index": 0, "delta": {"message": {"tool_calls": {"function": {"arguments": letter}}}}}
    yield {"type": "tool-call-end", "index": 0}
    yield {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}


def bedrock(text, calls):
    yield "messageStart", {"role": "assistant"}
    for letter in text:
        yield "contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": letter}}
    yield "contentBlockStop", {"contentBlockIndex": 0}
    for letter in calls:
        yield "contentBlockDelta", {"contentBlockIndex": 1, "delta": {"toolUse": {"input": letter}}}
    yield "messageStop", {"stopReason": "end_turn"}


def _last(messages, key="content"):
    said = messages[-1][key]
    return said if isinstance(said, str) else "".join(part.get("text", "") for part in said)


# path → what was said last in the request, and the streamed reply
APIS = {
    "/v1/chat/completions": (lambda r: _last(r["messages"]), lambda t, c: _sse(openai_chat(t, c))),
    "/v1/responses": (
        lambda r: r["input"] if isinstance(r["input"], str) else _last(r["input"]),
        lambda t, c: _sse(responses(t, c)),
    ),
    "/v1/messages": (lambda r: _last(r["messages"]), lambda t, c: _sse(anthropic(t, c), named=True, done=False)),
    "/v1beta/models/m-1:streamGenerateContent?alt=sse": (
        lambda r: _last(r["contents"], "parts"),
        lambda t, c: _sse(gemini(t, c), done=False),
    ),
    "/v1beta/models/m-1:streamGenerateContent": (
        lambda r: _last(r["contents"], "parts"),
        lambda t, c: ("application/json", [(b",\r\n" if n else b"[") + _json(v) for n, v in enumerate(gemini(t, c))] + [b"]"]),
    ),
    "/api/chat": (lambda r: _last(r["messages"]), lambda t, c: _lines(ollama(t, c))),
    "/v2/chat": (lambda r: _last(r["messages"]), lambda t, c: _sse(cohere(t, c), done=False)),
    "/model/m-1/converse-stream": (
        lambda r: _last(r["messages"]),
        lambda t, c: ("application/vnd.amazon.eventstream", [_frame(k, v) for k, v in bedrock(t, c)]),
    ),
}


REPLY = []


def answer(received):
    """Repeats what was said last; at /reply says what the test put into REPLY."""
    asked = json.loads(received.body)
    if received.target == "/plain":
        return Answer(200, asked["prompt"].encode(), "text/plain; charset=utf-8", (("ETag", '"1"'), ("Content-MD5", "x")))
    if received.target == "/reply":
        return Answer(200, _json(REPLY[-1]), "application/json", (("ETag", '"1"'),))
    said, streamed = APIS[received.target]
    text = said(asked)
    kind, pieces = streamed(text, json.dumps({"to": text, "n": 1}, ensure_ascii=False))
    return Answer(200, content_type=kind, pieces=tuple(pieces))
