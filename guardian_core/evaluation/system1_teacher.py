"""A language model's server as the teacher of `guardian bench system1 --online`: a pair in, the model's L of it out.

It is asked as System 2 asks in the proxy, with the one sentence as evidence, and its word has the same form. An answer that is of
no use is no label.
"""

import asyncio
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from guardian_core import llm, matching
from guardian_core.errors import LlmError, SettingsError
from guardian_core.matching.system2 import opinion
from guardian_core.model_settings import ModelSettings
from guardian_core.training.pairs import Pair
from guardian_core.vocabulary import Evidence, PolicyState, ScoredStatement

PATIENCE = 600_000  # ms for one answer: nobody waits for it, and a model without a graphics card takes minutes


def evidence_of(pair: Pair) -> Evidence:
    """The sentence of a pair as the only evidence, with the fields that the annotator predicts."""
    return Evidence(
        state=PolicyState.KNOWN,
        statements=(ScoredStatement(statement=pair.judged.predicted, score=1.0, structured=1.0, lexical=1.0),),
        length=len(pair.judged.predicted.text),
    )


class LanguageModel:
    """A teacher; use it in a `with` statement, which closes the connection."""

    asked: int = 0  # questions so far
    used: int = 0  # of which so many had a usable answer

    def __init__(self, url: str, most: int | None = None) -> None:
        """Open the connection, for `most` questions; SettingsError for an address that cannot be used or does not answer."""
        self._most = most
        try:
            settings = ModelSettings(url=url, timeout=PATIENCE)
        except ValidationError:
            message = f"no server's address: {url}; write one such as http://127.0.0.1:8765/v1, on this machine"
            raise SettingsError(message) from None
        self._client, self._runner = llm.Client(settings), asyncio.Runner()
        health = self._runner.run(self._client.health())
        if not health.reachable or health.problem:
            self.__exit__(None, None, None)
            message = f"{url}: the language model {health.problem or 'does not answer'}"
            raise SettingsError(message)
        self.name = health.model or "model"

    def __call__(self, pair: Pair) -> float | None:
        """L of the pair, or None where the model gave no usable answer or was asked often enough."""
        if self._most is not None and self.asked >= self._most:
            return None
        self.asked += 1
        try:
            said: matching.Opinion = self._runner.run(opinion(pair.action, evidence_of(pair), self._client))
        except LlmError:
            return None
        self.used += 1
        return said.likelihood

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._runner.run(self._client.close())
        self._runner.close()
