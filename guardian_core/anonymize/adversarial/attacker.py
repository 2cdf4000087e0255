"""A rewritten text in, a model's guesses at what was taken out of it out. The original never comes here (paper §3.5, App. B).

The paper also asks for a reason of each guess and for the largest confidence. Nothing reads them, a reason behind a guess cannot
better it, and they were most of the answer that somebody waits for: they are not asked here.
"""

import asyncio
import json
from collections.abc import Sequence

from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.llm import Llm, Message, ask, prompt

MOST = 6  # guesses of one answer
WINDOW = 4_000  # characters that one question shows
WINDOWS = 4  # of one text; what lies beyond is not attacked, and the hard guarantee alone speaks for it
TOKENS = 400
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "guesses": {
            "type": "array",
            "maxItems": MOST,
            "items": {
                "type": "object",
                "properties": {
                    "field": {"type": "string", "maxLength": 40},
                    "guess": {"type": "string", "maxLength": 80},
                    "confidence": {"type": "number"},
                },
                "required": ["field", "guess", "confidence"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["guesses"],
    "additionalProperties": False,
}


async def attack(llm: Llm, text: str, *, deadline: float | None = None) -> tuple[Guess, ...]:
    """What the model guesses of `text`, at most `MOST` a window; `deadline` in seconds from now.

    Raises:
        LlmError: it could not be asked, or its answer is none.
    """
    shown = [text[at : at + WINDOW] for at in range(0, min(len(text), WINDOW * WINDOWS), WINDOW)]
    answers = await asyncio.gather(*(_attack(llm, window, deadline) for window in shown if window.strip()))
    return tuple(guess for answer in answers for guess in answer)


async def _attack(llm: Llm, text: str, deadline: float | None) -> tuple[Guess, ...]:
    messages = (Message("system", prompt("guesser")), Message("user", json.dumps({"text": text}, ensure_ascii=False)))
    return await ask(llm, messages, read_guesses, schema=SCHEMA, max_tokens=TOKENS, deadline=deadline)


def read_guesses(answer: dict[str, object]) -> tuple[Guess, ...]:
    """The guesses of an answer; the model's own maximum is not looked at (SPEC §7).

    >>> [(g.what, g.confidence) for g in read_guesses({"guesses": [{"field": "city", "guess": "Bonn", "confidence": 0.7}]})]
    [('city', 0.7)]

    Raises:
        ValueError: it is not of the form that was asked for.
    """
    found = answer.get("guesses")
    if not isinstance(found, list):
        raise ValueError("no list of guesses")  # noqa: TRY004 - what `ask` takes for an unusable answer
    return tuple(_guess(one) for one in found[:MOST])


def _guess(one: object) -> Guess:
    fields: Sequence[object] = [one.get(name) for name in ("field", "guess", "confidence")] if isinstance(one, dict) else []
    match fields:
        case [str(what), str(said), int() | float() as confidence] if not isinstance(confidence, bool):
            return Guess(what[:40], said[:200], float(confidence))
        case _:
            raise ValueError("a guess without field, guess and confidence")
