"""A question whose answer must be JSON in; the checked answer out. What is not as asked for is asked for once more."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence

from guardian_core.errors import LlmAnswerError
from guardian_core.llm.protocol import Llm, Message

AGAIN = "Your last answer could not be used. Answer with exactly one JSON object of the form described, and nothing else."


async def ask[Reply](
    llm: Llm,
    messages: Sequence[Message],
    read: Callable[[dict[str, object]], Reply],
    *,
    schema: Mapping[str, object],
    max_tokens: int = 512,
    deadline: float | None = None,
) -> Reply:
    """What `read` makes of the model's JSON object; `read` raises ValueError for what it does not accept.

    An unusable answer is asked for again once, within the same deadline (seconds from now).

    Raises:
        LlmUnavailableError: it could not be asked, or did not answer in time.
        LlmAnswerError: both answers were unusable.
    """
    loop = asyncio.get_running_loop()
    end = None if deadline is None else loop.time() + deadline
    again = [*messages[:-1], Message(messages[-1].role, f"{messages[-1].text}\n\n{AGAIN}")]
    for said in (messages, again):
        left = None if end is None else end - loop.time()
        try:
            text = await llm.complete(said, schema=schema, max_tokens=max_tokens, deadline=left)
            return _checked(text, read)
        except LlmAnswerError as error:
            last = error
    raise last


def _checked[Reply](text: str, read: Callable[[dict[str, object]], Reply]) -> Reply:
    try:
        return read(strict_json(text))
    except ValueError:  # pydantic's among them; its words would quote the answer
        raise LlmAnswerError("answered outside the form asked for") from None


def strict_json(text: str) -> dict[str, object]:
    """The one JSON object that `text` is: no prose or fence around it, no key twice, no NaN.

    >>> strict_json(' {"guess": [1, null]} ')
    {'guess': [1, None]}

    Raises:
        LlmAnswerError: it is anything else; the message quotes nothing.
    """
    try:
        value: object = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise LlmAnswerError("did not answer with JSON") from None
    if not isinstance(value, dict):
        raise LlmAnswerError("answered with JSON that is no object")
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _no_number(_: str) -> object:
    raise ValueError
