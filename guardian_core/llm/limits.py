"""When the language model may be asked: a budget per minute, and a circuit breaker that leaves a failing server alone.

Closed: everything passes. After `failures` in a row, open: nothing passes for `pause` seconds. Then half open: one question passes;
its answer closes the circuit, its failure opens it again, and if it is given up the next one tries.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from guardian_core.errors import LlmAnswerError, LlmUnavailableError

MINUTE = 60.0
OWN_FAULT = frozenset({"budget", "question"})  # kinds of errors that say nothing about the server

type Clock = Callable[[], float]


class Budget:
    """Calls and tokens of the last minute."""

    def __init__(self, calls: int, tokens: int, clock: Clock = time.monotonic) -> None:
        self._calls, self._tokens, self._clock = calls, tokens, clock
        self._spent: deque[tuple[float, int, int]] = deque()  # time, calls, tokens

    def take(self, tokens: int) -> None:
        """Book one call of about `tokens`; raises LlmUnavailableError where the minute's budget has no room for it."""
        now = self._clock()
        while self._spent and self._spent[0][0] <= now - MINUTE:
            self._spent.popleft()
        if sum(calls for _, calls, _ in self._spent) >= self._calls:
            reason = f"is not asked more than {self._calls} times a minute (model.calls_per_minute)"
            raise LlmUnavailableError(reason, "budget")
        if sum(spent for _, _, spent in self._spent) + tokens > self._tokens:
            reason = f"is given no more than {self._tokens} tokens a minute (model.tokens_per_minute)"
            raise LlmUnavailableError(reason, "budget")
        self._spent.append((now, 1, tokens))

    def correct(self, tokens: int) -> None:
        """Book the difference between what was estimated and what the server counted."""
        self._spent.append((self._clock(), 0, tokens))


class Breaker:
    """The circuit breaker of one server."""

    def __init__(self, failures: int, pause: float, clock: Clock = time.monotonic) -> None:
        self._limit, self._pause, self._clock = failures, pause, clock
        self._failures, self._last = 0, ""  # in a row; why the last
        self._opened: float | None = None  # when the circuit was opened last
        self._probing = False

    @property
    def state(self) -> str:
        """ "closed", "open" or "half open"."""
        if self._opened is None:
            return "closed"
        return "half open" if self._clock() >= self._opened + self._pause else "open"

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Around one question; raises LlmUnavailableError where none may be asked now.

        An unusable answer shows a living server. Whatever else ends the block, such as the caller giving up, says nothing about it.
        """
        probing = self._enter()
        try:
            yield
        except LlmUnavailableError as error:
            if error.kind not in OWN_FAULT:
                self._failed(error.reason)
            raise
        except LlmAnswerError:
            self._worked()
            raise
        else:
            self._worked()
        finally:
            if probing:
                self._probing = False

    def _enter(self) -> bool:
        if self._opened is None:
            return False
        left = self._opened + self._pause - self._clock()
        if left > 0 or self._probing:
            when = f"for {left:.0f} s more" if left > 0 else "while one question tries it"
            reason = f"is left alone {when} after {self._failures} failures, the last of which: it {self._last}"
            raise LlmUnavailableError(reason, "paused")
        self._probing = True
        return True

    def _failed(self, reason: str) -> None:
        self._failures, self._last = self._failures + 1, reason
        if self._failures >= self._limit:
            self._opened = self._clock()

    def _worked(self) -> None:
        self._failures, self._opened = 0, None
