"""The seam: what a stage needs of a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation that the model continues."""

    role: Literal["system", "user", "assistant"]
    text: str = field(repr=False)


class Llm(Protocol):
    """A language model."""

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, object] | None = None,
        max_tokens: int = 512,
        deadline: float | None = None,
    ) -> str:
        """The model's next turn, at temperature 0.

        `schema` is the JSON Schema that the answer should fit: servers that can are held to it, so the caller still checks the
        answer (`ask` does). `deadline` is in seconds from now, waiting for a turn included; the settings' time is the longest.

        Raises:
            LlmUnavailableError: it could not be asked, or did not answer in time.
            LlmAnswerError: what came back is no answer: not a completion, cut off, too long.
        """
        ...
