"""The language model, if one is configured: does its server answer a small question."""

import asyncio

from guardian_core.doctor.check import Check
from guardian_core.errors import GuardianError
from guardian_core.llm import connect
from guardian_core.settings import Settings


def model(settings: Settings) -> Check:
    """Without one, rules and the classifier decide; one that does not answer costs every doubtful request its wait."""
    try:
        client = connect(settings.model, trust_ca=settings.proxy.trust_ca)
    except GuardianError as error:
        return Check("language model", "problem", str(error), "guardian llm status")
    if client is None:
        return Check("language model", "skipped", "none is configured; rules and the classifier decide")

    async def ask() -> str | None:
        try:
            return (await client.health()).problem
        finally:
            await client.close()

    problem = asyncio.run(ask())
    if problem is None:
        return Check("language model", "ok", f"{settings.model.url} answers")
    return Check("language model", "problem", f"the language model {problem}", "guardian llm status")
