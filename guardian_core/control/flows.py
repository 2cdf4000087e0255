"""The list of requests, and one of them: what was found, who gets it, what the policy says, what the decision is made of.

No raw value is in it. What the request holds stands on a page of its own, for whoever asks for it, while the proxy still has it.
"""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from guardian_core.control.html import Child, Markup, element
from guardian_core.control.layout import badge, facts, listed, moment, words
from guardian_core.pause import BEGINS, PASSED
from guardian_core.vocabulary import Evidence, Outcome

SHORT = 8
FACTORS = (
    ("L", "likelihood that it violates the policy"),
    ("S_d", "sensitivity of the most sensitive category"),
    ("M_tr", "who receives it"),
    ("M_p", "what for"),
    ("M_b", "how it came about"),
    ("M_T", "how open the policy is about it"),
    ("R", "risk, of all these"),
)
NOT_READ = "not inspected"  # as guardian.py says it
LONGEST = 8_000  # characters of a body that are shown


def flows_page(rows: Sequence[Mapping[str, object]], *, verdict: str, live: bool) -> tuple[Child, ...]:
    """The newest first; `verdict` chooses: one of them, or "personal"."""
    choices = (
        ("", "all"),
        ("personal", "with personal data"),
        ("deny", "held back"),
        ("transform", "rewritten"),
        ("allow", "sent as they were"),
    )
    filters = [
        element("a", name, href=_address(value, live=live), aria_current="true" if value == verdict else None)
        for value, name in choices
    ]
    turn = element("a", "stop refreshing" if live else "refresh every 5 seconds", href=_address(verdict, live=not live))
    chosen = [row for row in rows if verdict in {"", row["verdict"]} or (verdict == "personal" and row["categories"])]
    return (
        element("h1", "Requests"),
        element("p", filters, element("span", " · "), turn, class_="filters"),
        flow_table(chosen),
    )


def flow_table(rows: Iterable[Mapping[str, object]], *, empty: str = "No such request yet.") -> Markup:
    """One line per request."""
    return listed(("When", "To", "What was done", "Data", "Receiver", "Risk"), map(_line, rows), empty=empty, class_="flows")


def _list(cell: object) -> list[str]:
    return list(map(str, cell)) if isinstance(cell, list) else []


def _address(verdict: str, *, live: bool) -> str:
    query = [f"verdict={verdict}"] if verdict else []
    return "/flows" + ("?" + "&".join([*query, *(["live=1"] if live else [])]) if query or live else "")


def _line(row: Mapping[str, object]) -> Sequence[Child]:
    risk = row["R"]
    return (
        element("a", moment(row["time"]), href=flow_address(str(row["flow"]))),
        f"{row['method']} {row['host']}",
        badge(str(row["verdict"]), observed=bool(row["observed"]), level=row["level"]),
        words(row["categories"]) or _unnamed(row),
        words(row["recipients"]),
        f"{risk:.2f}" if isinstance(risk, float) else "",
    )


def _unnamed(row: Mapping[str, object]) -> str:
    """What a request is about in which nothing was found."""
    if any(reason.startswith(BEGINS) for reason in _list(row["reasons"])[:1]):
        return PASSED
    return "could not be read" if NOT_READ in _list(row["degraded"]) else "nothing personal"


def flow_address(flow: str) -> str:
    """Where one request stands."""
    return f"/flows/{quote(flow, safe='')}"


def site_address(domain: str) -> str:
    """Where one site stands."""
    return f"/sites/{quote(domain, safe='')}"


def flow_page(row: Mapping[str, object], evidence: Evidence | None, show: Child, choices: Child) -> tuple[Child, ...]:
    """One request; `show` and `choices` are the forms, or why there are none."""
    reasons = _list(row["reasons"])
    verdict, observed = str(row["verdict"]), bool(row["observed"])
    return (
        element("h1", f"{row['method']} {row['host']}"),
        element("p", badge(verdict, observed=observed, level=row["level"]), " ", moment(row["time"]), class_="done"),
        [element("p", reason) for reason in reasons[:1]],
        show,
        choices,
        (element("h2", "Why"), element("ul", [element("li", reason) for reason in reasons[1:]])) if reasons[1:] else None,
        _details(row),
        _risk(row),
        _policy(row, evidence),
    )


def _details(row: Mapping[str, object]) -> Child:
    entities = row["entities"] if isinstance(row["entities"], dict) else {}
    return facts(
        (
            ("Data", words(row["categories"])),
            ("Found", ", ".join(f"{number} × {words([name])}" for name, number in entities.items())),
            ("Receiver", words(row["recipients"])),
            ("Purpose", words(row["purposes"])),
            ("How it came about", words([row["basis"]]) if row["basis"] else None),
            ("Less than asked for", "; ".join(_list(row["degraded"]))),
            ("Number", element("code", str(row["flow"]))),
        )
    )


def _risk(row: Mapping[str, object]) -> Child:
    rows = [(name, f"{value:.3f}", what) for name, what in FACTORS if isinstance(value := row[name], float)]
    if not rows:
        return None
    return (element("h2", f"Risk, tier {row['tier']}"), listed(("Factor", "Value", "What it stands for"), rows, empty=""))


def _policy(row: Mapping[str, object], evidence: Evidence | None) -> Child:
    if not row["policy_state"]:
        return None
    said = {"known": "Its privacy policy was weighed", "none": "It has no privacy policy that could be found"}
    state = said.get(str(row["policy_state"]), "Its privacy policy was not known then")
    where = (" (", element("code", str(row["policy_url"])), ")") if row["policy_url"] else None
    quotes = [element("blockquote", _cut(scored.statement.text, 500)) for scored in evidence.statements] if evidence else None
    domain = str(row["domain"] or row["host"])
    site = element("p", element("a", f"What is known of {domain}", href=site_address(domain)))
    return (element("h2", "What its policy says"), element("p", state, where, "."), quotes, site)


def content_page(outcome: Outcome, back: str) -> tuple[Child, ...]:
    """The raw values of one request, before and after: the only page that has any."""
    reading, request = outcome.reading, outcome.reading.request
    after = {(edit.item, edit.start): edit.replacement for edit in outcome.edits}
    rows = [
        (
            words([one.category]),
            element("code", reading.items[one.item].path),
            element("mark", _cut(reading.items[one.item].text[one.start : one.end], 200)),
            _instead(after.get((one.item, one.start)), sent=outcome.rewritten is not None),
        )
        for one in outcome.findings
    ]
    sent = outcome.rewritten
    return (
        element("h1", "What it holds"),
        element(
            "p",
            "From memory, and only for you: it is neither stored nor sent anywhere, and forgotten after some minutes. ",
            element("a", "Back", href=back),
        ),
        listed(("Data", "Where", "Value", "Sent instead"), rows, empty="Nothing personal was found in what could be read."),
        element("h2", "As it came" if sent else "What would have been sent"),
        element("pre", f"{request.method} {request.scheme}://{request.host}{_cut(request.target, 2_000)}\n\n", _text(reading.body)),
        (
            element("h2", "As it was sent"),
            element("pre", f"{sent.method} {sent.scheme}://{sent.host}{_cut(sent.target, 2_000)}\n\n", _text(sent.body)),
        )
        if sent
        else None,
    )


def _instead(replacement: str | None, *, sent: bool) -> Child:
    if replacement is None:
        return "as it is" if sent else "–"
    return element("ins", _cut(replacement, 200)) if replacement else element("em", "nothing")


def _text(body: bytes) -> Child:
    if not body:
        return element("em", "no body")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return element("em", f"{len(body):,} bytes that are no text")
    return _cut(text, LONGEST)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text) - longest:,} more)"
