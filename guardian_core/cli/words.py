"""The words of the paper's tables on the command line: what a person typed in, a member of the vocabulary out.

Case, spaces, hyphens, underscores and parentheses do not matter: "Location (precise)" and "location_precise" are one.
"""

import difflib
import re
from collections.abc import Iterable
from enum import StrEnum

import click

from guardian_core.risk.tables import CREDIT
from guardian_core.vocabulary import PolicyState, Transparency

# Other ways the paper and its readers write the same.
ALSO: dict[str, str] = {
    "locationunspecified": "location",
    "locationunspec": "location",
    "auth": "authentication",
    "socialmediaplatform": "socialmedia",
    "advertisingnetwork": "advertising",
    "firstpartyonly": "firstparty",
    "userinitiatedpaste": "userinitiated",
    "socialsecuritynumber": "ssn",
    "ip": "ipaddress",
}
SHORTHAND: dict[str, Transparency] = {
    "full": Transparency(**dict.fromkeys(CREDIT, True)),
    "partial": Transparency(text=True, category=True, purpose=True),
    "missing": Transparency(),
    "unknown": Transparency(state=PolicyState.UNKNOWN),
}


def word[Word: StrEnum](kind: type[Word], text: str) -> Word:
    """The member of `kind` that `text` names.

    Raises:
        click.BadParameter: it names none; the message has the nearest one, or all of them.
    """
    known = {_plain(member.value): member for member in kind}
    name = _plain(text)
    found = known.get(name) or known.get(ALSO.get(name, ""))
    if found:
        return found
    raise _unknown(text, {plain: member.value for plain, member in known.items()})


def words[Word: StrEnum](kind: type[Word], values: Iterable[str]) -> frozenset[Word]:
    """The members that repeated options and comma lists name.

    >>> from guardian_core.vocabulary import Purpose
    >>> sorted(words(Purpose, ["Marketing,analytics", "security"]))
    [<Purpose.ANALYTICS: 'analytics'>, <Purpose.MARKETING: 'marketing'>, <Purpose.SECURITY: 'security'>]
    """
    parts = [part.strip() for value in values for part in value.split(",")]
    if not all(parts):
        message = "an empty name: write one name, or several with commas between them"
        raise click.BadParameter(message)
    return frozenset(word(kind, part) for part in parts)


def transparency(text: str) -> Transparency:
    """What a policy discloses: one of `SHORTHAND`, or a comma list of the six signals of Table 9."""
    names = [_plain(part) for part in text.split(",")]
    if len(names) == 1 and names[0] in SHORTHAND:
        return SHORTHAND[names[0]]
    known = {_plain(signal): signal for signal in CREDIT}
    for name, part in zip(names, text.split(","), strict=True):
        if name in SHORTHAND:
            message = f"{part.strip()!r} stands alone: it already says everything about the six signals"
            raise click.BadParameter(message)
        if name not in known:
            raise _unknown(part.strip(), known | {shorthand: shorthand for shorthand in SHORTHAND})
    return Transparency(**dict.fromkeys((known[name] for name in names), True))


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _unknown(text: str, known: dict[str, str]) -> click.BadParameter:
    near = difflib.get_close_matches(_plain(text), known, 1, cutoff=0.5)
    hint = f"did you mean {known[near[0]]!r}?" if near else "known: " + ", ".join(known.values())
    return click.BadParameter(f"unknown name {text!r}; {hint}")
