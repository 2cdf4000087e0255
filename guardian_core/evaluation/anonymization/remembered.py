"""A language model that is asked each question once: what it answered, and how long that took, is kept in a file.

So that an interrupted run goes on where it was, and methods that ask the same (at temperature 0) cost the model once, also where
several threads ask at the same time. A remembered answer counts as a call, and its time as waited, so that the rows stay what they
would have been.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import DataError, LlmUnavailableError
from guardian_core.evaluation.anonymization import background
from guardian_core.llm import Llm, Message
from guardian_core.llm.completion import estimated

UNHEARD = "was not asked this before"


@dataclass(slots=True)
class Tally:
    """What one piece of work asked."""

    calls: int = 0
    tokens: int = 0  # estimated, in and out
    waited: float = 0.0  # seconds that answers took beyond what was waited for them here
    missed: int = 0  # questions that a closed memory has no answer to


_TALLY: ContextVar[Tally] = ContextVar("tally")


class Remembered:
    """An `Llm` for all threads: its event loop is that of background.py, so nothing here needs a lock."""

    def __init__(self, llm: Llm | None, path: Path | None = None) -> None:
        """`path` is a JSONL file, made if missing; it holds the texts. Without an `llm` the memory is closed: nobody can be asked.

        Raises:
            DataError: the file is not of this form.
        """
        self._llm, self._path = llm, path
        self._known = _read(path) if path and path.exists() else {}
        self._asked: dict[str, asyncio.Event] = {}  # under way; set when it is over

    def run[Result](self, asking: Coroutine[object, object, Result]) -> Result:
        """Wait for what asks this model."""
        return background.run(asking)

    def counted[Result](self, asking: Coroutine[object, object, Result]) -> tuple[Result, Tally]:
        """Wait for what asks this model, and say what it asked.

        Raises:
            LlmUnavailableError: a closed memory was asked something new, whatever was made of that.
        """
        tally = Tally()

        async def counting() -> Result:
            _TALLY.set(tally)
            return await asking

        result = self.run(counting())
        if tally.missed:
            raise LlmUnavailableError(UNHEARD, "unreachable")
        return result, tally

    @property
    def closed(self) -> bool:
        """Whether it answers only what it was asked before."""
        return self._llm is None

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, object] | None = None,
        max_tokens: int = 512,
        deadline: float | None = None,
    ) -> str:
        """As `Llm.complete`; faults are not remembered."""
        tally = _TALLY.get(Tally())
        tally.calls += 1
        tally.tokens += estimated(messages)
        asked = [[message.role, message.text] for message in messages]
        key = hashlib.sha256(json.dumps([asked, schema, max_tokens], sort_keys=True).encode()).hexdigest()
        began = time.perf_counter()
        llm = self._llm
        if llm is None and key not in self._known:
            tally.missed += 1
            raise LlmUnavailableError(UNHEARD, "unreachable")
        answer, seconds = await self._answer(
            key, lambda: (llm or self).complete(messages, schema=schema, max_tokens=max_tokens, deadline=deadline)
        )
        tally.waited += max(0.0, seconds - (time.perf_counter() - began))
        tally.tokens += estimated([Message("assistant", answer)])
        return answer

    async def _answer(self, key: str, ask: Callable[[], Awaitable[str]]) -> tuple[str, float]:
        """The answer and its seconds; who comes while another asks the same waits, and asks only if that one failed."""
        while key not in self._known:
            if (other := self._asked.get(key)) is not None:
                await other.wait()
                continue
            over = self._asked[key] = asyncio.Event()
            try:
                start = time.perf_counter()
                answer = await ask()
                self._keep(key, answer, time.perf_counter() - start)
            finally:
                del self._asked[key]
                over.set()
        return self._known[key]

    def _keep(self, key: str, answer: str, seconds: float) -> None:
        self._known[key] = answer, seconds
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            line = json.dumps({"key": key, "answer": answer, "seconds": round(seconds, 3)}) + "\n"
            with self._path.open("ab", buffering=0) as file:  # one write: whole lines also beside another process
                file.write(line.encode())


def _read(path: Path) -> dict[str, tuple[str, float]]:
    """What the file knows; a last line that an interruption cut off is taken out of it, for the next is written behind it."""
    known: dict[str, tuple[str, float]] = {}
    content = path.read_bytes()
    whole, newline, rest = content.rpartition(b"\n")
    for number, line in enumerate(whole.split(b"\n") if newline else (), 1):
        try:
            row = json.loads(line)
            known[str(row["key"])] = str(row["answer"]), float(row["seconds"])
        except (ValueError, KeyError, TypeError):
            message = f"{path.name}, line {number}: expected an object with key, answer and seconds; remove the file to begin anew"
            raise DataError(message) from None
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(content) - len(rest))
    return known
