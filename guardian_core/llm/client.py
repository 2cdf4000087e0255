"""The settings in, a language model behind an OpenAI-compatible server (vLLM, llama.cpp, Ollama) out.

How the three take a JSON Schema, tried in this order until one is not refused, and remembered: `response_format` of type
`json_schema` (OpenAI's form: vLLM, llama.cpp's own server, Ollama from 0.5), of type `json_object` with a `schema` beside it (the
server of llama-cpp-python, which refuses the first), none at all. The caller checks the answer anyhow.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from guardian_core.dialling import Lookup, system_lookup
from guardian_core.errors import LlmError, LlmUnavailableError
from guardian_core.llm.completion import FORMS, Json, Schema, completion, estimated, listed, question
from guardian_core.llm.exchange import Exchange, FailedError, FormRefusedError, PassingFaultError
from guardian_core.llm.keys import load_key
from guardian_core.llm.limits import Breaker, Budget
from guardian_core.llm.metrics import Metrics, Snapshot
from guardian_core.llm.network import ServerNetwork
from guardian_core.llm.protocol import Message
from guardian_core.model_settings import ModelSettings

BEFORE_RETRY = 0.2  # seconds
QUEUE = 16  # questions per place that may wait for their turn
TRIAL: Schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"], "additionalProperties": False}


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the server showed."""

    reachable: bool
    models: tuple[str, ...] = ()
    model: str | None = None  # the one that is asked
    latency: float | None = None  # seconds of a small completion
    structured: str | None = None  # how the server takes a JSON Schema: a name of FORMS
    problem: str | None = None  # completes "the language model …"


def connect(settings: ModelSettings, *, trust_ca: Path | None = None) -> "Client | None":
    """The client of the configured server, None where none is configured; raises SettingsError for an unusable key."""
    return Client(settings, trust_ca=trust_ca) if settings.url else None


class Client:
    """An `Llm`: one server; one per process. It may be asked concurrently."""

    def __init__(
        self,
        settings: ModelSettings,
        *,
        trust_ca: Path | None = None,
        lookup: Lookup = system_lookup,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._exchange = Exchange(
            settings.url or "",
            load_key(settings),
            ServerNetwork(remote=settings.remote, lookup=lookup),
            connect_seconds=settings.connect_timeout / 1000,
            connections=settings.concurrency,
            trust_ca=trust_ca,
        )
        self._budget = Budget(settings.calls_per_minute, settings.tokens_per_minute, clock)
        self._breaker = Breaker(settings.failures, settings.pause / 1000, clock)
        self._metrics = Metrics()
        self._turns = asyncio.Semaphore(settings.concurrency)
        self._waiting = 0
        self._form = 0  # index of FORMS; what the server refused is not tried again
        self._form_works = False
        self._name = settings.name

    async def complete(
        self, messages: Sequence[Message], *, schema: Schema | None = None, max_tokens: int = 512, deadline: float | None = None
    ) -> str:
        """As `Llm.complete`."""
        longest = self._settings.timeout / 1000
        end = asyncio.get_running_loop().time() + min(longest if deadline is None else deadline, longest)
        try:
            async with self._turn(end):
                with self._breaker.attempt():
                    return await _until(end, self._answer(messages, schema, max_tokens))
        except LlmError as error:
            self._metrics.failures[error.kind] += 1
            raise

    async def models(self) -> tuple[str, ...]:
        """The names that the server lists; raises LlmError."""
        end = asyncio.get_running_loop().time() + self._settings.timeout / 1000
        return await _until(end, self._listed())

    async def health(self) -> Health:
        """Look at the server: its models, and one small question with a schema. Raises nothing that is the server's fault."""
        try:
            models = await self.models()
        except LlmError as error:
            return Health(reachable=False, problem=error.reason)
        started = time.perf_counter()
        messages = [Message("user", 'Answer with the JSON object {"ok": true} and nothing else.')]
        try:
            await self.complete(messages, schema=TRIAL, max_tokens=32)
        except LlmError as error:
            return Health(reachable=True, models=models, model=self._name, problem=error.reason)
        latency = time.perf_counter() - started
        return Health(reachable=True, models=models, model=self._name, latency=latency, structured=FORMS[self._form][0])

    def metrics(self) -> Snapshot:
        """The numbers since the start."""
        return self._metrics.snapshot()

    @property
    def circuit(self) -> str:
        """ "closed", "open" or "half open"."""
        return self._breaker.state

    async def close(self) -> None:
        """Close the connections."""
        await self._exchange.close()

    @asynccontextmanager
    async def _turn(self, end: float) -> AsyncIterator[None]:
        """One of `concurrency` places; waiting for it counts against the deadline and says nothing about the server."""
        if self._waiting >= self._settings.concurrency * QUEUE:
            raise LlmUnavailableError("has too many questions waiting", "queue")
        self._waiting += 1
        try:
            async with asyncio.timeout_at(end):
                await self._turns.acquire()
        except TimeoutError:
            raise LlmUnavailableError("had no turn free in time", "queue") from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turns.release()

    async def _answer(self, messages: Sequence[Message], schema: Schema | None, max_tokens: int) -> str:
        """Ask in the strictest form that the server takes."""
        if self._name is None:
            self._name = next(iter(await self._listed()), None)
        if self._name is None:
            raise LlmUnavailableError("has a server without a model; set model.name", "status")
        tokens = estimated(messages) + max_tokens
        last = len(FORMS) - 1
        for form in range(self._form, last) if schema else ():
            body = question(self._name, messages, schema, form, max_tokens)
            try:
                text = await self._asked(body, tokens, form_works=self._form_works)
            except FormRefusedError:
                continue
            self._form, self._form_works = form, True
            return text
        text = await self._asked(question(self._name, messages, schema, last, max_tokens), tokens, form_works=True)
        self._form = last if schema else self._form
        return text

    async def _asked(self, body: Json, tokens: int, *, form_works: bool) -> str:
        """Ask; once more after a fault that may pass. A server that fails inside may do so because of a form it never took."""
        try:
            return await self._once(body, tokens)
        except PassingFaultError as error:
            if isinstance(error, FailedError) and not form_works:
                raise FormRefusedError(error.reason, error.kind) from None
            self._metrics.retries += 1
            await asyncio.sleep(BEFORE_RETRY)
            return await self._once(body, tokens)

    async def _once(self, body: Json, tokens: int) -> str:
        self._budget.take(tokens)
        self._metrics.calls += 1
        started = time.perf_counter()
        answer = completion(await self._exchange.send("POST", "/chat/completions", body))
        out = len(answer.text) // 3 if answer.tokens_out is None else answer.tokens_out
        into = max(tokens - out, 0) if answer.tokens_in is None else answer.tokens_in
        self._metrics.answered(time.perf_counter() - started, into, out)
        self._budget.correct(into + out - tokens)
        return answer.text

    async def _listed(self) -> tuple[str, ...]:
        return listed(await self._exchange.send("GET", "/models"))


async def _until[Got](end: float, work: Coroutine[object, object, Got]) -> Got:
    """What `work` gives, if it does before `end` on the loop's clock."""
    try:
        async with asyncio.timeout_at(end):
            return await work
    except TimeoutError:
        raise LlmUnavailableError("did not answer in time", "timeout") from None
