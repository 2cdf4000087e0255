"""A reading in; out, whether it is a turn of a conversation with a language model, and which of its items are said in it.

By the shape of the body, whoever receives it: OpenAI (chat, responses, assistants, realtime), Anthropic, Gemini, Ollama, Bedrock,
Cohere, Mistral and what imitates them. A host the user names is one whatever its bodies look like. What the provider compares
(names of models and tools, kinds, identifiers, seals) is never edited; the schemas of tools only where a value that is replaced
stands in them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from guardian_core.actions.domains import normal, parents
from guardian_core.actions.load_bearing import BY_NAME
from guardian_core.settings import RestoreSettings
from guardian_core.vocabulary import Item, Place, Reading, Request, Role, Talk

COMPARED = "a name that the model's provider compares"

# Fields of the body that hold what is said, to the model and by it.
_SAID = frozenset(
    {
        "messages", "contents", "content", "input", "inputs", "instructions", "system", "systemInstruction",
        "system_instruction", "prompt", "suffix", "preamble", "message", "chat_history", "history", "query", "question",
        "documents", "tool_results", "conversation", "inputText", "additional_messages", "additional_instructions", "thread",
        "texts", "requests", "anthropic", "item", "response", "session", "setup", "clientContent", "client_content",
        "toolResponse", "tool_response", "realtimeInput",
    }
)  # fmt: skip
# Fields that describe tools and answers to the model: written by developers, read by programs.
_SCHEMAS = frozenset(
    {
        "tools", "functions", "toolConfig", "tool_config", "tool_choice", "toolChoice", "function_call", "response_format",
        "format", "generationConfig", "generation_config", "output_config", "outputConfig", "output_format", "responseSchema",
        "json_schema", "response_schema", "text", "guided_json",
    }
)  # fmt: skip
_DESCRIBED = frozenset({"description", "title", "default", "examples", "example", "enum", "const"})
# Names of values that are compared, not read.
_FIXED = frozenset(
    {
        "role", "type", "id", "model", "status", "object", "tool_call_id", "call_id", "tool_use_id", "toolUseId", "item_id",
        "format", "mime_type", "mimeType", "media_type", "mediaType", "detail", "signature", "thoughtSignature",
        "thought_signature", "thinking", "encrypted_content", "previous_response_id", "assistant_id", "thread_id", "file_id",
        "fileUri", "file_uri", "stop_reason", "finish_reason", "event_id", "response_id", "ttl", "phase", "voice",
        "modalities", "conversation_id", "parent_message_id",
    }
)  # fmt: skip
_TOP_FIXED = frozenset(
    {"model", "previous_response_id", "assistant_id", "thread_id", "conversation_id", "service_tier", "conversation"}
)
# What a tool was given and gave back: data of the user's, however its fields are called.
_DATA = frozenset(
    {"arguments", "args", "parameters", "input", "output", "outputs", "response", "result", "results", "json", "kwargs"}
)
_CALLS = frozenset({"function", "functionCall", "functionResponse", "toolUse", "tool_use", "custom", "function_call"})
_CALL_KINDS = frozenset({"tool_use", "server_tool_use", "function", "function_call", "custom_tool_call", "mcp_call", "custom"})
_ADDRESSES = frozenset({"url", "uri", "image_url", "file_url", "file_data", "data", "bytes", "src"})
_MODEL = frozenset({"assistant", "model", "CHATBOT", "chatbot", "ai"})

_SHAPES: tuple[frozenset[str], ...] = tuple(
    map(
        frozenset,
        (
            {"messages/*/role"},
            {"messages/*/author/role"},
            {"contents/*/parts/*/text"},
            {"contents/parts/*/text"},
            {"contents/*/parts/*/functionResponse"},
            {"model", "prompt"},
            {"model", "input"},
            {"model", "message", "temperature"},
            {"model", "message", "max_tokens"},
            {"model", "message", "stream"},
            {"chat_history", "message"},
            {"preamble", "message"},
            {"prompt", "max_tokens"},
            {"prompt", "max_gen_len"},
            {"prompt", "max_tokens_to_sample"},
            {"inputText", "textGenerationConfig"},
            {"assistant_id"},
        ),
    )
)
_THREAD = re.compile(r"/threads/([\w-]+)/(?:messages|runs)")
_COHERE = re.compile(r"/v1/chat/?(?:\?|\Z)")
_STREAMS = re.compile(r":stream|[/-]stream\b|alt=sse", re.IGNORECASE)
_FRAME_KINDS = re.compile(r"session\.|conversation\.|response\.|input_|create$|message")


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where an item lies in the body."""

    item: int
    parts: tuple[str, ...]
    last: str  # the nearest name
    nested: bool  # within JSON that is text in the body's JSON


def talk_of(request: Request, reading: Reading, settings: RestoreSettings) -> Talk | None:
    """The conversation that a request goes on with; None where it is none, or restoring is switched off."""
    spots = _spots(request, reading, settings)
    if not settings.enabled or not spots or not _is_talk(request, reading.items, spots, settings):
        return None
    texts = _texts(reading, spots)
    said = [spot for spot in spots if _takes_words(reading.items[spot.item], spot, texts)]
    by_model = frozenset(spot.item for spot in said if _role(spot.parts, texts) in _MODEL)
    opening, lasting = _opening(request, reading.items, said, texts)
    return Talk(
        said=frozenset(spot.item for spot in said),
        by_model=by_model,
        opening=opening,
        lasting=lasting,
        streaming=bool(_STREAMS.search(request.target)),
    )


def settled(request: Request, reading: Reading, settings: RestoreSettings) -> Reading:
    """The reading of a conversation: what its provider compares is marked, what is only talked about is not. Any other as it is."""
    spots = _spots(request, reading, settings)
    if not spots or not _is_talk(request, reading.items, spots, settings):
        return reading
    texts = _texts(reading, spots)
    items = list(reading.items)
    for spot in spots:
        item = items[spot.item]
        if _is_talked_about(item, spot):
            item = items[spot.item] = replace(item, ambient=False, load_bearing=None)
        if item.role in {Role.STRUCTURE, Role.BINARY} or item.ambient or item.seams:
            continue
        if _is_fixed(spot, texts):
            items[spot.item] = replace(item, role=Role.STRUCTURE, load_bearing=COMPARED)
        elif spot.parts[0] in _SCHEMAS and len(spot.parts) > 1:
            items[spot.item] = replace(item, role=Role.STRUCTURE, load_bearing=None)
    return replace(reading, items=tuple(items))


# What stands at the top of the body of each shape.
_TOPS = tuple(frozenset(way.partition("/")[0] for way in shape) for shape in _SHAPES)
_TELLING = frozenset(min(top) for top in _TOPS)  # one of each is enough: without any there is no shape


def _spots(request: Request, reading: Reading, settings: RestoreSettings) -> list[_Spot]:
    """The values and keys of a JSON body; empty where there is none, or by what stands at its top it can be no conversation."""
    if request.method not in {"POST", "PUT", "WEBSOCKET"} or reading.content_type != "application/json":
        return []
    told = request.method == "WEBSOCKET" or settings.hosts or _THREAD.search(request.target) or _COHERE.search(request.target)
    # Every name in the body is an item, too: for most bodies it need not be seen where each stands.
    if not told and _TELLING.isdisjoint({item.text.partition("/")[0] for item in reading.items if item.role is Role.STRUCTURE}):
        return []
    tops = {item.path.split("/", 2)[1] for item in reading.items if item.path.startswith("body/")}
    if not (told and tops & _SAID) and not any(top <= tops for top in _TOPS):
        return []
    spots = []
    for number, item in enumerate(reading.items):
        parts = tuple(item.path.split("/")[1:])
        if item.place is Place.BODY and parts and item.packing is None:
            last = next((part for part in reversed(parts) if not part.isdigit()), "")
            spots.append(_Spot(number, parts, last, sum(name.startswith("json") for name in item.encoders) > 1))
    return spots


def _texts(reading: Reading, spots: Sequence[_Spot]) -> dict[str, str]:
    """The values by their way into the body."""
    values = ((spot, reading.items[spot.item]) for spot in spots)
    return {"/".join(spot.parts): item.text for spot, item in values if not _is_key(item, spot)}


def _is_key(item: Item, spot: _Spot) -> bool:
    return item.role is Role.STRUCTURE and item.load_bearing is None and spot.parts[-1] == item.text


def _is_talk(request: Request, items: Sequence[Item], spots: Sequence[_Spot], settings: RestoreSettings) -> bool:
    ways = {"/".join("*" if part.isdigit() else part for part in spot.parts) for spot in spots}
    tops = {spot.parts[0] for spot in spots}
    if any(domain in settings.hosts for domain in parents(normal(request.host))):
        return bool(tops & _SAID)
    if request.method == "WEBSOCKET":
        kinds = [items[spot.item].text for spot in spots if spot.parts == ("type",) and items[spot.item].role is not Role.STRUCTURE]
        return bool(tops & _SAID) and (not kinds or bool(_FRAME_KINDS.match(kinds[0])))
    by_path = (_THREAD.search(request.target) and tops & _SAID) or (_COHERE.search(request.target) and "message" in tops)
    return any(shape <= ways for shape in _SHAPES) or bool(by_path)


def _takes_words(item: Item, spot: _Spot, texts: Mapping[str, str]) -> bool:
    """Whether a placeholder may stand in an item: text that the model reads, or that a tool was given or gave back."""
    if item.role is Role.BINARY or item.ambient or item.load_bearing is not None:
        return False
    if item.encoders == ("json-number",) and _DATA.isdisjoint(spot.parts[1:-1]):  # of the API's own
        return False
    if item.role is Role.STRUCTURE and (_is_key(item, spot) or spot.parts[0] not in _SCHEMAS):
        return False
    if spot.parts[0] in _SCHEMAS and len(spot.parts) > 1:
        return not _is_fixed(spot, texts)
    return spot.parts[0] in _SAID and not _is_fixed(spot, texts) and spot.last not in _ADDRESSES


def _is_talked_about(item: Item, spot: _Spot) -> bool:
    """Whether names such as `password` stand in what is said or what a tool was given: nobody signs on or pays with it."""
    if spot.parts[0] not in _SAID or item.role in {Role.STRUCTURE, Role.BINARY}:
        return False
    named = item.ambient or item.load_bearing in BY_NAME
    return named and (len(item.encoders) > 1 or not _DATA.isdisjoint(spot.parts[1:-1]))


def _is_fixed(spot: _Spot, texts: Mapping[str, str]) -> bool:
    """Whether an item is compared by the provider rather than read by the model."""
    top, rest = spot.parts[0], spot.parts[1:]
    if top in _SCHEMAS and rest:
        return _DESCRIBED.isdisjoint(rest)
    if not rest:
        return top in _TOP_FIXED and not (top == "conversation" and " " in texts.get(top, ""))
    if spot.nested or not _DATA.isdisjoint(rest[:-1]) or top not in _SAID:
        return False
    if "cache_control" in rest or "cachePoint" in rest:
        return True
    if spot.last == "name":
        beside = "/".join((*spot.parts[:-1], "type"))
        return not _CALLS.isdisjoint(spot.parts[-2:]) or texts.get(beside) in _CALL_KINDS
    return spot.last in _FIXED


def _role(parts: Sequence[str], texts: Mapping[str, str]) -> str:
    """Who says what stands at `parts`."""
    for length in range(len(parts) - 1, 0, -1):
        here = "/".join(parts[:length])
        for name in (f"{here}/role", f"{here}/author/role"):
            if name in texts:
                return texts[name]
        if texts.get(f"{here}/type") in {"function_call", "reasoning", "tool_use"}:
            return "assistant"
    return ""


def _opening(request: Request, items: Sequence[Item], said: Sequence[_Spot], texts: Mapping[str, str]) -> tuple[str, bool]:
    """What tells this conversation from others, and whether the other side keeps what was said before."""
    if request.session:
        return f"session {request.session}", True
    thread = _THREAD.search(request.target)
    named = (
        texts.get(name) for name in ("previous_response_id", "conversation_id", "thread_id", "conversation", "conversation/id")
    )
    kept = thread[1] if thread else next((name for name in named if name and " " not in name), None)
    if kept:
        return f"kept {kept}", True
    spoken: Collection[_Spot] = [spot for spot in said if items[spot.item].role is not Role.STRUCTURE]
    user = next((spot for spot in spoken if _role(spot.parts, texts) in {"user", "USER"}), next(iter(spoken), None))
    return (f"said {items[user.item].text}" if user else ""), False
