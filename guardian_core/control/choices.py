"""What a person can decide about a request: the buttons, what each of them says, and what is granted when one is pressed."""

from dataclasses import dataclass

from guardian_core.control.html import Child, Markup, element
from guardian_core.control.live import Seen
from guardian_core.control_settings import ControlSettings
from guardian_core.grants import HIDDEN, PROGRAM, UNCHECKED, Grant, Kind, Scope
from guardian_core.overrides import changes, refused
from guardian_core.vocabulary import Verdict

HOUR = 3_600.0


@dataclass(frozen=True, slots=True)
class Choice:
    """One button."""

    name: str
    label: str
    kind: Kind
    once: bool = False
    seconds: float | None = None


CHOICES: dict[Kind, tuple[Choice, ...]] = {
    Kind.ANONYMIZE: (
        Choice("anonymize-once", "Once", Kind.ANONYMIZE, once=True),
        Choice("anonymize-hour", "For 1 hour", Kind.ANONYMIZE, seconds=HOUR),
        Choice("anonymize-always", "Always", Kind.ANONYMIZE),
    ),
    Kind.ALLOW: (
        Choice("allow-once", "Once", Kind.ALLOW, once=True),
        Choice("allow-hour", "For 1 hour", Kind.ALLOW, seconds=HOUR),
        Choice("allow-always", "Always", Kind.ALLOW),
    ),
    Kind.DENY: (Choice("deny-always", "Hold it back, always", Kind.DENY),),
    Kind.LEAVE: (Choice("leave-hour", "For 1 hour", Kind.LEAVE, seconds=HOUR), Choice("leave-always", "Always", Kind.LEAVE)),
}
BY_NAME = {choice.name: choice for choices in CHOICES.values() for choice in choices}
TITLES = {
    Kind.ANONYMIZE: "Send it anonymized",
    Kind.ALLOW: "Send it as it is",
    Kind.DENY: "Keep it from them",
    Kind.LEAVE: "This site is broken: leave it alone",
}


def place(name: str) -> str:
    """A site as a person calls it."""
    return {PROGRAM: "programs on this machine", HIDDEN: "pages that do not say which they are"}.get(name, name)


def subjects(scope_or_grant: Scope | Grant) -> str:
    """The categories in words."""
    said = sorted(scope_or_grant.subjects - {UNCHECKED})
    return ", ".join([*said, *(["what cannot be read"] if UNCHECKED in scope_or_grant.subjects else [])]) or "everything"


def means(kind: Kind, scope: Scope) -> str:
    """What pressing it does, in one sentence."""
    who, what = place(scope.site), subjects(scope)
    table = {
        Kind.ANONYMIZE: f"What {who} sends to {scope.host} with {what} is rewritten and then sent. Once: the next time only.",
        Kind.ALLOW: f"{what} from {who} goes to {scope.host} unchanged. Once: these very values, the next time they are sent.",
        Kind.DENY: f"{what} from {who} never goes to {scope.host}, whatever its policy will say.",
        Kind.LEAVE: f"Whatever {who} sends to itself and to {scope.host} goes unchanged, also what could not be read.",
    }
    return table[kind]


def offered(seen: Seen, control: ControlSettings) -> dict[Kind, str | None]:
    """The kinds that would change something, and why one may not be chosen (None: it may)."""
    if seen.scope is None:
        return {}
    verdict = Verdict(str(seen.row["verdict"]))
    kinds = [kind for kind in CHOICES if changes(kind, verdict) or kind is Kind.DENY]
    found: dict[Kind, str | None] = {kind: refused(kind, seen.scope, control) for kind in kinds}
    if found.get(Kind.ANONYMIZE, "") is None and not seen.rewritable:
        found[Kind.ANONYMIZE] = (
            "it cannot be rewritten: what was found is signed, binary, or must not be replaced by something plausible"
        )
    return found


def choices_form(seen: Seen, control: ControlSettings, action: str, token: str) -> Child:
    """All buttons in one form; what may not be chosen says why."""
    rows = [_row(kind, seen.scope, why) for kind, why in offered(seen, control).items() if seen.scope]
    if not rows:
        return None
    hidden = element("input", type="hidden", name="token", value=token)
    after = element("p", "It counts from the very next request on: go back to the site and send it again.", class_="hint")
    return element(
        "section",
        element("h2", "Decide otherwise"),
        element("form", hidden, rows, method="post", action=action),
        after,
        class_="choices",
    )


def _row(kind: Kind, scope: Scope, why: str | None) -> Markup:
    buttons = [
        element("button", choice.label, name="choice", value=choice.name, disabled=why is not None) for choice in CHOICES[kind]
    ]
    said = element("p", means(kind, scope)) if why is None else element("p", f"Not possible: {why}.", class_="none")
    return element("div", element("h3", TITLES[kind]), said, element("p", buttons), class_="choice")
