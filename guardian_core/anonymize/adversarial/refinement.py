"""A rewritten text in, the best of a few further rewrites of it out: self-refinement as at GRASP's inference (papers/grasp, §3.2).

Each round infers what can still be told of the person, judges how useful the text is, and rewrites the current text by both. There
is no verifier: the attacker's own confidence counts. What is sent is the round with the best score among those that are useful
enough: w_p · (1 - exposure) + w_u · utility.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial.loop import Attack
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.llm import Llm, Message, ask, prompt

PRIVACY, UTILITY = 0.9, 0.1  # w_p, w_u of the paper
FLOOR = 0.55  # τ: below it a text is not worth sending, however private
_SCALE = {"type": "integer", "minimum": 1, "maximum": 10}
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"meaning": _SCALE, "readability": _SCALE},
    "required": ["meaning", "readability"],
    "additionalProperties": False,
}

type Judge = Callable[[str, str], Awaitable[float]]  # (original, current) → utility, 0..1
type Refine = Callable[[str, Sequence[Guess], float], Awaitable[str]]  # (current, what was inferred, its utility) → the next text


@dataclass(frozen=True, slots=True)
class Step:
    """One round: what can be told of the text, and how useful it is."""

    exposure: float  # the attacker's largest confidence, 0..1
    utility: float  # the judge's, 0..1

    @property
    def score(self) -> float:
        """The overall score; below the floor of utility it is negative."""
        return PRIVACY * (1 - self.exposure) + UTILITY * self.utility if self.utility >= FLOOR else self.utility - 1


@dataclass(frozen=True, slots=True)
class Refined:
    """How a text left the refinement."""

    text: str = field(repr=False)
    steps: tuple[Step, ...] = ()


async def refined(
    original: str,
    text: str,
    *,
    attack: Attack,
    judge: Judge,
    refine: Refine,
    target: float,
    rounds: int = 5,
    heard: Callable[[Step, str], None] = lambda _step, _text: None,
) -> Refined:
    """Refine `text` until an attacker is less sure than `target`, at most `rounds` times; errors of the seams propagate.

    `heard` is told each step with its text as it ends.
    """
    steps: list[Step] = []
    texts: list[str] = []
    for turn in range(rounds + 1):
        guesses = [guess for guess in await attack(text) if guess.text.strip()]
        step = Step(max((guess.confidence for guess in guesses), default=0.0), await judge(original, text))
        steps.append(step)
        texts.append(text)
        heard(step, text)
        if (step.exposure < target and step.utility >= FLOOR) or turn == rounds:
            break
        following = await refine(text, guesses, step.utility)
        if following == text:
            break
        text = following
    best = max(range(len(steps)), key=lambda at: (steps[at].score, -at))
    return Refined(texts[best], tuple(steps))


async def utility_by(llm: Llm, original: str, text: str, *, deadline: float | None = None) -> float:
    """The model's judgement, the mean of meaning and readability, 0..1; raises LlmError."""
    shown = json.dumps({"original": original[:8_000], "anonymized": text[:8_000]}, ensure_ascii=False)
    messages = (Message("system", prompt("judge")), Message("user", shown))
    return await ask(llm, messages, _utility, schema=SCHEMA, max_tokens=32, deadline=deadline)


def _utility(answer: dict[str, object]) -> float:
    match answer.get("meaning"), answer.get("readability"):
        case int() as meaning, int() as readability if 1 <= meaning <= 10 and 1 <= readability <= 10:
            return (meaning + readability) / 20
        case _:
            raise ValueError("not two whole numbers from 1 to 10")
