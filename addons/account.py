"""Take what a flow keeps of a decision, and its content while that is in memory; give the account of it that a person reads.

Raw values come from the content alone, and only for a request that was rewritten: what was refused is shown nowhere in mitmproxy.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from guardian_addons.facts import place

from guardian_core.printable import printable
from guardian_core.risk.tables import BAND
from guardian_core.vocabulary import Edit, Outcome, Tier

MOST = 50  # changed texts that are shown
AROUND = 60  # characters shown on each side of a change
WIDTH = 74  # of a line
LEAD = re.compile(r" *(?:[·*] |(?:seen|before|after|who|for|how|host) +|(?:[RLSM]_?\w*) +\d\.\d+ +)?")  # what a line begins with
OPEN, CLOSE = "⟦", "⟧"
VERBS = {"allow": "SENT AS IT WAS", "transform": "REWRITTEN", "deny": "NOT SENT"}
OBSERVED = {"allow": "SENT AS IT WAS", "transform": "WOULD HAVE BEEN REWRITTEN", "deny": "WOULD NOT HAVE BEEN SENT"}
SOURCES = {
    "system1": "the trained classifier",
    "system2": "the language model",
    "prior": "what is usual of such requests",
    "floor": "the least that such a request can have",
}
POLICIES = {
    "known": "its privacy policy was weighed",
    "none": "it has no privacy policy that could be found",
    "unknown": "its privacy policy was not known in time",
}


def account(said: Mapping[str, Any], outcome: Outcome | None = None, *, page: str | None = None) -> str:
    """The whole account; `said`: the metadata of facts.py; `page`: where the flow stands on the control page."""
    parts = (
        _headline(said),
        _found(said),
        _changes(said, outcome, page),
        _receiver(said),
        _policy(said),
        _risk(said),
        _why(said),
    )
    return "\n\n".join("\n".join(line for long in part for line in _wrapped(long)) for part in parts if part) + "\n"


def _headline(said: Mapping[str, Any]) -> list[str]:
    verdict = str(said["verdict"])
    word = (OBSERVED if said["observed_only"] else VERBS).get(verdict, verdict)
    level = f" at level {said['level']} of 5" if said["level"] else ""
    risk = f", risk {said['risk']['R']:.2f}" if said["risk"] else ""
    open_end = " (provisional: the policy is still being read)" if said["provisional"] else ""
    return [f"{word}{level}{risk}{open_end}"]


def _found(said: Mapping[str, Any]) -> list[str]:
    rows = said.get("items") or []
    if not rows:
        return ["FOUND", "  nothing personal" if not said["categories"] else f"  {', '.join(said['categories'])}"]
    stays = {"allow": "", "transform": "stays", "deny": ""}[said["verdict"]]
    lines = []
    for row in rows:
        after = f"→ {row['after']}" if row["after"] is not None else stays
        lines.append((row["category"], row["where"], f"{row['length']} characters", f"by {row['by']}", after))
    return ["FOUND", *_aligned(lines)]


def _receiver(said: Mapping[str, Any]) -> list[str]:
    if not said["recipients"]:
        return ["GOES TO", f"  {said['destination']}"]
    owner = f" (of {said['owner']})" if said.get("owner") else ""
    lines = [
        ("host", f"{said['destination']}{owner}"),
        ("who", _words(said["recipients"])),
        ("for", _words(said["purposes"])),
        ("how", _words([said["basis"]]) + (f", by a page of {said['page']}" if said.get("page") else ", by a program")),
        *(("seen", signal) for signal in said.get("signals", ())),
    ]
    return ["GOES TO", *_aligned(lines)]


def _policy(said: Mapping[str, Any]) -> list[str]:
    if not said["policy"]:
        return []
    where = f": {said['policy_url']}" if said.get("policy_url") else ""
    lines = ["ITS POLICY", f"  {POLICIES.get(said['policy'], said['policy'])}{where}"]
    for statement in said.get("statements", ()):
        mark = "*" if statement["moved"] else " "
        lines.append(f" {mark} “{statement['text']}”{' (a denial)' if statement['denies'] else ''}")
    if any(statement["moved"] for statement in said.get("statements", ())):
        lines.append("  * moved the likelihood most")
    return lines


def _risk(said: Mapping[str, Any]) -> list[str]:
    risk = said["risk"]
    if not risk:
        return []
    allowed, denied = BAND[Tier(risk["tier"])]
    likely = said.get("likelihood_from") or {}
    source = SOURCES.get(likely.get("source", ""), likely.get("source", "unknown"))
    floor = f", never below {likely['floor']:.2f}" if likely else ""
    rows = (
        ("R", "L × S_eff × M_T, at most 1"),
        ("L", f"how likely it violates the policy, by {source}{floor}"),
        ("S_eff", "S_d × M_tr × M_p × M_b, at most 1"),
        ("S_d", f"how sensitive it is: {_words(said['categories'])}"),
        ("M_tr", f"who receives it: {_words(said['recipients'])}"),
        ("M_p", f"what for: {_words(said['purposes'])}"),
        ("M_b", f"how it came about: {_words([said['basis']])}"),
        ("M_T", "how open the policy is about it: 0.80 fully, 1.30 not at all"),
    )
    lines = [(name, f"{risk[name]:.3f}", what) for name, what in rows]
    return [f"RISK  tier {risk['tier']}: sent as it is below {allowed:.2f}, not sent from {denied:.2f} on", *_aligned(lines)]


def _changes(said: Mapping[str, Any], outcome: Outcome | None, page: str | None) -> list[str]:
    """Before and after of each text that was changed."""
    if said["verdict"] == "deny" and not said["observed_only"]:
        return ["CONTENT", "  what was refused is not kept here" + (f"; for some minutes it is on {page}" if page else "")]
    if not said["edits"]:
        return []
    if outcome is None or not outcome.edits:
        return ["CHANGED", f"  {said['edits']} places; what stood there is no longer in memory"]
    lines = [f"CHANGED  {OPEN}…{CLOSE} marks what"]
    items = outcome.reading.items
    by_item: dict[int, list[Edit]] = {}
    for edit in outcome.edits:
        by_item.setdefault(edit.item, []).append(edit)
    shown = list(by_item.items())[:MOST]
    paths = "\n".join(items[index].path for index, _ in shown)
    values = {items[edit.item].text[edit.start : edit.end] for edit in outcome.edits}
    hidden = sorted((value for value in values if value in paths), key=len, reverse=True)
    for index, edits in shown:
        item = items[index]
        before, after = marked(item.text, sorted(edits, key=lambda edit: edit.start))
        lines += [f"  {place(item.path, hidden)}", f"    before  {printable(before)}", f"    after   {printable(after)}"]
    return lines + ([f"  and {len(by_item) - MOST} more"] if len(by_item) > MOST else [])


def marked(text: str, edits: Sequence[Edit], around: int = AROUND) -> tuple[str, str]:
    """The text around its edits before and after them, on one line each, with the changed spans marked.

    >>> from guardian_core.vocabulary import Entity, Level
    >>> marked("I am Ann, 34.", [Edit(0, 5, 8, "someone", Entity.PERSON, Level.PARTIAL)])
    ('I am ⟦Ann⟧, 34.', 'I am ⟦someone⟧, 34.')
    """
    before, after, last = [], [], 0
    for number, edit in enumerate(edits):
        between = _between(text[last : edit.start], around, first=number == 0)
        before += [between, f"{OPEN}{text[edit.start : edit.end]}{CLOSE}"]
        after += [between, f"{OPEN}{edit.replacement}{CLOSE}"]
        last = edit.end
    rest = text[last:]
    end = rest if len(rest) <= around else f"{rest[:around]}…"
    one, other = "".join((*before, end)), "".join((*after, end))
    return " ".join(one.split()), " ".join(other.split())


def _between(text: str, around: int, *, first: bool) -> str:
    if len(text) <= 2 * around:
        return f"…{text[-around:]}" if first and len(text) > around else text
    return f"…{text[-around:]}" if first else f"{text[:around]} … {text[-around:]}"


def _why(said: Mapping[str, Any]) -> list[str]:
    lines = ["WHY", *(f"  · {reason}" for reason in said["reasons"])] if said["reasons"] else []
    if said["degraded"]:
        lines += ["LESS THAN ASKED FOR", *(f"  · {text}" for text in said["degraded"])]
    return lines


def _wrapped(line: str) -> list[str]:
    """`line` in pieces that mitmweb shows beside its list; what follows stands under the beginning of the text."""
    lead = LEAD.match(line)
    indent = " " * (lead.end() if lead else 2)
    return wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True) or [""]


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [[printable(" ".join(cell.split())) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _words(names: Iterable[str | None]) -> str:
    return " and ".join(str(name).replace("_", " ") for name in names if name) or "nobody known"
