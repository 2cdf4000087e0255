"""`guardian policy`: the policies that destinations publish, as the proxy knows them."""

import asyncio
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import (
    FAILED,
    FailedError,
    config_option,
    json_option,
    print_json,
    read_source,
    require_disk,
    say,
    table,
)
from guardian_core.cli.sites import domain_argument, kind, published, site
from guardian_core.cli.statements import day, in_words, scored_row
from guardian_core.cli.warm import warm
from guardian_core.cli.words import word, words
from guardian_core.settings import Settings
from guardian_core.vocabulary import Act, Category, PolicyState, Purpose, Recipient

if TYPE_CHECKING:
    from policy_cache import PolicyCache, PolicySummary


def _open(settings: Settings) -> "PolicyCache":
    from policy_cache import PolicyCache

    proxy = settings.proxy
    return PolicyCache(
        settings.policy, home=settings.home, resolve=proxy.resolve, trust_ca=proxy.trust_ca, upstream=proxy.through()
    )


@contextmanager
def _cache(settings: Settings) -> "Iterator[PolicyCache]":
    cache = _open(settings)
    try:
        yield cache
    finally:
        asyncio.run(cache.close())


@click.group(no_args_is_help=True)
def policy() -> None:
    """See, fetch, import and forget the privacy policies that requests are weighed against.

    \b
    Examples:
      guardian policy fetch shop.example
      guardian policy search shop.example --category email --purpose marketing
    """


@policy.command("import")
@domain_argument
@click.argument("file")
@click.option("--url", callback=published, metavar="U", help="Where the document was published.")
@click.option(
    "--content-type",
    default="",
    callback=kind,
    metavar="T",
    help="text/html, text/plain or application/pdf; by default from the name.",
)
@config_option
@json_option
def import_(domain: str, file: str, url: str | None, content_type: str, settings: Settings, *, as_json: bool) -> None:
    """Take FILE (or - for standard input) as the policy of DOMAIN. It stays until it is fetched or imported again.

    FILE is a web page, a PDF, plain text, or a policy of the OPP-115 corpus (segments parted by |||).

    \b
    Examples:
      guardian policy import shop.example privacy.html --url https://shop.example/privacy
      guardian policy import shop.example privacy.pdf
      curl -s https://shop.example/privacy | guardian policy import shop.example - --content-type text/html
    """
    content = read_source(file, "FILE")
    with _cache(settings) as cache:
        require_disk(on_disk=cache.on_disk())
        document = cache.import_document(domain, content, url=url, content_type=content_type or mimetypes.guess_type(file)[0] or "")
    if as_json:
        print_json(document.model_dump(exclude={"statements"}) | {"statements": len(document.statements)})
    else:
        say(f"{domain}: {len(document.statements)} statements from {document.length} characters ({document.language})")


@policy.command()
@domain_argument
@config_option
@json_option
def fetch(domain: str, settings: Settings, *, as_json: bool) -> int:
    """Look for the policy of DOMAIN now, and wait for the end. The exit status is 0 only if one is known afterwards.

    The request carries nothing of yours: no cookies, no account, no personal data.

    \b
    Example:
      guardian policy fetch shop.example
    """

    async def look() -> "PolicySummary | None":
        cache = _open(settings)
        try:
            require_disk(on_disk=cache.on_disk())
            return await cache.fetch(domain)
        finally:
            await cache.close()

    known = asyncio.run(look())
    if as_json:
        print_json(known.model_dump() if known else {"domain": domain, "state": PolicyState.UNKNOWN, "reason": "the lookup failed"})
    elif known is None:
        say(f"{domain}: unknown (the lookup failed)")
    else:
        found = f"{known.statements} statements from {known.url}" if known.state is PolicyState.KNOWN else known.reason
        say(f"{domain}: {known.state} ({found})")
    return 0 if known and known.state is PolicyState.KNOWN else FAILED


@policy.command()
@domain_argument
@config_option
@json_option
def show(domain: str, settings: Settings, *, as_json: bool) -> int:
    """Print the policy of DOMAIN as it was understood: every statement with its annotations.

    \b
    Example:
      guardian policy show shop.example
    """
    with _cache(settings) as cache:
        document = cache.show(domain)
    if document is None:
        raise _unknown(domain)
    if as_json:
        print_json(document.model_dump())
        return 0
    whole = [name.replace("_", " ") for name in ("legal_basis", "rights", "retention") if getattr(document, name)]
    say(f"{document.title or domain}  {document.url or ''}")
    say(f"read {day(document.fetched_at)}, {document.length} characters; discloses: {', '.join(whole) or 'nothing of note'}\n")
    for statement in document.statements:
        say(in_words(statement))
    return 0


@policy.command()
@domain_argument
@click.argument("text", nargs=-1)
@click.option("--category", "categories", multiple=True, metavar="C", help="Data categories; a comma list or repeated.")
@click.option("--purpose", "purposes", multiple=True, metavar="P", help="Purposes; a comma list or repeated.")
@click.option("--recipient", "recipients", multiple=True, metavar="R", help="Recipients; a comma list or repeated.")
@click.option("--act", metavar="A", help="collection or sharing.")
@click.option("--limit", type=click.IntRange(1, 1_000), help="At most so many; by default as many as the proxy weighs (8).")
@config_option
@json_option
def search(  # noqa: PLR0917 - click passes the options by name
    domain: str,
    text: tuple[str, ...],
    categories: tuple[str, ...],
    purposes: tuple[str, ...],
    recipients: tuple[str, ...],
    act: str | None,
    limit: int | None,
    settings: Settings,
    *,
    as_json: bool,
) -> int:
    """Find what the policy of DOMAIN says about an action, best first, as the proxy does. TEXT adds words of your own.

    \b
    Examples:
      guardian policy search shop.example --category email,phone --purpose marketing
      guardian policy search shop.example newsletter --json
    """
    with _cache(settings) as cache:
        known = cache.show(domain) is not None
        found = cache.search(
            domain,
            categories=words(Category, categories),
            purposes=words(Purpose, purposes),
            recipients=words(Recipient, recipients),
            act=word(Act, act) if act is not None else None,
            text=" ".join(text),
            k=limit,
        )
    if not known:
        raise _unknown(domain)
    if as_json:
        print_json({"rows": [scored_row(scored) for scored in found]})
    elif found:
        for scored in found:
            say(f"{scored.score:.3f}  {in_words(scored.statement)}")
    else:
        say("nothing in it has to do with that")
    return 0


@policy.command()
@domain_argument
@config_option
@json_option
def diff(domain: str, settings: Settings, *, as_json: bool) -> int:
    """Show what the policy of DOMAIN says now that it did not say in the version before, and what it no longer says.

    A version is kept each time the text changed between two lookups or imports (the last five). A statement that only moved, or
    whose punctuation changed, is not shown.

    \b
    Example:
      guardian policy fetch shop.example && guardian policy diff shop.example
    """
    with _cache(settings) as cache:
        known = cache.show(domain) is not None
        change = cache.changes(domain)
    if not known:
        raise _unknown(domain)
    if as_json:
        print_json({"domain": domain, **(change.model_dump() if change else {"added": [], "removed": [], "before": None})})
    elif change is None:
        say(f"{domain}: one version is known, so nothing changed yet")
    else:
        days = f"{day(change.before.fetched_at)} and {day(change.after.fetched_at)}"
        say(f"{domain}, between {days}: {len(change.added)} added, {len(change.removed)} removed, {change.kept} kept\n")
        for sign, statements in (("-", change.removed), ("+", change.added)):
            for statement in statements:
                say(f"{sign} {in_words(statement)}")
    return 0


policy.add_command(warm)


@policy.command("list")
@config_option
@json_option
def list_(settings: Settings, *, as_json: bool) -> None:
    """List every domain whose policy was looked up or imported.

    \b
    Example:
      guardian policy list
    """
    with _cache(settings) as cache:
        known = cache.list()
    if as_json:
        print_json({"rows": [summary.model_dump() for summary in known]})
    elif known:
        lines = [[own.domain, own.state.value, str(own.statements), day(own.checked_at), own.url or own.reason] for own in known]
        say(table([["domain", "policy", "statements", "looked up", "where, or why not"], *lines]))
    else:
        say("no policy was looked up yet")


@policy.command()
@click.argument("domain", callback=site, required=False)
@click.option("--all", "everything", is_flag=True, help="Forget every domain: together they are a browsing history.")
@config_option
@json_option
def forget(domain: str | None, settings: Settings, *, everything: bool, as_json: bool) -> None:
    """Remove what is known of DOMAIN: its policy, its versions and its log.

    \b
    Examples:
      guardian policy forget shop.example
      guardian policy forget --all
    """
    if (domain is None) != everything:
        message = "name a domain, or say --all" if domain is None else "name a domain or say --all, not both"
        raise click.UsageError(message)
    with _cache(settings) as cache:
        require_disk(on_disk=cache.on_disk())
        count = cache.forget(domain)
    if domain and not count:
        message = f"nothing is known of {domain}: guardian policy list"
        raise FailedError(message)
    if as_json:
        print_json({"forgotten": count})
    else:
        say(f"{count} {'domain' if count == 1 else 'domains'} forgotten")


def _unknown(domain: str) -> FailedError:
    return FailedError(f"no policy of {domain} is known: guardian policy fetch {domain}")
