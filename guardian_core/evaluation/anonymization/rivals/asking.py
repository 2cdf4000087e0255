"""What the rivals share: a procedure that asks a model becomes a method; texts, spans and inferences are read strictly.

A procedure takes a model and a text and gives what to send. Where the model's answers cannot be read even when asked for again, the
text goes out unchanged and the output is marked as failed: that is what such a method would have done to its user.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from guardian_core.errors import LlmAnswerError
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample, replaced, without_overlaps
from guardian_core.llm import Llm, Message, ask

FOLDER = Path(__file__).parent / "prompts"
ATTRIBUTES = ("age", "education", "income", "location", "occupation", "place_of_birth", "relationship", "sex")  # Staab et al.
SURE = 3  # of 5: an inference below it is a shot in the dark
MOST = 40  # spans of one answer
LONGEST = 2_048  # tokens of one answer: about 6,000 letters, and what small servers have room for

type Procedure = Callable[[Llm, str], Awaitable[Output]]
type Schema = dict[str, object]


def method(llm: Remembered, procedure: Procedure) -> Method:
    """The procedure on the model behind `llm`, its calls and tokens counted.

    Calling it raises LlmUnavailableError where the model cannot be asked.
    """

    async def made(text: str) -> Output:
        try:
            return await procedure(llm, text)
        except LlmAnswerError:
            return Output(text, failed=True)

    def rewrite(sample: Sample) -> Output:
        output, asked = llm.counted(made(sample.text))
        return replace(output, calls=asked.calls, waited=asked.waited, tokens=asked.tokens)

    return rewrite


@cache
def wording(name: str) -> str:
    """The prompt `name`."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def messages(name: str, shown: Mapping[str, object]) -> tuple[Message, Message]:
    """The prompt, and what it is about as JSON."""
    return Message("system", wording(name)), Message("user", json.dumps(shown, ensure_ascii=False))


async def rewritten(llm: Llm, name: str, text: str, **more: object) -> str:
    """The text as the prompt `name` has it rewritten.

    Raises:
        LlmError: it could not be asked, or gave no text.
    """

    def read(answer: dict[str, object]) -> str:
        said = answer.get("text")
        if not isinstance(said, str) or not said.strip():
            raise ValueError("no text")
        return said

    schema = _object(text={"type": "string"})
    return await ask(llm, messages(name, {"text": text, **more}), read, schema=schema, max_tokens=min(LONGEST, 96 + len(text)))


@dataclass(frozen=True, slots=True)
class Named:
    """A span that a model named, with its type and, where it was asked for, what should stand instead."""

    text: str = field(repr=False)
    type: str
    instead: str = field(repr=False, default="")


async def named(llm: Llm, name: str, text: str, *, instead: bool = False, **more: object) -> list[Named]:
    """The spans that the prompt `name` asks for; those that do not stand in the text are left out.

    Raises:
        LlmError: it could not be asked, or its answer is none.
    """
    fields = ("text", "type", "replacement") if instead else ("text", "type")

    def read(answer: dict[str, object]) -> list[Named]:
        spans = answer.get("spans")
        if not isinstance(spans, list):
            raise ValueError("no list of spans")  # noqa: TRY004 - what `ask` takes for an unusable answer
        return [Named(*_strings(span, fields)) for span in spans[:MOST]]

    schema = _object(spans={"type": "array", "maxItems": MOST, "items": _object(**{one: {"type": "string"} for one in fields})})
    found = await ask(llm, messages(name, {"text": text, **more}), read, schema=schema, max_tokens=min(LONGEST, 96 + 2 * len(text)))
    return [one for one in found if one.text.strip() and one.text in text]


def put_instead(text: str, pairs: Sequence[tuple[str, str]]) -> Output:
    """Every place of each span replaced, as a whole word; longer spans first.

    >>> put_instead("Ann met Ann Quill", [("Ann", "Bea"), ("Ann Quill", "Bea Reed")]).text
    'Bea met Bea Reed'
    """
    taken: list[tuple[int, int, str]] = []
    for said, instead in sorted(dict(pairs).items(), key=lambda pair: -len(pair[0])):
        for place in re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", text):
            if all(place.end() <= start or place.start() >= end for start, end, _ in taken):
                taken.append((*place.span(), instead))
    return replaced(text, without_overlaps(taken))


def chained(first: Output, second: Output) -> Output:
    """The second pass's text; what was found is what the first pass found in the user's own words."""
    return replace(second, found=first.found, written=())


@dataclass(frozen=True, slots=True)
class Inference:
    """What an attacker tells of a text's author."""

    attribute: str
    guess: str = field(repr=False)
    reasoning: str = field(repr=False)
    certainty: int  # 1..5

    def shown(self) -> dict[str, object]:
        """For a prompt."""
        return {"attribute": self.attribute, "guess": self.guess, "because": self.reasoning}


async def inferred(llm: Llm, text: str) -> list[Inference]:
    """Attributes that a model infers from `text` with some certainty (Staab et al. 2024, adversarial inference).

    Raises:
        LlmError: it could not be asked, or its answer is none.
    """
    item = _object(
        attribute={"enum": list(ATTRIBUTES)},
        guess={"type": "string", "maxLength": 80},
        reasoning={"type": "string", "maxLength": 160},
        certainty={"type": "integer", "minimum": 1, "maximum": 5},
    )
    schema = _object(inferences={"type": "array", "maxItems": len(ATTRIBUTES), "items": item})
    return await ask(llm, messages("infer", {"text": text}), _inferences, schema=schema, max_tokens=900)


def _inferences(answer: dict[str, object]) -> list[Inference]:
    said = answer.get("inferences")
    if not isinstance(said, list):
        raise ValueError("no list of inferences")  # noqa: TRY004 - what `ask` takes for an unusable answer
    found = []
    for one in said[: len(ATTRIBUTES)]:
        attribute, guess, reasoning = _strings(one, ("attribute", "guess", "reasoning"))
        certainty = one.get("certainty")
        if not isinstance(certainty, int) or isinstance(certainty, bool):
            raise ValueError("no certainty")  # noqa: TRY004 - likewise
        if guess.strip() and certainty >= SURE:
            found.append(Inference(attribute, guess, reasoning, certainty))
    return found


def _strings(value: object, names: Sequence[str]) -> list[str]:
    found = [value.get(name) for name in names] if isinstance(value, dict) else [None]
    strings = [one for one in found if isinstance(one, str)]
    if len(strings) != len(names):
        raise ValueError("a field is missing")
    return strings


def _object(**properties: object) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
