"""Grants and rules: what counts, how to undo it, what was granted, used and undone before."""

from collections.abc import Callable, Sequence

from guardian_core.control.choices import TITLES, place, subjects
from guardian_core.control.html import Child, Markup, element
from guardian_core.control.layout import listed, moment
from guardian_core.control_settings import ControlSettings
from guardian_core.grants import Change, Grant, Kind
from guardian_core.rules import CONDITIONS, Rule


def grants_page(
    grants: Sequence[Grant], changes: Sequence[Change], rules: Sequence[Rule], control: ControlSettings, token: Callable[[str], str]
) -> tuple[Child, ...]:
    """`token` makes the token of the form that goes to an address."""
    return (
        element("h1", "Grants and rules"),
        _limits(control),
        element("h2", "Grants that count"),
        listed(
            ("", "From", "To", "Data", "Until", "Made", ""),
            [_line(grant, token) for grant in grants],
            empty="None: the score decides.",
        ),
        element("h2", "Rules of the configuration"),
        listed(
            ("Name", "About", "Says"), [(rule.name, *_rule(rule)) for rule in rules], empty="None ([[rules]] in the configuration)."
        ),
        element("p", "Rules are changed in the configuration, or with ", element("code", "guardian rules"), ".", class_="hint"),
        element("h2", "What was granted, used and undone"),
        listed(
            ("When", "What", "By", "Grant"),
            [(moment(change.at), change.what, change.by, f"{change.grant}: {change.text}") for change in changes],
            empty="Nothing yet.",
        ),
    )


def _limits(control: ControlSettings) -> Child:
    if not control.overrides:
        return element(
            "p", "The administrator does not let decisions be overruled; grants that let more through do not count.", class_="note"
        )
    held = ", ".join(sorted(category.value for category in control.forbidden))
    return element("p", f"The administrator does not let these through: {held}.", class_="note") if held else None


def _line(grant: Grant, token: Callable[[str], str]) -> Sequence[Child]:
    until: Child = "it is used" if grant.once else "it is undone" if grant.expires_at is None else moment(grant.expires_at)
    data = "everything, also to itself" if grant.kind is Kind.LEAVE else subjects(grant)
    return (
        element("span", TITLES[grant.kind], class_=f"badge {grant.kind}"),
        place(grant.site),
        grant.host,
        data,
        until,
        (moment(grant.made_at), " ", grant.by),
        undo_form(f"/grants/{grant.id}/undo", token),
    )


def undo_form(action: str, token: Callable[[str], str]) -> Markup:
    """The button that undoes a grant."""
    return button_form(action, "Undo", token)


def button_form(action: str, name: str, token: Callable[[str], str]) -> Markup:
    """One button."""
    hidden = element("input", type="hidden", name="token", value=token(action))
    return element("form", hidden, element("button", name), method="post", action=action, class_="inline")


def _rule(rule: Rule) -> tuple[str, str]:
    said: dict[str, object] = rule.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    about = {name: said.pop(name) for name in CONDITIONS if name in said}
    said.pop("name", None)
    return _pairs(about), _pairs(said)


def _pairs(said: dict[str, object]) -> str:
    shown = {name: ", ".join(map(str, value)) if isinstance(value, list) else str(value) for name, value in said.items()}
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in shown.items()) or "every request"
