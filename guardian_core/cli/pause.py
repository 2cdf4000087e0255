"""`guardian pause` and `guardian resume`: everything passes for a while."""

import re
from datetime import UTC, datetime

import click

from guardian_core.cli.shell import FailedError, config_option, json_option, lenient_config_option, print_json, say
from guardian_core.pause import LONGEST
from guardian_core.pause import pause as begin
from guardian_core.pause import resume as end
from guardian_core.settings import Settings

SECONDS = {"s": 1, "m": 60, "h": 3_600}


def span(_context: click.Context | None, _parameter: click.Parameter | None, text: str) -> float:
    """Seconds for "90s", "10m", "1h".

    >>> span(None, None, "10m")
    600.0
    """
    found = re.fullmatch(r"(\d{1,5}(?:\.\d+)?)\s*([smh])", text.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if not 0 < seconds <= LONGEST:
        message = f"{text!r} is no time up to 24 hours: write 90s, 10m or 1h"
        raise click.BadParameter(message)
    return seconds


@click.command()
@click.option("--for", "seconds", callback=span, default="10m", show_default=True, metavar="TIME", help="How long: 90s, 10m, 1h.")
@config_option
@json_option
def pause(seconds: float, settings: Settings, *, as_json: bool) -> None:
    """Let everything pass for a while, unchanged and unread; the journal records it as paused. It ends by itself.

    The running proxy takes it up with the next request. An administrator can forbid it ([control] pause = false).

    \b
    Examples:
      guardian pause
      guardian pause --for 1h
      guardian resume
    """
    if not (settings.control.pause and settings.control.overrides):
        message = "the configuration forbids to pause ([control] pause, overrides); ask whoever looks after it"
        raise FailedError(message)
    try:
        until = begin(settings.home, seconds)
    except OSError as error:
        raise _unwritable(error, settings) from None
    if as_json:
        print_json({"paused": True, "until": datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds")})
    else:
        clock = datetime.fromtimestamp(until).astimezone().strftime("%H:%M:%S")
        say(f"paused until {clock}: requests pass unchanged and unread\nguardian resume ends it before")


@click.command()
@lenient_config_option
@json_option
def resume(settings: Settings, *, as_json: bool) -> None:
    """End a pause: the next request is weighed again.

    \b
    Examples:
      guardian resume
      guardian resume --json
    """
    try:
        was = end(settings.home)
    except OSError as error:
        raise _unwritable(error, settings) from None
    if as_json:
        print_json({"paused": False, "was_paused": was})
    else:
        say("requests are weighed again" if was else "nothing was paused")


def _unwritable(error: OSError, settings: Settings) -> FailedError:
    return FailedError(f"{settings.home} cannot be written: {error.strerror or type(error).__name__}")
