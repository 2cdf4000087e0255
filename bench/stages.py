"""Where our time goes: seconds per stage of `Guardian.handle`, then the functions that take most of it.

    python bench/stages.py [--requests N] [--top N] [--fresh]

The bodies are those of `guardian bench proxy`, each one different, in this process and without the wire; with `--fresh` each has a
name of a field, too, that none before had.
"""

import argparse
import asyncio
import collections
import cProfile
import pstats
import statistics
import tempfile
import time
from pathlib import Path

from guardian_core.evaluation.proxy import bodies
from guardian_core.evaluation.proxy_clients import BLANK, HOST, NUMBERS
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request

HEADERS = (
    (b"host", HOST.encode()), (b"origin", b"https://shop.willow.test"), (b"content-type", b"application/json"),
    (b"sec-fetch-mode", b"cors"), (b"sec-fetch-dest", b"empty"), (b"sec-fetch-site", b"cross-site"),
)  # fmt: skip


def requests(body: bytes, count: int, *, fresh: bool = False) -> list[Request]:
    """`count` requests whose bodies differ in one number, and where `fresh` in the name of a field."""
    bodies = [body.replace(BLANK, b"%08d" % next(NUMBERS)) for _ in range(count)]
    if fresh:
        bodies = [each.replace(b'"event"', b'"event_%d"' % next(NUMBERS), 1) for each in bodies]
    return [Request("POST", "https", HOST, 443, "/collect", HEADERS, each) for each in bodies]


async def handle(guardian: Guardian, batch: list[Request]) -> dict[str, list[float]]:
    """Seconds of each stage, and of the whole."""
    seconds: dict[str, list[float]] = collections.defaultdict(list)
    for request in batch:
        start = time.perf_counter()
        outcome = await guardian.handle(request)
        seconds["all"].append(time.perf_counter() - start)
        for stage, spent in outcome.timings:
            seconds[stage].append(spent)
    return seconds


async def main() -> None:
    """Print stages, then functions, for each body."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--top", type=int, default=14)
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        settings = {"home": Path(home), "policy": {"enabled": False}, "decision": {"domains": {HOST: {"recipient": "analytics"}}}}
        guardian = Guardian(Settings.model_validate(settings))
        for label, body in bodies().items():
            await handle(guardian, requests(body, 20))
            for stage, spent in (await handle(guardian, requests(body, options.requests, fresh=options.fresh))).items():
                cuts = statistics.quantiles(spent, n=20)
                print(f"{label:22s} {stage:20s} p50 {statistics.median(spent) * 1e3:7.2f} ms   p95 {cuts[18] * 1e3:7.2f} ms")
            batch = requests(body, options.requests, fresh=options.fresh)
            profile = cProfile.Profile()
            profile.enable()
            await handle(guardian, batch)
            profile.disable()
            pstats.Stats(profile).sort_stats("tottime").print_stats(options.top)
        await guardian.close()


if __name__ == "__main__":
    asyncio.run(main())
