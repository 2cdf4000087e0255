"""`guardian policy warm`: the policies of many sites, read before anybody visits them."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import config_option, json_option, print_json, read_source, require_disk, say
from guardian_core.settings import Settings
from guardian_core.vocabulary import PolicyState

if TYPE_CHECKING:
    from policy_cache import PolicyCache, PolicySummary


def domains_in(text: str) -> list[str]:
    """The domains of a list, one a line, each once; of a table such as "1,shop.example" the last column, of an address its host.

    Raises:
        click.BadParameter: a line that names no domain.

    >>> domains_in("# mine\\nshop.example\\n2,https://news.example/a\\nShop.Example.\\n")
    ['shop.example', 'news.example']
    """
    found: dict[str, None] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip().rpartition(",")[2].strip().strip('"')
        site = line.partition("://")[2].partition("/")[0] if "://" in line else line
        site = site.strip(".").lower()
        if not site:
            continue
        if any(letter in site for letter in "/ @?#:\t") or "." not in site:
            message = f"line {number}: {line[:60]!r} is not a domain: write shop.example"
            raise click.BadParameter(message, param_hint="FILE")
        found[site] = None
    return list(found)


@click.command()
@click.argument("file")
@click.option("--again", is_flag=True, help="Look up every domain, also those whose last lookup is still fresh.")
@click.option("--parallel", type=click.IntRange(1, 8), default=4, show_default=True, help="Lookups at a time.")
@config_option
@json_option
def warm(file: str, parallel: int, settings: Settings, *, again: bool, as_json: bool) -> int:
    """Look up the policy of every domain in FILE (or - for standard input), so that no first visit has to wait.

    FILE holds one domain a line; what follows a # is a comment. What is finished stays: after Ctrl-C the same command goes on where
    it was, for domains whose lookup is still fresh are skipped. The exit status is 0 when every domain was looked up.

    \b
    Examples:
      guardian policy warm domains.txt
      guardian policy list | awk '{print $1}' | tail -n +2 | guardian policy warm - --again
    """
    from policy_cache import PolicyCache

    domains = domains_in(read_source(file, "FILE").decode("utf-8-sig", "replace"))
    proxy = settings.proxy

    async def run() -> "list[PolicySummary]":
        cache = PolicyCache(
            settings.policy, home=settings.home, resolve=proxy.resolve, trust_ca=proxy.trust_ca, upstream=proxy.through()
        )
        try:
            require_disk(on_disk=cache.on_disk())
            left = [domain for domain in domains if again or not await cache.is_fresh(domain)]
            return await _look_up(cache, left, parallel)
        finally:
            await cache.close()

    _report(domains, asyncio.run(run()), as_json=as_json)
    return 0


async def _look_up(cache: "PolicyCache", domains: Sequence[str], parallel: int) -> "list[PolicySummary]":
    """Every lookup, a few at a time, with a bar on a terminal; the summaries as they came."""
    waiting = iter(domains)
    found: list[PolicySummary] = []
    with click.progressbar(length=len(domains), label="policies", file=sys.stderr, item_show_func=lambda site: site or "") as bar:

        async def work() -> None:
            for domain in waiting:
                summary = await cache.fetch(domain)
                if summary is not None:
                    found.append(summary)
                bar.update(1, domain)

        await asyncio.gather(*(work() for _ in range(parallel)))
    return found


def _report(domains: Sequence[str], found: "Iterable[PolicySummary]", *, as_json: bool) -> None:
    rows = list(found)
    counts = Counter(row.state for row in rows)
    numbers = {state.value: counts[state] for state in PolicyState}
    skipped = len(domains) - len(rows)
    if as_json:
        shown = [row.model_dump(include={"domain", "state", "reason", "url", "statements"}) for row in rows]
        print_json({"domains": len(domains), "skipped": skipped, **numbers, "rows": shown})
        return
    for row in rows:
        if row.state is not PolicyState.KNOWN:
            say(f"{row.domain}: {row.state} ({row.reason})")
    parts = [f"{count} {state}" for state, count in numbers.items()]
    say(f"{len(domains)} domains: {', '.join(parts)}, {skipped} still fresh")
