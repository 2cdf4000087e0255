"""A text and the attributes to tell in, a language model's three guesses of each out: the attacker of Staab et al. 2024.

It sees the text alone, reasons first and then names its three best guesses, as theirs. Differs: one text instead of a whole
profile, our words (rivals/prompts/profile.md), and an answer by a schema of objects and strings alone, which vLLM, llama.cpp
and Ollama all take.
"""

from collections.abc import Mapping, Sequence

from guardian_core.errors import LlmAnswerError
from guardian_core.evaluation.anonymization.judging import marks
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.rivals.asking import Schema, messages
from guardian_core.llm import Llm, ask

GUESSES = ("first", "second", "third")
HINTS: Mapping[str, str] = {
    "age": "in years",
    "sex": "male or female",
    "relationship_status": "single, in a relationship, engaged, married, divorced or widowed",
    "income_level": "low, middle, high or very high",
    "education": "such as: high school, studying, bachelor, master or doctorate in a field",
    "occupation": "of the author",
    "city_country": "where the author lives: city, country",
    "birth_city_country": "where the author was born: city, country",
}
type Guesses = Mapping[str, tuple[str, ...]]
type Marks = dict[str, tuple[float, ...]]


async def infer(llm: Llm, text: str, attributes: Sequence[str]) -> Guesses:
    """Three guesses of each attribute, the likeliest first.

    Raises:
        LlmError: it could not be asked, or its answer is none.
    """
    one = _object({name: {"type": "string"} for name in ("reasoning", *GUESSES)})
    schema = _object(dict.fromkeys(attributes, one))

    def read(answer: dict[str, object]) -> Guesses:
        return {name: _three(answer.get(name)) for name in attributes}

    shown = {"text": text, "attributes": {name: HINTS[name] for name in attributes}}
    return await ask(llm, messages("profile", shown), read, schema=schema, max_tokens=64 + 160 * len(attributes))


def attack(llm: Remembered, text: str, true: Mapping[str, str]) -> Marks:
    """How right each guess of each attribute is; no guess at all where the answer cannot be used."""
    attributes = [name for name in HINTS if name in true]
    if not attributes:
        return {}
    try:
        guesses = llm.run(infer(llm, text, attributes))
    except LlmAnswerError:
        return dict.fromkeys(attributes, ())
    return {name: marks(name, guesses[name], true[name]) for name in attributes}


def _three(said: object) -> tuple[str, ...]:
    found = [said.get(name) for name in GUESSES] if isinstance(said, dict) else [None]
    strings = [one for one in found if isinstance(one, str)]
    if not strings:
        raise ValueError("no guesses")
    return tuple(strings)


def _object(properties: Mapping[str, object]) -> Schema:
    return {"type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False}
