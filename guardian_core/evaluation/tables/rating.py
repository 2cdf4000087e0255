"""An original and an output in, a model's three marks from 1 to 5 out: the raters of Table 21 (paper, Appendix I)."""

import json
from collections.abc import Callable

from guardian_core.errors import LlmAnswerError
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.rivals.asking import wording
from guardian_core.llm import Message, ask

type Marks = tuple[int, int, int]  # privacy, utility, fluency
type Rater = Callable[[str, str], Marks]
DIMENSIONS = ("privacy", "utility", "fluency")
NO_MARKS: Marks = (0, 0, 0)  # the rater's answer could not be used
_MARK = {"type": "integer", "minimum": 1, "maximum": 5}
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": dict.fromkeys(DIMENSIONS, _MARK),
    "required": list(DIMENSIONS),
    "additionalProperties": False,
}


def rater(llm: Remembered) -> Rater:
    """A rater that is a language model: it sees the pair, and not which method made it."""

    def rate(original: str, output: str) -> Marks:
        shown = json.dumps({"original": original[:8_000], "anonymized": output[:8_000]}, ensure_ascii=False)
        asked = (Message("system", wording("rate")), Message("user", shown))
        try:
            return llm.run(ask(llm, asked, read_marks, schema=SCHEMA, max_tokens=48))
        except LlmAnswerError:
            return NO_MARKS

    return rate


def read_marks(answer: dict[str, object]) -> Marks:
    """The marks of an answer.

    Raises:
        ValueError: they are not three whole numbers from 1 to 5.
    """
    marks = [answer.get(name) for name in DIMENSIONS]
    match marks:
        case [int(privacy), int(utility), int(fluency)] if all(1 <= mark <= 5 for mark in (privacy, utility, fluency)):
            return privacy, utility, fluency
        case _:
            raise ValueError("not three marks")
