"""Whether it protects: findings, with one command for each problem. Nothing is changed, and nothing leaves this machine."""

import datetime
import time
from collections.abc import Iterator

from guardian_core.doctor import authority, listening, model, request, storage
from guardian_core.doctor.check import Check, verdict
from guardian_core.settings import Settings


def examine(settings: Settings) -> Iterator[Check]:
    """Every check, in the order in which one causes another."""
    now = time.time()
    yield storage.home(settings.home)
    yield storage.secrets(settings)
    yield from storage.clock(settings, now)
    yield from authority.authority(settings.home, datetime.datetime.fromtimestamp(now, datetime.UTC))
    found, listens = listening.proxy(settings)
    yield listens
    yield listening.web_port(settings)
    yield listening.desktop(settings.home, found)
    yield from listening.environment(found)
    yield storage.journal(settings)
    yield storage.policies(settings)
    if found is not None:
        yield from request.checks(settings, found)
    elif (pause := request.paused(settings)) is not None:
        yield pause
    yield model.model(settings)
    yield from authority.trusting(settings.home)


__all__ = ["Check", "examine", "verdict"]
