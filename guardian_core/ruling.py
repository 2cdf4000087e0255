"""The user's rules about whole requests applied: rules, a request and what was weighed in; the same as the rules will have it out.

For each thing that a rule can set, the first rule that applies and sets it decides. A rule without categories and recipients is
about requests without personal data, too.
"""

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guardian_core.rules import EFFECTS, Rule
from guardian_core.vocabulary import Action, Category, Decision, Level, Outcome, Recipient, Request, Verdict
from guardian_core.weighing import Weighed


@dataclass(frozen=True, slots=True)
class Ruling:
    """One rule that applies to a request, and what of it counts."""

    rule: Rule
    sets: tuple[str, ...]  # keys of the rule
    decided: tuple[str, ...]  # those of them that no earlier rule had set


def placed(rules: Sequence[Rule], request: Request, action: Action) -> Action:
    """The action with the recipient and purpose that rules give it."""
    recipient, purpose = (first(rules, request, action, key) for key in ("as_recipient", "as_purpose"))
    if recipient and recipient.as_recipient:
        action = _signalled(action, recipient, "recipient", recipients=frozenset({recipient.as_recipient}))
    if purpose and purpose.as_purpose:
        action = _signalled(action, purpose, "purpose", purposes=frozenset({purpose.as_purpose}))
    return action


def _signalled(action: Action, rule: Rule, what: str, **changed: object) -> Action:
    signal = f'your rule "{rule.name}" → its {what}'
    return action.model_copy(update={**changed, "signals": (*action.signals, signal)})


def ruled(rules: Sequence[Rule], request: Request, weighed: Weighed) -> Weighed:
    """What was weighed, with the verdict and level that rules give it."""
    decision = weighed.decision
    rule = first(rules, request, weighed.action, "decide")
    if rule is not None:
        return replace(weighed, decision=_decided(decision, rule))
    least, most = (first(rules, request, weighed.action, key) for key in ("least_level", "most_level"))
    level = decision.level
    if level is None:
        return weighed
    if least and least.least_level and level < least.least_level:
        decision = _at(decision, least.least_level, f'your rule "{least.name}": level {least.least_level} at least')
    elif most and most.most_level and level > most.most_level:
        decision = _at(decision, most.most_level, f'your rule "{most.name}": level {most.most_level} at most')
    return replace(weighed, decision=decision)


def settled(rules: Sequence[Rule], request: Request, outcome: Outcome) -> Outcome:
    """The same for what was not weighed, because nothing personal was found in it or (part of) it could not be read."""
    if not rules:
        return outcome
    rule = first(rules, request, outcome.action if outcome.findings else None, "decide")
    if rule is None or outcome.decision.verdict.value == rule.decide:
        return outcome
    # What was weighed was ruled already; where it is refused all the same, part of it could not be read, and may be anything.
    if outcome.risk is not None and (rule.decide == "deny" or rule.categories):
        return outcome
    return replace(outcome, decision=_decided(outcome.decision, rule), edits=(), rewritten=None, kept=None)


def first(rules: Sequence[Rule], request: Request, action: Action | None, key: str) -> Rule | None:
    """The rule that decides about `key`, a word of `rules.EFFECTS`; None where none does."""
    return next((rule for rule in rules if getattr(rule, key) is not None and _applies(rule, key, request, action)), None)


def rulings(rules: Sequence[Rule], request: Request, described: Action | None, weighed: Action | None) -> Iterator[Ruling]:
    """Every rule that applies to the request, in their order, and what of each counts.

    `described`: the action before any rule; `weighed`: after those that place it. None: nothing personal in it.
    """
    seen: set[str] = set()
    for rule in rules:
        about = {key: described if key.startswith("as_") else weighed for key in EFFECTS if getattr(rule, key) is not None}
        sets = tuple(key for key, action in about.items() if _applies(rule, key, request, action))
        if sets:
            yield Ruling(rule, sets, tuple(key for key in sets if key not in seen))
            seen.update(sets)


def _applies(rule: Rule, key: str, request: Request, action: Action | None) -> bool:
    """Whether the rule is about such a request; `action` None: nothing personal in it."""
    if rule.site and request.host != rule.site and not request.host.endswith(f".{rule.site}"):
        return False
    if rule.client and not _within(request.client, rule.client):
        return False
    categories: frozenset[Category] = action.categories if action else frozenset()
    recipients: frozenset[Recipient] = action.recipients if action else frozenset()
    if rule.recipients and not recipients & set(rule.recipients):
        return False
    if not rule.categories:
        return True
    # To allow e-mail addresses must not let a passport number through that stands beside one.
    whole = key != "decide" or rule.decide != "allow" or categories <= set(rule.categories)
    return whole and bool(categories & set(rule.categories))


def _within(client: str, network: str) -> bool:
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address) in ipaddress.ip_network(network)


def _decided(decision: Decision, rule: Rule) -> Decision:
    verdict = Verdict.ALLOW if rule.decide == "allow" else Verdict.DENY
    reasons = (f'your rule "{rule.name}": {verdict.value}', *decision.reasons)
    return decision.model_copy(update={"verdict": verdict, "level": None, "reasons": reasons})


def _at(decision: Decision, level: int, reason: str) -> Decision:
    return decision.model_copy(update={"level": Level(level), "reasons": (reason, *decision.reasons)})
