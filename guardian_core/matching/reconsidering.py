"""Doubtful likelihoods in, the language model's out where it answers in time; what it answers later serves the next request.

One question per case however many requests wait for it; opinions are kept in memory, the least used go first.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from guardian_core.errors import LlmAnswerError, LlmError
from guardian_core.llm import Llm
from guardian_core.matching.system2 import Opinion, bounded, key_of, opinion
from guardian_core.model_settings import ModelSettings
from guardian_core.vocabulary import Action, Evidence, Likelihood, PolicyState

KEPT = 4_096  # opinions
ASKED_AGAIN = 600.0  # seconds after which a case that the model had no usable answer for is asked about again

type Heard = Callable[[Action, Evidence, Opinion], None]


@dataclass(frozen=True, slots=True)
class Reconsidered:
    """A likelihood, and why the model has no part in it though it should."""

    likelihood: Likelihood
    without: str | None = None  # completes "the language model …"; None: it was not needed, or it was heard
    late: bool = False  # its answer is on the way


class System2:
    """The slow path; one per process. `heard` is told each new opinion, once."""

    def __init__(
        self, settings: ModelSettings, llm: Llm, *, heard: Heard | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings, self._llm, self._heard, self._clock = settings, llm, heard, clock
        self._opinions: OrderedDict[bytes, Opinion] = OrderedDict()
        self._asking: dict[bytes, asyncio.Task[Opinion]] = {}
        self._unusable: dict[bytes, tuple[float, LlmAnswerError]] = {}

    def doubtful(self, evidence: Evidence, likelihood: Likelihood) -> bool:
        """Whether the model is to be asked: System 1 is unsure (paper Eq. 3), and there is something to judge by."""
        known = evidence.state is PolicyState.KNOWN and bool(evidence.statements)
        return known and likelihood.uncertainty >= self._settings.threshold

    def remembered(self, action: Action, evidence: Evidence, likelihood: Likelihood) -> Likelihood | None:
        """The likelihood by an opinion that was heard before; None where it is not doubtful, or there is none. Asks nobody."""
        if not self.doubtful(evidence, likelihood):
            return None
        said = self._opinion(key_of(action, evidence))
        return bounded(said, action, evidence, likelihood) if said else None

    async def reconsider(self, action: Action, evidence: Evidence, likelihood: Likelihood) -> Reconsidered:
        """`likelihood`, or the model's if it answers within `model.wait`. Never raises LlmError."""
        if not self.doubtful(evidence, likelihood):
            return Reconsidered(likelihood)
        key = key_of(action, evidence)
        said = self._opinion(key)
        if said is None:
            try:
                said = await self._waited(key, action, evidence)
            except LlmError as error:
                return Reconsidered(likelihood, without=error.reason)
            except TimeoutError:
                return Reconsidered(likelihood, without=f"did not answer within {self._settings.wait} ms", late=True)
        return Reconsidered(bounded(said, action, evidence, likelihood))

    async def close(self) -> None:
        """Give up what is still asked."""
        for task in list(self._asking.values()):
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _waited(self, key: bytes, action: Action, evidence: Evidence) -> Opinion:
        """The opinion within `model.wait`; the question goes on when the time is over, or whoever waits is gone."""
        task = self._asking.get(key)
        if task is None:
            self._refuse_again(key)
            task = asyncio.ensure_future(opinion(action, evidence, self._llm))
            self._asking[key] = task
            task.add_done_callback(partial(self._settled, key, action, evidence))
        done, _ = await asyncio.wait({task}, timeout=self._settings.wait / 1000)
        if not done:
            raise TimeoutError
        return task.result()

    def _refuse_again(self, key: bytes) -> None:
        """What was answered unusably a moment ago would be again."""
        when, error = self._unusable.get(key, (float("-inf"), None))
        if error is not None and self._clock() < when + ASKED_AGAIN:
            raise error
        self._unusable.pop(key, None)

    def _settled(self, key: bytes, action: Action, evidence: Evidence, task: "asyncio.Task[Opinion]") -> None:
        del self._asking[key]
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._opinions[key] = task.result()
            if len(self._opinions) > KEPT:
                self._opinions.popitem(last=False)
            if self._heard:
                self._heard(action, evidence, task.result())
        elif isinstance(error, LlmAnswerError):
            if len(self._unusable) >= KEPT:
                self._unusable.clear()
            self._unusable[key] = (self._clock(), error)

    def _opinion(self, key: bytes) -> Opinion | None:
        if key in self._opinions:
            self._opinions.move_to_end(key)
        return self._opinions.get(key)
