"""What tests of the evaluation ask a scripted server with."""

from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.llm import Client
from guardian_core.model_settings import ModelSettings


def asked(url, out, parallel=1):
    """A model that remembers in `out`, if there is one."""
    client = Client(ModelSettings(url=url, calls_per_minute=100_000, tokens_per_minute=100_000_000, concurrency=parallel))
    return Remembered(client, out / "calls.jsonl" if out else None)
