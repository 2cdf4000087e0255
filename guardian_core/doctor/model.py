"""The language model, if one is configured: does its server answer a small question."""

import asyncio

from guardian_core.doctor.check import Check
from guardian_core.errors import GuardianError
from guardian_core.llm import connect
from guardian_core.llm.client import Health
from guardian_core.llm.engine import installed
from guardian_core.llm.installing import model_file
from guardian_core.settings import Settings


def model(settings: Settings) -> Check:
    """Without one, rules and the classifier decide; one that does not answer costs every doubtful request its wait."""
    try:
        client = connect(settings.model, trust_ca=settings.proxy.trust_ca)
    except GuardianError as error:
        return Check("language model", "problem", str(error), "guardian llm status")
    if client is None:
        return Check("language model", "skipped", "none is configured; rules and the classifier decide")

    async def ask() -> Health:
        try:
            return await client.health()
        finally:
            await client.close()

    found = asyncio.run(ask())
    if found.problem is None:
        return Check("language model", "ok", f"{settings.model.url} answers")
    ours = not found.reachable and not settings.model.remote and installed() and model_file(settings.model, settings.home).exists()
    remedy = "guardian llm serve" if ours else "guardian llm status"
    return Check("language model", "problem", f"the language model {found.problem}", remedy)
