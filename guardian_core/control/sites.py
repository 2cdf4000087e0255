"""What is known of sites' privacy policies: the list, and of one site what its policy says, in its own words."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from guardian_core.control.flows import flow_table, site_address
from guardian_core.control.html import Child, Markup, element
from guardian_core.control.layout import count, facts, listed, moment, words
from guardian_core.vocabulary import Act, PolicyState, Statement
from policy_cache import PolicyDocument, PolicySummary

STATES = {PolicyState.KNOWN: "read", PolicyState.NONE: "none found", PolicyState.UNKNOWN: "could not be read"}
QUOTES = 5  # of each kind
LONGEST = 600
YES = {True: "yes", False: "not found in it"}


def sites_page(summaries: Sequence[PolicySummary]) -> tuple[Child, ...]:
    """Every site whose policy was looked for, the last one first."""
    rows = [
        (
            element("a", one.domain, href=site_address(one.domain)),
            STATES[one.state] + (f" ({one.reason})" if one.reason else ""),
            f"{one.statements:,}" if one.statements else "",
            moment(one.checked_at),
        )
        for one in sorted(summaries, key=lambda one: -one.checked_at)
    ]
    return (
        element("h1", "Sites"),
        element("p", "Privacy policies are looked for when personal data is about to leave for a site, and not before."),
        listed(("Site", "Policy", "Statements", "Looked for"), rows, empty="No policy was looked for yet."),
    )


def site_page(
    domain: str, document: PolicyDocument | None, summary: PolicySummary | None, rows: Iterable[Mapping[str, object]]
) -> tuple[Child, ...]:
    """One site; `rows`: its last requests."""
    sent = (element("h2", "What was sent there"), flow_table(rows))
    if document is None:
        state = f"Its policy: {STATES[summary.state]}. {summary.reason}" if summary else "Its privacy policy was never looked for."
        return (element("h1", domain), element("p", state), sent)
    return (element("h1", domain), _about(document), _groups(document.statements), sent)


def _about(document: PolicyDocument) -> Markup:
    return facts(
        (
            ("Policy", _link(document.url) if document.url else "imported from a file"),
            ("Title", document.title),
            ("Read", moment(document.fetched_at)),
            (
                "Length",
                f"{count(document.length, 'character')}, {count(len(document.statements), 'statement')}, {document.language}",
            ),
            ("Names a legal basis", YES[document.legal_basis]),
            ("Tells of rights", YES[document.rights]),
            ("Says how long data is kept", YES[document.retention]),
        )
    )


def _link(url: str) -> Child:
    """A link only where it is one of the web: a policy's address is somebody else's text."""
    return element("a", url, href=url, rel="noreferrer noopener") if urlsplit(url).scheme in {"https", "http"} else url


def _groups(statements: Sequence[Statement]) -> Child:
    groups = (
        ("It gives or sells data to others", [one for one in statements if Act.SHARING in one.acts and not one.negated]),
        ("It says that it does not", [one for one in statements if one.negated]),
        (
            "It collects",
            [one for one in statements if Act.COLLECTION in one.acts and Act.SHARING not in one.acts and not one.negated],
        ),
        ("How long it keeps data", [one for one in statements if one.retention]),
        ("Your rights and choices", [one for one in statements if one.rights or one.choice]),
    )
    return [_group(title, found) for title, found in groups if found]


def _group(title: str, found: Sequence[Statement]) -> Markup:
    """The statements that name the most first; as many as a person reads."""
    ranked = sorted(found, key=lambda one: (-len(one.categories), one.position))[:QUOTES]
    more = len(found) - len(ranked)
    return element(
        "section",
        element("h2", f"{title} ({len(found)})"),
        [element("blockquote", _cut(one.text), element("footer", _marks(one))) for one in ranked],
        element("p", f"… and {count(more, 'more statement')}: ", element("code", "guardian policy show"), class_="hint")
        if more
        else None,
    )


def _marks(one: Statement) -> str:
    parts = [words(sorted(one.categories)), words(sorted(one.purposes)), words(sorted(one.recipients))]
    return " · ".join(part for part in parts if part)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
