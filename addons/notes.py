"""Take an outcome, give what mitmweb and the terminal show of it: a comment, a line, a mark. No raw values."""

from collections.abc import Sequence

from guardian_addons.facts import categories

from guardian_core.printable import printable
from guardian_core.vocabulary import Outcome, Risk, Verdict

# Signs that every font has: mitmweb and the terminal show an empty box for most emoji where no emoji font is installed.
MARKS: dict[Verdict, str] = {
    Verdict.ALLOW: ":heavy_check_mark:",
    Verdict.TRANSFORM: ":pencil2:",
    Verdict.DENY: ":heavy_multiplication_x:",
}
UNMARKED = ":warning:"  # could not be checked
OBSERVING = "observe mode: every request is decided about and recorded, and nothing is changed or refused"


def summary(outcome: Outcome, *, observe: bool = False) -> str:
    """What one looks for in a list: ``transform L1 R .43 · advertising: Email``."""
    decision = outcome.decision
    word = decision.verdict + (f" L{int(decision.level)}" if decision.level else "")
    first = f"would have been: {word}" if observe and decision.verdict is not Verdict.ALLOW else word
    if outcome.risk:
        first += f" R {short(outcome.risk)}"  # mitmweb's column shows about eighteen characters
    return _flat(" · ".join((first, *_weighed(outcome))))


def _weighed(outcome: Outcome) -> list[str]:
    """Who gets what, and whether that is the last word."""
    weighed = ", ".join(sorted(outcome.action.recipients)) if outcome.action else ""
    held = ", ".join(sorted(categories(outcome)))
    parts = [": ".join(part for part in (weighed, held) if part)] if weighed or held else []
    return [*parts, "provisional"] if outcome.decision.provisional else parts


def comment(outcome: Outcome, *, observe: bool = False) -> str:
    """The summary, then a line for each reason and for each thing that was served by less than asked for.

    mitmweb shows the lines as one paragraph: the points between them keep them apart there, too.
    """
    reasons = [f"because {_flat(reason)}" for reason in outcome.decision.reasons]
    less = [f"less than asked for: {_flat(text)}" for text in outcome.degraded]
    return "\n· ".join((summary(outcome, observe=observe), *reasons, *less))


def line(outcome: Outcome, *, observe: bool = False) -> str:
    """The same in one line, for a log: ``transform L1 R .43 · advertising: Email · because …``."""
    return summary(outcome, observe=observe) + "".join(f" · {part}" for part in _because(outcome.decision.reasons))


def what(outcome: Outcome) -> str:
    """The line without what columns say already: ``advertising: Email · because …``."""
    said = tuple(reason for reason in outcome.decision.reasons if not _in_columns(reason, outcome))
    return " · ".join((*_weighed(outcome), *_because(said)))


def _in_columns(reason: str, outcome: Outcome) -> bool:
    """Whether a reason only says who receives what, or what the risk is made of."""
    action = outcome.action
    weighed = f"{', '.join(sorted(action.categories))} to {action.destination} " if action else "\0"
    return reason.startswith((weighed, "risk ")) and outcome.risk is not None


def _because(reasons: Sequence[str]) -> list[str]:
    return [f"because {'; '.join(map(_flat, reasons))}"] if reasons else []


def with_frame(written: str, frame: str) -> str:
    """The comment of a WebSocket with what was last decided about one of its frames; the handshake's reasons stay."""
    return written.split(LAST_FRAME, 1)[0] + LAST_FRAME + _flat(frame)


LAST_FRAME = "\n· last frame: "


def _flat(text: str) -> str:
    """On one line, and nothing in it that steers a terminal: reasons quote policies and models."""
    return printable(" ".join(text.split()))


def short(risk: Risk) -> str:
    """R as the comment shows it: two decimals, without a leading zero.

    >>> from guardian_core.vocabulary import Tier
    >>> short(Risk(R=0.4312, S_d=1, S_eff=1, M_tr=1, M_p=1, M_b=1, M_T=1, L=1, tier=Tier.HIGH))
    '.43'
    """
    return f"{risk.R:.2f}".removeprefix("0")
