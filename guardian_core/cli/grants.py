"""`guardian grants`: what a person decided against the score; the same store as the control page's."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from guardian_core.addresses import host as spelled
from guardian_core.cli.shell import FAILED, FailedError, config_option, json_option, lenient_config_option, print_json, say, table
from guardian_core.cli.words import words
from guardian_core.settings import Settings
from guardian_core.vocabulary import Category

if TYPE_CHECKING:
    from guardian_core.grants import Grant, Grants, Kind, Scope

BY = "command line"
SECONDS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


@contextmanager
def _store(settings: Settings) -> "Iterator[Grants]":
    from guardian_core.grants import Grants
    from guardian_core.overrides import store

    grants = Grants(store(settings), retention_days=settings.audit.retention_days)
    try:
        yield grants
    finally:
        grants.close()


def duration(_context: click.Context | None, _parameter: click.Parameter | None, text: str) -> str:
    """ "once", "always", or a span such as 30m, 1h, 7d."""
    if text not in {"once", "always"} and not re.fullmatch(r"\d{1,4}[mhdw]", text):
        message = f"{text!r} is neither once, always nor a span such as 30m, 1h, 7d"
        raise click.BadParameter(message)
    return text


def name(_context: click.Context | None, _parameter: click.Parameter | None, text: str | None) -> str | None:
    """A host in its one spelling; "program" and "hidden" stand for senders without a page."""
    if text is None or text in {"program", "hidden"}:
        return text
    try:
        return spelled(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def categories_(_context: click.Context | None, _parameter: click.Parameter | None, values: Sequence[str]) -> tuple[Category, ...]:
    """The categories that were named."""
    return tuple(sorted(words(Category, values)))


@click.group(no_args_is_help=True)
def grants() -> None:
    """See, make and undo what was decided against the score. It counts from the very next request on.

    \b
    Examples:
      guardian grants list
      guardian grants revoke 7
    """


@grants.command("list")
@click.option("--all", "everything", is_flag=True, help="Also what was used, undone or is over, and the record of it.")
@lenient_config_option
@json_option
def list_(settings: Settings, *, everything: bool, as_json: bool) -> None:
    """List the grants, newest first.

    \b
    Examples:
      guardian grants list
      guardian grants list --all --json
    """
    with _store(settings) as store:
        found = store.all() if everything else store.active()
        changes = store.changes() if everything else ()
    if as_json:
        record = {"changes": [{"at": _iso(one.at), "what": one.what, "by": one.by, "grant": one.grant} for one in changes]}
        print_json({"rows": [_row(one) for one in found]} | (record if everything else {}))
        return
    say(
        table([["id", "what", "from", "to", "data", "until", "by"], *map(_line, found)])
        if found
        else "no grants: the score decides"
    )
    if changes:
        say(
            "\n"
            + table(
                [
                    ["time (UTC)", "what", "by", "grant"],
                    *([_iso(one.at)[:19], one.what, one.by, f"{one.grant}: {one.text}"] for one in changes),
                ]
            )
        )


@grants.command()
@click.argument("ids", nargs=-1, required=True, type=click.IntRange(1), metavar="ID...")
@lenient_config_option
@json_option
def revoke(ids: Sequence[int], settings: Settings, *, as_json: bool) -> int:
    """Undo grants by their number. The exit status is 1 if none of them counted any more, or if there is no such grant.

    \b
    Example:
      guardian grants revoke 7
    """
    with _store(settings) as store:
        ended = [number for number in ids if store.end(number, "undone", by=BY)]
        unknown = [number for number in ids if store.get(number) is None]
    if as_json:
        print_json({"revoked": ended})
    elif ended or len(unknown) < len(ids):
        say(f"undone: {', '.join(map(str, ended)) or 'none of them counted any more'}")
    if unknown:
        numbers = ", ".join(map(str, unknown))
        click.echo(f"guardian: there is no such grant: {numbers} (guardian grants list --all shows them)", err=True)
    return 0 if ended and not unknown else FAILED


def _scope_options[Command: Callable[..., Any]](command: Command) -> Command:
    """What both `allow` and `deny` are told."""
    options = (
        click.argument("host", callback=name),
        click.option(
            "--site",
            callback=name,
            metavar="SITE",
            help='The site whose pages send it; "program": no page. By default HOST\'s own site.',
        ),
        click.option(
            "--category",
            "categories",
            multiple=True,
            required=True,
            callback=categories_,
            metavar="C",
            help="A category; may be repeated.",
        ),
        click.option(
            "--for",
            "span",
            default="1h",
            show_default=True,
            callback=duration,
            metavar="TIME",
            help="once, always, or 30m, 1h, 7d.",
        ),
        config_option,
        json_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@grants.command()
@_scope_options
@click.option("--anonymized", is_flag=True, help="Rewritten, where it would have been refused.")
def allow(
    host: str, site: str | None, categories: Sequence[Category], span: str, settings: Settings, *, anonymized: bool, as_json: bool
) -> None:
    """Let these categories go from a site to HOST; nothing else may be found in the request.

    \b
    Examples:
      guardian grants allow api.pay.example --site shop.example --category email --for once
      guardian grants allow api.llm.example --site program --category content --for always
    """
    from guardian_core.grants import Kind

    _make(Kind.ANONYMIZE if anonymized else Kind.ALLOW, _scope(host, site, categories), span, settings, as_json=as_json)


@grants.command()
@_scope_options
def deny(host: str, site: str | None, categories: Sequence[Category], span: str, settings: Settings, *, as_json: bool) -> None:
    """Never let these categories go from a site to HOST; one of them in the request is enough.

    \b
    Example:
      guardian grants deny ads.example --site shop.example --category email --for always
    """
    from guardian_core.grants import Kind

    _make(Kind.DENY, _scope(host, site, categories), span, settings, as_json=as_json)


def _scope(host: str, site: str | None, categories: Sequence[Category]) -> "Scope":
    from guardian_core.actions.domains import registrable
    from guardian_core.grants import Scope

    domain = registrable(host)
    sender = site if site in {"program", "hidden"} else registrable(site) if site else domain
    return Scope(sender, host, domain, frozenset(category.value for category in categories))


def _make(kind: "Kind", scope: "Scope", span: str, settings: Settings, *, as_json: bool) -> None:
    from guardian_core.overrides import refused

    why = refused(kind, scope, settings.control)
    if why:
        raise FailedError(why)
    seconds = None if span in {"once", "always"} else float(span[:-1]) * SECONDS[span[-1]]
    with _store(settings) as store:
        grant = store.make(kind, scope, by=BY, seconds=seconds, once=span == "once")
    if as_json:
        print_json(_row(grant))
    else:
        say(f"grant {grant.id}: it counts from the very next request on. Undo it: guardian grants revoke {grant.id}")


def _line(one: "Grant") -> list[str]:
    row = _row(one)
    data = ", ".join(sorted(one.subjects)) or "everything, also to itself"
    until = f"({one.ended})" if one.ended else str(row["expires_at"] or "it is undone")
    how = f"{one.kind} once" if one.once else one.kind.value
    return [str(one.id), how, one.site, one.host, data, until, one.by]


def _row(one: "Grant") -> dict[str, object]:
    until = _iso(one.expires_at) if one.expires_at is not None else None
    return {
        "id": one.id,
        "kind": one.kind.value,
        "site": one.site,
        "host": one.host,
        "categories": sorted(one.subjects),
        "once": one.once,
        "made_at": _iso(one.made_at),
        "expires_at": until,
        "by": one.by,
        "ended": one.ended,
    }


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
