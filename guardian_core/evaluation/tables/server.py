"""The address of a language model's server in, the model with its answers kept, and its name, out."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from guardian_core.errors import SettingsError
from guardian_core.evaluation.anonymization import background
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.llm import Client
from guardian_core.model_settings import ModelSettings

LIMITS = {"timeout": 3_600_000, "calls_per_minute": 100_000, "tokens_per_minute": 100_000_000}  # nobody waits, nobody else asks


REMEMBERED = "remembered:"


def kept_in(out: Path | None, name: str) -> Path | None:
    """The file of the answers of the model `name`."""
    return out / f"calls-{hashlib.sha256(name.encode()).hexdigest()[:8]}.jsonl" if out else None


@contextmanager
def opened(url: str, out: Path | None, parallel: int = 1) -> Iterator[tuple[Remembered, str]]:
    """The model behind `url` and its name, until the `with` statement ends; "remembered:NAME" is what that model once answered.

    Its answers are kept in a file of `out` of its own, for another model answers otherwise. It gets up to `parallel` questions at a
    time.

    Raises:
        SettingsError: no usable address, or nothing answers there.
        DataError: the file of answers is of another form.
    """
    if url.startswith(REMEMBERED):
        name = url.removeprefix(REMEMBERED)
        kept = kept_in(out, name)
        if kept is None or not kept.exists():
            message = f"no answers of a model {name!r} are kept in {out or 'no folder (name --out)'}"
            raise SettingsError(message)
        yield Remembered(None, kept), name
        return
    try:
        settings = ModelSettings.model_validate({"url": url, "concurrency": parallel, **LIMITS})
    except ValidationError:
        message = f"no server's address: {url}; write one such as http://127.0.0.1:8765/v1, on this machine"
        raise SettingsError(message) from None
    client = Client(settings)
    try:
        health = background.run(client.health())
        if not health.reachable or health.problem:
            message = f"{url}: the language model {health.problem or 'does not answer'}"
            raise SettingsError(message)
        name = health.model or "model"
        yield Remembered(client, kept_in(out, name)), name
    finally:
        background.run(client.close())
