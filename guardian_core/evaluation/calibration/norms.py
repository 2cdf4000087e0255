"""A flow of information in, a rating from 1 (as expected) to 5 (a breach) with its reasons out, by rules written down beforehand.

NO EXPERT RATED ANYTHING HERE. The rules turn the heuristic of contextual integrity (Nissenbaum 2004, 2009) into five steps: which
flow is the usual one of the context, what the information can do to its subject, on which terms it moves, what was promised, and
what follows. They use none of AMRSF's weights, multipliers or thresholds, and decide by cases instead of a product; they were fixed
before any method was measured with them. What agreement shows is consistency with these rules, not truth.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Verdict


class Stance(StrEnum):
    """What the recipient's policy says of the flow."""

    PERMITS = "permits"
    SILENT = "silent"
    DENIES = "denies"


class Flow(IntEnum):
    """How the flow relates to the one that the context is known for; its value is the rating to begin with."""

    EXPECTED = 1
    ADJACENT = 2
    FOREIGN = 3
    HOSTILE = 4


class Harm(StrEnum):
    """What the information can do to its subject in wrong hands."""

    RUINOUS = "ruinous"  # fraud, discrimination, nothing that can be taken back
    EXPOSING = "exposing"  # leads to the door, or into the private life
    LINKING = "linking"  # ties records of a person together
    AMBIENT = "ambient"  # says little by itself


HARM: dict[Category, Harm] = {
    **dict.fromkeys((Category.CREDENTIALS, Category.FINANCIAL, Category.HEALTH, Category.BIOMETRIC), Harm.RUINOUS),
    **dict.fromkeys((Category.GENETIC, Category.SSN), Harm.RUINOUS),
    **dict.fromkeys((Category.LOCATION_PRECISE, Category.LOCATION, Category.PHONE, Category.CONTENT), Harm.EXPOSING),
    **dict.fromkeys((Category.POSTAL_ADDRESS, Category.SEARCH_HISTORY), Harm.EXPOSING),
    **dict.fromkeys((Category.CONTACT, Category.EMAIL, Category.BROWSING_HISTORY), Harm.LINKING),
    **dict.fromkeys((Category.IP_ADDRESS, Category.DEVICE_ID, Category.COOKIES), Harm.LINKING),
    **dict.fromkeys((Category.LOCATION_COARSE, Category.APP_USAGE, Category.LANGUAGE), Harm.AMBIENT),
}
_SERVICE = {Purpose.FUNCTIONALITY, Purpose.SECURITY, Purpose.AUTHENTICATION}
_IMPROVING = {Purpose.PERSONALIZATION, Purpose.RESEARCH, Purpose.ANALYTICS}
_OWN = {Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER}


@dataclass(frozen=True, slots=True)
class Rating:
    """What the rules say of one scenario."""

    rating: int  # 1..5
    verdict: Verdict  # what should happen
    rationale: tuple[str, ...]  # one sentence for each rule that moved it

    @property
    def score(self) -> float:
        """The rating on 0..1."""
        return (self.rating - 1) / 4


def flow(recipient: Recipient, purpose: Purpose) -> Flow:
    """Step 1: the usual flow of the context, what lies beside it, what belongs elsewhere, what works against the subject."""
    if recipient in {Recipient.ADVERTISING, Recipient.DATA_BROKER}:
        return Flow.HOSTILE
    if recipient in _OWN:
        if purpose in _SERVICE:
            return Flow.EXPECTED
        return Flow.ADJACENT if purpose in _IMPROVING else Flow.FOREIGN
    if purpose in {Purpose.PROFILING, Purpose.ADVERTISING}:
        return Flow.HOSTILE
    fits = {
        Recipient.ANALYTICS: {Purpose.ANALYTICS, Purpose.SECURITY, Purpose.RESEARCH},
        Recipient.GOVERNMENT: {Purpose.SECURITY, Purpose.AUTHENTICATION, Purpose.FUNCTIONALITY},
    }
    return Flow.ADJACENT if purpose in fits.get(recipient, set()) else Flow.FOREIGN


_FLOW_WORDS = {
    Flow.EXPECTED: "The recipient needs it for what the person came for: the usual flow of the context.",
    Flow.ADJACENT: "The recipient belongs to the context, the purpose goes beside what the person came for.",
    Flow.FOREIGN: "Recipient or purpose belongs to another context than the one it was told in.",
    Flow.HOSTILE: "The recipient gains by using it on the person, outside the context it was told in.",
}


def rate(category: Category, recipient: Recipient, purpose: Purpose, basis: Basis, stance: Stance) -> Rating:
    """The five steps.

    >>> rate(Category.EMAIL, Recipient.FIRST_PARTY, Purpose.FUNCTIONALITY, Basis.USER_INITIATED, Stance.PERMITS).rating
    1
    >>> rate(Category.HEALTH, Recipient.DATA_BROKER, Purpose.PROFILING, Basis.BACKGROUND, Stance.DENIES).verdict.value
    'deny'
    """
    kind, harm = flow(recipient, purpose), HARM[category]
    steps = [
        (int(kind), _FLOW_WORDS[kind]),
        _by_harm(kind, harm, basis),
        _by_terms(kind, basis),
        _by_promise(kind, harm, stance),
    ]
    rating = min(5, max(1, sum(points for points, _ in steps)))
    return Rating(rating, verdict(rating, harm), tuple(words for _, words in steps if words))


def _by_harm(kind: Flow, harm: Harm, basis: Basis) -> tuple[int, str]:
    """Step 2."""
    if harm is Harm.RUINOUS and not (kind is Flow.EXPECTED and basis is Basis.USER_INITIATED):
        return 1, "In wrong hands it leads to fraud or discrimination and cannot be taken back."
    if harm is Harm.AMBIENT:
        return -1, "By itself it says little of a person."
    return 0, ""


def _by_terms(kind: Flow, basis: Basis) -> tuple[int, str]:
    """Step 3, the transmission principle: who set it off."""
    if basis is Basis.USER_INITIATED and kind is not Flow.HOSTILE:
        return -1, "The person sent it knowingly."
    if basis is Basis.BACKGROUND and kind is not Flow.EXPECTED:
        return 1, "It leaves behind the person's back."
    return 0, ""


def _by_promise(kind: Flow, harm: Harm, stance: Stance) -> tuple[int, str]:
    """Step 4: what was promised. A notice is no consent, so it excuses no hostile use of what can harm."""
    if stance is Stance.DENIES:
        return 1, "The recipient promised not to."
    if stance is Stance.PERMITS and not (kind is Flow.HOSTILE and harm in {Harm.RUINOUS, Harm.EXPOSING}):
        return -1, "The person was told of it."
    if stance is Stance.SILENT and kind >= Flow.FOREIGN:
        return 1, "Nobody told the person of a flow out of context."
    return 0, ""


def verdict(rating: int, harm: Harm) -> Verdict:
    """Step 5: 1 and 2 are acceptable; 3 is, if it tells less; 4 likewise, unless the kind of harm forbids it; 5 is not."""
    if rating <= 2:
        return Verdict.ALLOW
    if rating == 5 or (rating == 4 and harm in {Harm.RUINOUS, Harm.EXPOSING}):
        return Verdict.DENY
    return Verdict.TRANSFORM
