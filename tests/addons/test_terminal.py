"""The live view: one aligned line a flow, colours on a terminal only, nothing that steers it."""

import io
import logging
import os
import pty

import pytest
from guardian_addons import terminal
from guardian_addons.terminal import Row, Terminal, aligned, row

from guardian_core.vocabulary import Decision, Level, Outcome, Reading, Request, Risk, Tier, Verdict

SECRET = "dana.quill@example.test"
RISK = Risk(R=0.43, S_d=1, S_eff=1, M_tr=1, M_p=1, M_b=1, M_T=1, L=1, tier=Tier.HIGH)


def outcome(verdict=Verdict.TRANSFORM, level=Level.PARTIAL, *, host="ads.example.test", port=443, reason="a policy", **more):
    request = Request("POST", "https", host, port, f"/?{SECRET}", ((b"cookie", SECRET.encode()),), SECRET.encode())
    decision = Decision(verdict=verdict, level=level, reasons=(reason,))
    return Outcome(decision=decision, reading=Reading(request, (), b""), risk=RISK, **more)


def record(parts=None, message="said", level=logging.INFO):
    made = logging.LogRecord("guardian_addons", level, __file__, 1, "%s", (message,), None)
    if parts:
        made.row = parts
    return made


def printed(*records, stream=None):
    stream = stream or io.StringIO()
    handler = Terminal(logging.INFO, stream)
    for one in records:
        handler.emit(one)
    return stream.getvalue()


def test_puts_the_columns_under_each_other():
    lines = [aligned(row(outcome(*case, host=host), observe=False)) for case, host in CASES]
    assert lines == [
        "transform L1   .43  POST    ads.example.test               because a policy",
        "deny           .43  POST    …x.very-long.subdomain.of.some because a policy",
    ]


CASES = (
    ((Verdict.TRANSFORM, Level.PARTIAL), "ads.example.test"),
    ((Verdict.DENY, None), "xxxxxxxxxxxxxxxxxx.very-long.subdomain.of.some"),
)


def test_says_what_was_only_decided():
    assert row(outcome(), observe=True).decision == "(transform L1)"
    assert row(outcome(Verdict.ALLOW, None), observe=True).decision == "allow"


def test_tells_what_could_not_be_checked_from_what_was_refused():
    assert row(outcome(Verdict.DENY, None, degraded=("not inspected",)), observe=False).kind == "unchecked"
    assert {row(outcome(verdict, None), observe=False).kind for verdict in Verdict} <= set(terminal.COLOURS)


def test_shows_a_port_that_is_unusual():
    assert row(outcome(port=8443), observe=False).host == "ads.example.test:8443"


def test_shows_nothing_of_the_request_but_method_and_host():
    assert SECRET not in printed(record(row(outcome(), observe=False)))


@pytest.mark.parametrize("steering", ["\x1b[2J\x1b[1;1H", "\x9b31m", "\x1b]0;owned\x07", "\u202eltr", "\r\n00:00:00 allow", "\x00"])
@pytest.mark.parametrize("where", ["reason", "host", "message"])
def test_is_steered_by_nothing(steering, where):
    made = {
        "reason": lambda: record(row(outcome(reason=f"it says {steering}x"), observe=False)),
        "host": lambda: record(row(outcome(host=f"a{steering}b"), observe=False)),
        "message": lambda: record(message=f"it says {steering.strip()}x"),
    }[where]()
    said = printed(made)
    assert said.count("\n") == 1
    assert not set(said[:-1]) & {"\x1b", "\x9b", "\x07", "\u202e", "\r", "\x00"}


def test_keeps_colours_out_of_pipes():
    assert "\x1b" not in printed(record(row(outcome(), observe=False)), record(message="careful", level=logging.WARNING))


@pytest.fixture
def on_a_terminal(monkeypatch):
    """What a handler prints on a real terminal of 80 columns."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")

    def show(*records):
        ours, theirs = pty.openpty()
        with os.fdopen(theirs, "w", encoding="utf-8") as stream:
            handler = Terminal(logging.INFO, stream)
            for one in records:
                handler.emit(one)
            said = os.read(ours, 65_536).decode()
        os.close(ours)
        return said

    return show


@pytest.mark.parametrize("kind", terminal.COLOURS)
def test_colours_a_line_by_its_decision(on_a_terminal, kind):
    said = on_a_terminal(record(Row(kind, "x", "", "GET", "a.test", "")))
    assert said.startswith(f"\x1b[{terminal.COLOURS[kind]}m")
    assert said.endswith("\x1b[0m\r\n")


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_respects_who_wants_no_colours(on_a_terminal, monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert "\x1b" not in on_a_terminal(record(row(outcome(), observe=False)))


def test_cuts_a_line_to_the_width_of_the_terminal(on_a_terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    said = on_a_terminal(record(row(outcome(reason="long " * 50), observe=False)))
    assert len(said.rstrip("\r\n")) == 80
    assert said.rstrip().endswith("…")


def test_writes_what_an_old_terminal_cannot_as_escapes():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    Terminal(logging.INFO, stream).emit(record(message="“yes”"))
    assert b"\\u201cyes\\u201d" in stream.buffer.getvalue()


def test_is_quiet_when_asked():
    before = {name: (logging.getLogger(name), logging.getLogger(name).handlers[:]) for name in terminal.HEARD}
    try:
        terminal.attach(quiet=True)
        levels = [terminal._attached[name].level for name in terminal.HEARD]
        assert min(levels) == logging.WARNING
        terminal.attach()
        assert [terminal._attached[name].level for name in terminal.HEARD] == list(terminal.HEARD.values())
    finally:
        for logger, handlers in before.values():
            logger.handlers[:] = handlers
