"""Take mitmproxy's loader and what the user typed with --set, declare our options, say every mistake in one line.

mitmproxy by itself drops a script without a word when one of its options has a bad value, and ignores an option that nobody knows:
the proxy would then run without us, or without the user's settings.
"""

import difflib
import logging

from guardian_addons import untyped
from mitmproxy import exceptions
from mitmproxy.addonmanager import Loader
from mitmproxy.optmanager import OptManager

OPTIONS: tuple[tuple[str, type, str | bool, str], ...] = (
    # Thresholds live in the TOML file, for options cannot be floats.
    ("guardian_config", str, "", "Path of GuardianAgent's configuration, a TOML file."),
    ("guardian_observe", bool, False, "Decide and record, but change nothing."),
)
PREFIX = "guardian"

# Libraries that log the addresses they fetch, or quote what a client sent (mitmproxy.proxy.server: "Bad HTTP request line: …").
TALKATIVE = ("httpx", "httpcore", "mitmproxy.proxy.server", "tornado.access")

logger = logging.getLogger("guardian_addons")


def declare(loader: Loader, options: OptManager) -> None:
    """Add the options; each mistake is logged as an error, which makes mitmproxy stop its start."""
    for name, kind, default, meaning in OPTIONS:
        loader.add_option(name, kind, default, meaning)
    try:
        options.process_deferred()
    except (exceptions.OptionsError, TypeError) as error:
        logger.error("--set: %s", error)  # noqa: TRY400 - one clear line
    for mistyped in sorted(name for name in options.deferred if name.startswith(PREFIX) and name not in options):
        logger.error("--set %s: %s", mistyped, advice(mistyped))


def advice(mistyped: str) -> str:
    """What an unknown option was probably meant to be.

    >>> advice("guardian_confg")
    'unknown option; did you mean guardian_config?'
    """
    known = [name for name, *_ in OPTIONS]
    near = difflib.get_close_matches(mistyped, known, 1)
    return f"unknown option; did you mean {near[0]}?" if near else f"unknown option; known: {', '.join(known)}"


def quieten() -> None:
    """Keep what others log about addresses and requests out of every log, mitmweb's included."""
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def show_comments(options: OptManager) -> None:
    """Give mitmweb's list of flows a column for the decisions, unless the user chose columns."""
    if "web_columns" not in options or untyped.is_chosen(options, "web_columns"):
        return
    columns = [name for name in options.web_columns if name != "comment"]
    after = columns.index("path") + 1 if "path" in columns else len(columns)
    options.web_columns = [*columns[:after], "comment", *columns[after:]]
