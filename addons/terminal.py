"""Take log records, print each as one line on the terminal: aligned and coloured for a decision, as it is for anything else.

No raw values: a decision's line is made of the words of its outcome, and tracebacks, which may quote a request, are left out. What
a policy or a host's name holds steers no terminal.
"""

import logging
import os
import shutil
import sys
import time
from typing import NamedTuple, TextIO

from guardian_addons import notes

from guardian_core.printable import printable
from guardian_core.vocabulary import Outcome, Verdict

COLOURS: dict[str, str] = {"allow": "32", "transform": "33", "deny": "1;31", "unchecked": "1;35"}  # SGR numbers of ECMA-48
DECISION, RISK, METHOD, HOST = 14, 4, 7, 30  # widths of the columns
NARROWEST = 60  # of a terminal that says it is narrower, lines are left to wrap


class Row(NamedTuple):
    """One decision, in words that hold nothing of the request but its method and host."""

    kind: str  # a key of COLOURS
    decision: str  # "transform L2"; in parentheses where it was not carried out
    risk: str
    method: str
    host: str
    what: str  # "advertising: Email · because …"


def row(outcome: Outcome, *, observe: bool) -> Row:
    """The line of one outcome, in its parts."""
    decision, request = outcome.decision, outcome.reading.request
    word = decision.verdict.value + (f" L{int(decision.level)}" if decision.level else "")
    unchecked = "not inspected" in outcome.degraded
    return Row(
        kind="unchecked" if unchecked and decision.verdict is Verdict.DENY else decision.verdict.value,
        decision=f"({word})" if observe and decision.verdict is not Verdict.ALLOW else word,
        risk=notes.short(outcome.risk) if outcome.risk else "",
        method=request.method,
        host=request.host if request.port in {80, 443} else f"{request.host}:{request.port}",
        what=notes.what(outcome),
    )


def aligned(parts: Row) -> str:
    """The parts under those of the line before.

    >>> aligned(Row("deny", "deny", ".91", "POST", "peoplebase.test", "data_broker: SSN"))
    'deny           .91  POST    peoplebase.test                data_broker: SSN'
    """
    cells = ((parts.decision, DECISION), (parts.risk, RISK), (parts.method, METHOD), (parts.host, HOST))
    line = " ".join(_cut(one_line(text), width).ljust(width) for text, width in cells)
    return f"{line} {one_line(parts.what)}".rstrip()


def one_line(text: str) -> str:
    """`text` on one line, with nothing in it that steers."""
    return printable(" ".join(text.split()))


def _cut(text: str, width: int) -> str:
    """The end of a host's name says whose it is."""
    return text if len(text) <= width else f"…{text[1 - width :]}"


def is_coloured(stream: TextIO) -> bool:
    """Whether colours are wanted there: a terminal that knows them, and no NO_COLOR (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Terminal(logging.Handler):
    """Prints; one per logger, with the level from which on it is heard."""

    def __init__(self, level: int, stream: TextIO | None = None) -> None:
        """`stream`: standard output, as it is at the time, where none is given."""
        super().__init__(level)
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        """Print one line, at once even into a pipe."""
        stream = self._stream or sys.stdout
        is_terminal = stream.isatty()
        parts: Row | None = getattr(record, "row", None)
        text = aligned(parts) if parts else printable(record.getMessage())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {text}"
        if is_terminal and parts:
            columns = shutil.get_terminal_size().columns
            line = f"{line[: columns - 1]}…" if NARROWEST <= columns < len(line) else line
        if is_terminal and parts and is_coloured(stream):
            line = f"\x1b[{COLOURS[parts.kind]}m{line}\x1b[0m"
        elif is_terminal and is_coloured(stream) and record.levelno >= logging.WARNING:
            line = f"\x1b[35m{line}\x1b[0m"
        coding = stream.encoding or "utf-8"
        stream.write(line.encode(coding, "backslashreplace").decode(coding) + "\n")
        stream.flush()


# Our decisions, the core's warnings, mitmproxy's errors. Its own log would repeat URLs with their queries and what WebSocket pings
# carry.
HEARD = {
    "guardian_addons": logging.INFO,
    "guardian_core": logging.WARNING,
    "policy_cache": logging.WARNING,
    "mitmproxy": logging.ERROR,
}
_attached: dict[str, Terminal] = {}


def attach(*, quiet: bool = False) -> None:
    """Print from now on; `quiet`: warnings and errors alone. A second call changes only how much."""
    for name, level in HEARD.items():
        handler = _attached.setdefault(name, Terminal(level))
        handler.setLevel(max(level, logging.WARNING) if quiet else level)
        logging.getLogger(name).addHandler(handler)
