"""An event of a streamed reply goes in; out: which of its strings continue a text, which text that is, and which texts it ends.

One table for all the APIs, by what their events have in common: OpenAI (chat, completions, responses, assistants), Anthropic,
Gemini, Ollama, Bedrock, Cohere, Mistral, and whoever imitates them. What is not known to continue anything is a text of its own.
"""

from collections.abc import Callable
from typing import Any

Path = tuple[str | int, ...]
Lane = tuple[str, tuple[str | int, ...]]

# Names of strings that grow event by event.
_GROWING = frozenset(
    {
        "content", "text", "delta", "partial_json", "arguments", "thinking", "reasoning", "reasoning_content", "refusal",
        "completion", "response", "token", "input", "tool_plan", "transcript", "value", "output_text", "generated_text",
        "outputText", "generation", "answer",
    }
)  # fmt: skip
# Kinds of event, where events have kinds, that carry a piece without calling it a delta.
_PIECES = frozenset({"text-generation", "completion", "token", "chunk", "text", "tool-calls-chunk", "message_chunk"})
_LAST_WORDS = ("stop", "done", "end", "complete", "finish", "error", "fail", "cancel", "incomplete")
# What tells one text of an event stream from another.
_NUMBERS = ("index", "output_index", "content_index", "summary_index", "contentBlockIndex", "item_id")
_FINISHED = ("finish_reason", "finishReason", "stop_reason", "stopReason", "completionReason")


def kind_of(value: Any) -> str:
    """What kind of event it calls itself; "" for those that have none."""
    kinds = (value.get(name) for name in ("type", "event_type")) if isinstance(value, dict) else ()
    return next((kind for kind in kinds if isinstance(kind, str)), "")


def continues(value: Any, path: Path) -> bool:
    """Whether the string at `path` goes on where that of an earlier event stopped.

    >>> continues({"choices": [{"delta": {"content": "a"}}]}, ("choices", 0, "delta", "content"))
    True
    >>> continues({"type": "response.output_text.done", "text": "all of it"}, ("text",))
    False
    """
    if next((part for part in reversed(path) if isinstance(part, str)), "") not in _GROWING:
        return False
    kind = kind_of(value)
    return not kind or "delta" in kind or kind in _PIECES


def lane_of(value: Any, path: Path) -> Lane:
    """Which text it is: the way to it, places in lists by the number their element gives itself, and the event's own numbers."""
    way: list[str | int] = []
    here = value
    for part in path:
        here = _within(here, part)
        own = here.get("index") if isinstance(part, int) and isinstance(here, dict) else None
        way.append(own if isinstance(own, int) else part)
    numbers = _numbers(value)
    return "/".join(map(str, way)), (kind_of(value), *numbers)


def _within(value: Any, part: str | int) -> Any:
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return value.get(part) if isinstance(value, dict) else None


def _numbers(value: Any) -> tuple[str | int, ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(value[name] if isinstance(value.get(name), int | str) else "" for name in _NUMBERS)


def ends(value: Any) -> Callable[[Lane], bool] | None:
    """Which texts the event ends; None where it ends none."""
    if not isinstance(value, dict):
        return None
    kind = kind_of(value)
    if kind and "delta" not in kind and kind not in _PIECES:
        return _ends_by_kind(value, kind)
    for name in ("choices", "candidates"):
        finished = [_number(one, at) for at, one in enumerate(_listed(value, name)) if _is_finished(one)]
        if finished:
            return lambda lane: any(lane[0].startswith(f"{name}/{number}/") for number in finished)
    if value.get("done") is True or value.get("is_finished") is True or _is_finished(value):
        return lambda _: True
    return None


def _ends_by_kind(value: Any, kind: str) -> Callable[[Lane], bool] | None:
    if not any(word in kind for word in _LAST_WORDS):
        return None
    numbers = _numbers(value)
    if not any(isinstance(number, int) for number in numbers):
        return lambda _: True
    return lambda lane: all(number in {"", own} or own == "" for number, own in zip(numbers, lane[1][1:], strict=False))


def _listed(value: dict[str, Any], name: str) -> list[Any]:
    listed = value.get(name)
    return listed if isinstance(listed, list) else []


def _number(one: Any, at: int) -> int:
    own = one.get("index") if isinstance(one, dict) else None
    return own if isinstance(own, int) else at


def _is_finished(one: Any) -> bool:
    return isinstance(one, dict) and any(one.get(name) for name in _FINISHED)
