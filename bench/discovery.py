"""How many policies are found and read: real policies of OPP-115 (GUARDIAN_DATA) in 200 made-up sites, and 60 sites that have none.

GUARDIAN_DATA=DIR python -m bench.discovery [sites]
"""

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import PolicyState
from policy_cache import PolicyCache
from tests.policy_cache.conftest import serving
from tests.policy_cache.sites import Site, corpus_segments, heard, with_policy, without_policy
from tests.policy_cache.world import cache_of

READ = 0.95  # of a policy's words


def policies(data: Path) -> list[list[str]]:
    files = sorted((data / "opp115" / "sanitized_policies").glob("*.html"))
    return [corpus_segments(file.read_text(encoding="utf-8", errors="replace")) for file in files]


async def outcome(cache: PolicyCache, site: Site) -> str:
    """How the lookup of one site ended: "read", or what went wrong."""
    summary = await cache.fetch(site.host)
    document = await asyncio.to_thread(cache.show, site.host)
    if site.policy is None:
        return "refused" if document is None and summary and summary.state is not PolicyState.KNOWN else "WRONGLY ACCEPTED"
    if summary is None or document is None:
        return f"not found ({summary.reason if summary else 'no lookup'})"
    if document.url != site.policy and document.url is not None and not site.policy.endswith(document.url.partition(".test")[2]):
        return f"another page ({document.url})"
    part = heard(site.text, [f"{' '.join(statement.heading)} {statement.text}" for statement in document.statements])
    furniture = any("newsletter" in statement.text and "Join our" in statement.text for statement in document.statements)
    return "read" if part >= READ and not furniture else f"read in part ({part:.0%})"


async def run(sites: list[Site]) -> list[tuple[Site, str]]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as world:
        for site in sites:
            site.serve(world)
        cache = cache_of(world, Path(folder), PolicySettings(fetch_timeout=60_000))
        try:
            return list(zip(sites, await asyncio.gather(*(outcome(cache, site) for site in sites)), strict=True))
        finally:
            await cache.close()


def main(count: int = 200) -> int:
    own = policies(Path(os.environ["GUARDIAN_DATA"]))
    sites = [with_policy(n, own[n % len(own)]) for n in range(count)] + [without_policy(n) for n in range(3 * count // 10)]
    started = time.perf_counter()
    ended = asyncio.run(run(sites))
    took = time.perf_counter() - started
    table: dict[tuple[bool, str], Counter[str]] = {}
    for site, result in ended:
        table.setdefault((site.policy is None, site.kind), Counter())[result] += 1
    for (_, kind), results in sorted(table.items()):
        print(f"{kind:20} {', '.join(f'{number} {result}' for result, number in results.most_common())}")
    found = sum(result == "read" for site, result in ended if site.policy)
    accepted = sum(result != "refused" for site, result in ended if not site.policy)
    print(f"\nfound and read: {found} of {count} ({found / count:.1%}) in {took:.0f} s")
    print(f"wrongly accepted: {accepted} of {len(sites) - count}")
    return int(found < 0.95 * count or accepted > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
