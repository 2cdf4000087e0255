"""System 2 of SPEC §5 (paper §3.2, Appendix B): an action and quoted statements in, the language model's estimate of L out.

The model sees categories, act, recipients, purposes, whether the user acted by hand, and what the policy says; never the text that
leaves, nor who gets it. It estimates and decides nothing. Policies are written by strangers, who may write for the model, so its
word has bounds:

- it never takes L below the floor of the action's cell;
- where a statement denies the action, sets a condition, or says that it is sold on, it may raise L and not lower it, and a denied
  critical action stays at what the rules say or above;
- unless the statements that it names speak of all the data of the action, by our own reading, it may raise L and not lower it.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from guardian_core.llm import Llm, Message, ask, prompt
from guardian_core.matching.judge import DENIED
from guardian_core.matching.quoting import quotable
from guardian_core.matching.speaking import Bearing, bearing_of
from guardian_core.vocabulary import CATEGORY_TIER, Action, Basis, Category, Evidence, Likelihood, Statement, Tier

QUOTED = 320  # characters of a statement that the model is shown
RATIONALE = 200  # characters of its reason that a person is shown
MAX_TOKENS = 200
_AGAINST = frozenset({Bearing.DENIES, Bearing.DENIES_WITHOUT_CHOICE, Bearing.SELLS})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the model said, checked."""

    likelihood: float  # [0, 1]
    rationale: str  # quotable; a person may read it
    evidence: tuple[int, ...]  # indexes into Evidence.statements, each once


async def reconsider(
    action: Action, evidence: Evidence, likelihood: Likelihood, llm: Llm, *, deadline: float | None = None
) -> Likelihood:
    """`likelihood` after the model was heard; `deadline` in seconds from now.

    Raises:
        LlmError: it could not be asked, or gave no usable answer twice.
    """
    return bounded(await opinion(action, evidence, llm, deadline=deadline), action, evidence, likelihood)


async def opinion(action: Action, evidence: Evidence, llm: Llm, *, deadline: float | None = None) -> Opinion:
    """Ask the model; raises LlmError."""
    count = len(evidence.statements)
    return await ask(
        llm,
        question(action, evidence),
        lambda found: read(found, count),
        schema=schema(count),
        max_tokens=MAX_TOKENS,
        deadline=deadline,
    )


def bounded(said: Opinion, action: Action, evidence: Evidence, likelihood: Likelihood) -> Likelihood:
    """L by the model's opinion, within the bounds above; `uncertainty` stays System 1's, because of which the model was asked."""
    least = max(likelihood.floor, _least(said, action, evidence, likelihood))
    value = max(said.likelihood, least)
    held = f", held at {value:.2f}" if value > said.likelihood else ""
    named = " and ".join(f"“{quotable(evidence.statements[index].statement.text, 160)}”" for index in said.evidence[:2])
    return likelihood.model_copy(
        update={
            "value": value,
            "source": "system2",
            "statements": said.evidence,
            "because": f"the language model says {said.likelihood:.2f}{held}: {said.rationale}"
            + (f" (on {named})" if named else ""),
        }
    )


def _least(said: Opinion, action: Action, evidence: Evidence, likelihood: Likelihood) -> float:
    bearings = {bearing_of(scored.statement, action) for scored in evidence.statements}
    critical = any(CATEGORY_TIER[category] is Tier.CRITICAL for category in action.categories)
    if Bearing.DENIES in bearings and critical:
        return max(likelihood.value, DENIED)
    named = frozenset[Category]().union(*(evidence.statements[index].statement.categories for index in said.evidence))
    return 0.0 if action.categories <= named and not bearings & _AGAINST else likelihood.value


def question(action: Action, evidence: Evidence) -> list[Message]:
    """The two turns: what is asked, always the same so that a server need not read it anew, and the case."""
    case = {
        "action": features_in_words(action),
        "policy": [_shown(index, scored.statement) for index, scored in enumerate(evidence.statements)],
    }
    return [Message("system", prompt("system2")), Message("user", json.dumps(case, ensure_ascii=False))]


def features_in_words(action: Action) -> dict[str, object]:
    """All that the model is told of an action: words of our own tables."""
    return {
        "data": sorted(action.categories),
        "act": action.act,
        "recipients": sorted(action.recipients),
        "purposes": sorted(action.purposes),
        "by hand": action.basis is Basis.USER_INITIATED,
    }


def _shown(index: int, statement: Statement) -> dict[str, object]:
    """A statement as a quotation, with what our own reading of it names."""
    read: dict[str, object] = {
        "data": sorted(statement.categories),
        "acts": sorted(statement.acts),
        "recipients": sorted(statement.recipients),
        "purposes": sorted(statement.purposes),
        "denies": statement.negated,
        "depends on a choice": statement.choice,
    }
    return {"id": _id(index), "quotation": quotable(statement.text, QUOTED)} | {
        name: value for name, value in read.items() if value
    }


def schema(count: int) -> Mapping[str, object]:
    """The JSON Schema of an answer about `count` statements; the reason comes first, so that the number follows from it.

    Everything in it ends: a weak model repeats itself where it may, and an answer that is cut off is none.
    """
    ids = [_id(index) for index in range(count)]
    return {
        "type": "object",
        "properties": {
            "rationale": {"type": "string", "maxLength": RATIONALE},
            "evidence_ids": {"type": "array", "items": {"type": "string", "enum": ids}, "maxItems": count},
            "violation_likelihood": {"type": "number"},
        },
        "required": ["rationale", "evidence_ids", "violation_likelihood"],
        "additionalProperties": False,
    }


def read(found: Mapping[str, object], count: int) -> Opinion:
    """The model's object, checked; raises ValueError for another form, a statement that is not there, a number out of range."""
    if found.keys() != {"rationale", "evidence_ids", "violation_likelihood"}:
        raise ValueError
    value, rationale, ids = found["violation_likelihood"], found["rationale"], found["evidence_ids"]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:  # NaN is in no range
        raise ValueError
    if not isinstance(rationale, str) or not isinstance(ids, list):
        raise ValueError  # noqa: TRY004 - all that is wrong with an answer is one error
    places = {_id(index): index for index in range(count)}
    if not all(isinstance(name, str) and name in places for name in ids):
        raise ValueError
    return Opinion(float(value), quotable(rationale, RATIONALE), tuple(dict.fromkeys(places[name] for name in ids)))


def key_of(action: Action, evidence: Evidence) -> bytes:
    """What an opinion depends on: the features and the statements, not where they come from."""
    case = [features_in_words(action), [_shown(index, scored.statement) for index, scored in enumerate(evidence.statements)]]
    return hashlib.sha256(json.dumps(case).encode()).digest()


def _id(index: int) -> str:
    return f"S{index + 1}"
