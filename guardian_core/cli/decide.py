"""`guardian decide`: one request explained, nothing sent."""

import asyncio
from collections.abc import Sequence

import click

from guardian_core.cli.request import build
from guardian_core.cli.shell import config_option, json_option, print_json, read_source, say
from guardian_core.settings import Settings
from guardian_core.vocabulary import Outcome, Request


@click.command(no_args_is_help=True)
@click.option("--url", required=True, metavar="U", help="Where the request goes.")
@click.option("--method", metavar="M", help="GET, POST, …; by default POST with a body, else GET.")
@click.option("--header", "headers", multiple=True, metavar="H", help="A header as 'Name: value'; may be repeated.")
@click.option("--body", "source", metavar="FILE", help="A file with the body, or - for standard input.")
@click.option("--reveal", is_flag=True, help="Print raw values: what was found, and the original body where it is allowed.")
@click.option("--wait", type=click.FloatRange(0, 3_600), metavar="SECONDS", help="For the language model; by default model.wait.")
@click.option("--offline", is_flag=True, help="Send nothing at all: only policies already stored are weighed.")
@config_option
@json_option
def decide(
    url: str,
    method: str | None,
    headers: Sequence[str],
    source: str | None,
    settings: Settings,
    *,
    wait: float | None,
    reveal: bool,
    offline: bool,
    as_json: bool,
) -> None:
    """Explain what the proxy would do with one request. The request is not sent; only the destination's policy may be fetched.

    Without a Content-Type header the body's type is found by looking at it. Headers such as Origin, Referer and Sec-Fetch-Site
    tell who sends it and so who receives it.

    Without --reveal no raw value is printed: each is named by a keyed digest (the same value has the same digest on this machine
    only), and the body is left out (null) where the original would leave with personal data in it. It is also left out where
    nothing would leave (deny). A rewritten body is printed, with # for values that were allowed to stay in it. An item whose
    `after` is null stays as it is. Likelihood and risk are null where nothing personal was found.

    `degraded` says what was served by less than asked for, such as a likelihood without the language model: a request waits for
    it only briefly (model.wait); with --wait this command waits longer.

    \b
    Examples:
      guardian decide --url https://ads.example/collect --body form.json
      echo 'email=ann@shop.example' | guardian decide --url https://shop.example/join --body - \\
          --header 'Content-Type: application/x-www-form-urlencoded' --header 'Origin: https://shop.example' --json
    """
    from guardian_core.audit import load_key
    from guardian_core.cli.explain import as_object, as_text

    request = build(url, method, headers, read_source(source, "--body"))
    if wait is not None:
        settings = settings.model_copy(update={"model": settings.model.model_copy(update={"wait": round(wait * 1000)})})
    outcome = asyncio.run(_handle(settings, request, offline=offline))
    key = load_key(settings.home)
    if as_json:
        print_json(as_object(outcome, key=key, reveal=reveal))
    else:
        say(as_text(outcome, key=key, reveal=reveal))


async def _handle(settings: Settings, request: Request, *, offline: bool) -> Outcome:
    from guardian_core.cli.offline import stored_policies
    from guardian_core.guardian import Guardian

    guardian = Guardian(settings, policies=stored_policies(settings) if offline else None, rehearsal=True)
    try:
        return await guardian.handle(request)
    finally:
        await guardian.close()
