"""The bodies of OpenAI's chat protocol: a question in JSON out, the server's JSON in, the answer's text out."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from guardian_core.errors import LlmAnswerError
from guardian_core.llm.protocol import Message

type Schema = Mapping[str, object]
type Json = dict[str, object]

# How a server is told the JSON Schema of the answer, the strictest first.
FORMS: tuple[tuple[str, Callable[[Schema], Json]], ...] = (
    ("json_schema", lambda schema: {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}),
    ("json_object", lambda schema: {"type": "json_object", "schema": schema}),
    ("none", lambda _: {}),
)
PER_MESSAGE = 8  # tokens of the turn's frame
IN_WORDS = "Answer with one JSON object and nothing else. It fits this JSON Schema: "
CHARACTERS = 3  # per token, for the estimate; on the careful side


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer."""

    text: str = field(repr=False)
    tokens_in: int | None = None  # as the server counts, where it does
    tokens_out: int | None = None


def question(model: str, messages: Sequence[Message], schema: Schema | None, form: int, max_tokens: int) -> Json:
    """The body of one question; `form` is an index of FORMS."""
    wanted = FORMS[form][1](schema) if schema else {}
    turns: list[Json] = [{"role": message.role, "content": message.text} for message in messages]
    if schema and not wanted:
        turns[-1]["content"] = f"{messages[-1].text}\n\n{IN_WORDS}{json.dumps(schema)}"
    return {
        "model": model,
        "messages": turns,
        "temperature": 0,
        "max_tokens": max_tokens,
        "stream": False,
    } | ({"response_format": wanted} if wanted else {})


def estimated(messages: Sequence[Message]) -> int:
    """About how many tokens the messages are."""
    return sum(len(message.text) // CHARACTERS + PER_MESSAGE for message in messages)


def completion(value: object) -> Completion:
    """The answer in a server's JSON.

    >>> completion({"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 7}}).text
    'yes'

    Raises:
        LlmAnswerError: it holds none, or one that was cut off.
    """
    choice = _at(value, "choices", 0)
    text = _at(choice, "message", "content")
    if not isinstance(text, str) or not text:
        raise LlmAnswerError("gave no answer")
    if _at(choice, "finish_reason") == "length":
        raise LlmAnswerError("was cut off before the end of its answer")
    return Completion(text, _count(value, "prompt_tokens"), _count(value, "completion_tokens"))


def listed(value: object) -> tuple[str, ...]:
    """The names in a server's list of models; raises LlmAnswerError where it is no such list."""
    models = _at(value, "data")
    if not isinstance(models, list):
        raise LlmAnswerError("has a server that lists no models")
    names = (_at(model, "id") for model in models)
    return tuple(name for name in names if isinstance(name, str) and name)


def _at(value: object, *path: str | int) -> object:
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and len(value) > step:
            value = value[step]
        else:
            return None
    return value


def _count(value: object, name: str) -> int | None:
    number = _at(value, "usage", name)
    return number if isinstance(number, int) and 0 <= number < 10**9 else None
