"""A rewritten text and its attacker's guesses in, only the edits that are worth their cost out: the arbitrator of RLAA.

The verifier of Eq. 9 knows a leak by a shared word; the arbitrator also knows one that shares none ("the capital" for Ankara). Each
guess is graded; HIGH and MED are edited away in the current text, and an edit stays only while its marginal rate of substitution,
utility cost over privacy gain, is at most λ. Where no valid guess is left, it stops (papers/rlaa, A-A-A architecture).
"""

import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from guardian_core.anonymize.adversarial.loop import Attack
from guardian_core.anonymize.adversarial.verification import Guess, folded
from guardian_core.llm import Llm, Message, ask, prompt

MOST_COST = 1.5  # λ: short texts lose half their words for one leak, and a leak seldom is certain


class Grade(StrEnum):
    """How valid a guess is as a leak."""

    HIGH = "HIGH"
    MED = "MED"
    LOW = "LOW"
    INVALID = "INVALID"


WEIGHT = {Grade.HIGH: 1.0, Grade.MED: 0.5, Grade.LOW: 0.0, Grade.INVALID: 0.0}  # of its confidence, in the exposure of a text

type Arbitrate = Callable[[str, str, Sequence[Guess]], Awaitable[Sequence[Grade]]]  # (original, current, guesses) → a grade each
type EditAway = Callable[[str, Sequence[Guess]], Awaitable[str]]  # (current, leaks) → the text without them


@dataclass(frozen=True, slots=True)
class Trade:
    """One round of the arbitrator."""

    leaks: int  # guesses graded HIGH or MED
    exposure: float  # the largest weighted confidence of the text before the edit, 0..1
    cost: float  # 1 - token Jaccard of the text before and after the edit
    gain: float  # exposure before less after
    accepted: bool

    @property
    def rate(self) -> float:
        """MRS = utility cost / privacy gain; infinite where nothing was gained."""
        return self.cost / self.gain if self.gain > 0 else (0.0 if self.cost == 0 else math.inf)


@dataclass(frozen=True, slots=True)
class Arbitrated:
    """How a text left the arbitrator."""

    text: str = field(repr=False)
    trades: tuple[Trade, ...] = ()
    stopped: str = ""  # "no valid leak", "not worth its cost", "nothing changed", "rounds"


async def arbitrated(
    original: str,
    text: str,
    *,
    attack: Attack,
    arbitrate: Arbitrate,
    edit: EditAway,
    most_cost: float = MOST_COST,
    rounds: int = 5,
    heard: Callable[[Trade, str], None] = lambda _trade, _text: None,
) -> Arbitrated:
    """Edit the valid leaks of `text` away, round by round; calls each seam at most `rounds` + 1 times.

    `heard` is told each trade with the text that it led to. Errors of the seams propagate.
    """
    trades: list[Trade] = []
    leaks, exposure = await _leaks(original, text, attack, arbitrate)
    for _ in range(rounds):
        if not leaks:
            return Arbitrated(text, tuple(trades), "no valid leak")
        edited = await edit(text, leaks)
        if folded(edited) == folded(text):
            return Arbitrated(text, tuple(trades), "nothing changed")
        left, exposed = await _leaks(original, edited, attack, arbitrate)
        trade = Trade(len(leaks), exposure, 1 - jaccard(text, edited), exposure - exposed, accepted=True)
        if trade.rate > most_cost:
            refused = replace(trade, accepted=False)
            heard(refused, edited)
            return Arbitrated(text, (*trades, refused), "not worth its cost")
        heard(trade, edited)
        trades.append(trade)
        text, leaks, exposure = edited, left, exposed
    return Arbitrated(text, tuple(trades), "rounds" if leaks else "no valid leak")


async def _leaks(original: str, text: str, attack: Attack, arbitrate: Arbitrate) -> tuple[list[Guess], float]:
    """The guesses graded HIGH or MED, and the exposure of the text."""
    guesses = [guess for guess in await attack(text) if guess.text.strip()]
    if not guesses:
        return [], 0.0
    grades = await arbitrate(original, text, guesses)
    weighed = [(guess, WEIGHT[grade]) for guess, grade in zip(guesses, grades, strict=True)]
    return [guess for guess, weight in weighed if weight], max(guess.confidence * weight for guess, weight in weighed)


def jaccard(one: str, other: str) -> float:
    """Token Jaccard of two texts: the share of all their words that both have.

    >>> jaccard("a b c", "b c d")
    0.5
    """
    before, after = set(folded(one).split()), set(folded(other).split())
    return len(before & after) / len(before | after) if before | after else 1.0


async def grades_by(llm: Llm, original: str, text: str, guesses: Sequence[Guess], *, deadline: float | None = None) -> list[Grade]:
    """The model's grades of the guesses, in order.

    Raises:
        LlmError: it could not be asked, or its answer is none.
    """
    claims = [{"field": guess.what, "guess": guess.text} for guess in guesses]
    shown = json.dumps({"original": original[:8_000], "anonymized": text[:8_000], "guesses": claims}, ensure_ascii=False)
    messages = (Message("system", prompt("arbitrator")), Message("user", shown))

    def read(answer: dict[str, object]) -> list[Grade]:
        found = answer.get("grades")
        if not isinstance(found, list) or len(found) != len(claims):
            raise ValueError("not one grade for each guess")
        return [Grade(str(grade)) for grade in found]

    return await ask(llm, messages, read, schema=_schema(len(claims)), max_tokens=16 + 8 * len(claims), deadline=deadline)


def _schema(count: int) -> dict[str, object]:
    grades = {"type": "array", "items": {"enum": [grade.value for grade in Grade]}, "minItems": count, "maxItems": count}
    return {"type": "object", "properties": {"grades": grades}, "required": ["grades"], "additionalProperties": False}
