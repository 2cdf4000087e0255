"""A language model that is asked each question once: what it answered, and how long that took, is kept in a file.

So that an interrupted run goes on where it was, and methods that ask the same (at temperature 0) cost the model once. A remembered
answer counts as a call, and its time as waited, so that the rows stay what they would have been.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.llm import Llm, Message
from guardian_core.llm.completion import estimated


class Remembered:
    """An `Llm`; `calls`, `tokens` (estimated) and `waited` (seconds that remembered answers once took) grow until `reset`."""

    def __init__(self, llm: Llm, path: Path | None = None, beside: "Remembered | None" = None) -> None:
        """`path` is a JSONL file, made if missing; it holds the texts. `beside` another whose event loop `llm` is bound to.

        Raises:
            DataError: the file is not of this form.
        """
        self._llm, self._path = llm, path
        self._known = _read(path) if path and path.exists() else {}
        self.calls, self.tokens, self.waited = 0, 0, 0.0
        self._runner: asyncio.Runner = beside._runner if beside else asyncio.Runner()

    def run[Result](self, asking: Coroutine[object, object, Result]) -> Result:
        """Wait for what asks this model; always on one event loop, to which a client's connections are bound."""
        return self._runner.run(asking)

    def reset(self) -> None:
        """Begin counting anew."""
        self.calls, self.tokens, self.waited = 0, 0, 0.0

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, object] | None = None,
        max_tokens: int = 512,
        deadline: float | None = None,
    ) -> str:
        """As `Llm.complete`; faults are not remembered."""
        self.calls += 1
        self.tokens += estimated(messages)
        asked = [[message.role, message.text] for message in messages]
        key = hashlib.sha256(json.dumps([asked, schema, max_tokens], sort_keys=True).encode()).hexdigest()
        if key in self._known:
            answer, seconds = self._known[key]
            self.waited += seconds
            self.tokens += _length(answer)
            return answer
        start = time.perf_counter()
        answer = await self._llm.complete(messages, schema=schema, max_tokens=max_tokens, deadline=deadline)
        self._keep(key, answer, time.perf_counter() - start)
        self.tokens += _length(answer)
        return answer

    def _keep(self, key: str, answer: str, seconds: float) -> None:
        self._known[key] = answer, seconds
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "answer": answer, "seconds": round(seconds, 3)}, ensure_ascii=False) + "\n")


def _length(answer: str) -> int:
    return estimated([Message("assistant", answer)])


def _read(path: Path) -> dict[str, tuple[str, float]]:
    known: dict[str, tuple[str, float]] = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            known[str(row["key"])] = str(row["answer"]), float(row["seconds"])
        except (ValueError, KeyError, TypeError):
            if number == len(lines):  # cut off by an interruption
                break
            message = f"{path.name}, line {number}: expected an object with key, answer and seconds; remove the file to begin anew"
            raise DataError(message) from None
    return known
