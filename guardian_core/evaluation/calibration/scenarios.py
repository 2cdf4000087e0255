"""A seed in, scenarios of actions out, each in words of our own, with the rating of norms.py and its reasons.

Drawn, not chosen: as many for each recipient and basis, the rest by lot among what is plausible for that recipient. The likelihood
L of a violation is given, as in the paper's stress tests, by what the policy says.
"""

import itertools
import random
from dataclasses import dataclass

from guardian_core.evaluation.calibration.norms import Rating, Stance, rate
from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Transparency

NUMBER = 600
LIKELIHOOD: dict[Stance, float] = {Stance.PERMITS: 0.2, Stance.SILENT: 0.6, Stance.DENIES: 0.9}
TRANSPARENCIES: dict[str, Transparency] = {
    "full": Transparency(text=True, category=True, purpose=True, legal_basis=True, rights=True, retention=True),
    "partial": Transparency(text=True, category=True, purpose=True),
    "vague": Transparency(text=True),
    "missing": Transparency(),
}
# What a policy can be like that says this of the flow: who permits it covers it, a denial is no coverage (SPEC §6).
DISCLOSED: dict[Stance, tuple[str, ...]] = {
    Stance.PERMITS: ("full", "partial"),
    Stance.SILENT: ("vague", "missing"),
    Stance.DENIES: ("vague",),
}
_SERVICE = (Purpose.FUNCTIONALITY, Purpose.SECURITY, Purpose.AUTHENTICATION)
_SALES = (Purpose.MARKETING, Purpose.UNDISCLOSED, Purpose.PROFILING, Purpose.ADVERTISING)
PLAUSIBLE: dict[Recipient, tuple[Purpose, ...]] = {
    Recipient.FIRST_PARTY: tuple(Purpose),
    Recipient.SERVICE_PROVIDER: (*_SERVICE, Purpose.PERSONALIZATION, Purpose.ANALYTICS, Purpose.MARKETING),
    Recipient.ANALYTICS: (Purpose.ANALYTICS, Purpose.RESEARCH, Purpose.SECURITY, Purpose.PERSONALIZATION, *_SALES),
    Recipient.GOVERNMENT: (*_SERVICE, Purpose.RESEARCH, Purpose.UNDISCLOSED, Purpose.PROFILING),
    Recipient.SOCIAL_MEDIA: (Purpose.FUNCTIONALITY, Purpose.AUTHENTICATION, Purpose.PERSONALIZATION, Purpose.ANALYTICS, *_SALES),
    Recipient.UNKNOWN_THIRD_PARTY: (Purpose.FUNCTIONALITY, Purpose.RESEARCH, Purpose.ANALYTICS, *_SALES),
    Recipient.ADVERTISING: (Purpose.ANALYTICS, *_SALES),
    Recipient.DATA_BROKER: (Purpose.SECURITY, Purpose.RESEARCH, *_SALES),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One action, and what the rules say of it."""

    name: str
    category: Category
    recipient: Recipient
    purpose: Purpose
    basis: Basis
    stance: Stance
    disclosed: str  # a key of TRANSPARENCIES
    rating: Rating

    @property
    def likelihood(self) -> float:
        """L."""
        return LIKELIHOOD[self.stance]

    @property
    def transparency(self) -> Transparency:
        """What the policy discloses."""
        return TRANSPARENCIES[self.disclosed]

    @property
    def text(self) -> str:
        """The scenario for a reader."""
        return (
            f"{_BASIS[self.basis]} {_CATEGORY[self.category]} goes to {_RECIPIENT[self.recipient]} "
            f"{_PURPOSE[self.purpose]}. {_STANCE[self.stance]} {_DISCLOSED[self.disclosed]}"
        )


def drawn(number: int = NUMBER, seed: int = 0) -> list[Scenario]:
    """`number` scenarios, no two alike; evenly over recipients and bases.

    Raises:
        ValueError: more than there are different ones of some recipient and basis.
    """
    random_ = random.Random(seed)  # noqa: S311 - a sample, not a secret
    cells = list(itertools.product(Recipient, Basis))
    found: list[Scenario] = []
    for at, (recipient, basis) in enumerate(cells):
        share = number // len(cells) + (at < number % len(cells))
        rest = [
            (category, purpose, stance, disclosed)
            for category in Category
            for purpose in PLAUSIBLE[recipient]
            for stance in Stance
            for disclosed in DISCLOSED[stance]
        ]
        if share > len(rest):
            message = f"there are only {len(rest)} different scenarios for {recipient.value} and {basis.value}"
            raise ValueError(message)
        for category, purpose, stance, disclosed in random_.sample(rest, share):
            rating = rate(category, recipient, purpose, basis, stance)
            found.append(Scenario(f"S{len(found) + 1:04}", category, recipient, purpose, basis, stance, disclosed, rating))
    return found


_BASIS = {
    Basis.USER_INITIATED: "A person types it and presses send:",
    Basis.DEFAULT: "While a person uses a site:",
    Basis.BACKGROUND: "A script does it while nobody looks:",
}
_CATEGORY = {
    Category.CREDENTIALS: "a password",
    Category.FINANCIAL: "the number of a bank card",
    Category.HEALTH: "what somebody is treated for",
    Category.BIOMETRIC: "a scan of a face",
    Category.GENETIC: "the result of a DNA test",
    Category.SSN: "a social security number",
    Category.LOCATION_PRECISE: "where somebody stands, to the metre",
    Category.LOCATION: "where somebody is",
    Category.PHONE: "a phone number",
    Category.CONTENT: "the words of a private message",
    Category.POSTAL_ADDRESS: "a home address",
    Category.CONTACT: "a person's name",
    Category.EMAIL: "an e-mail address",
    Category.SEARCH_HISTORY: "what somebody searched for",
    Category.BROWSING_HISTORY: "the pages somebody opened",
    Category.IP_ADDRESS: "the address of a connection",
    Category.DEVICE_ID: "the identifier of a phone",
    Category.LOCATION_COARSE: "the region somebody is in",
    Category.APP_USAGE: "how long an app was open",
    Category.COOKIES: "the identifier of a cookie",
    Category.LANGUAGE: "the language of a browser",
}
_RECIPIENT = {
    Recipient.FIRST_PARTY: "the site itself",
    Recipient.SERVICE_PROVIDER: "a company that works for the site",
    Recipient.ANALYTICS: "a company that counts visitors",
    Recipient.GOVERNMENT: "an authority",
    Recipient.SOCIAL_MEDIA: "a social network",
    Recipient.UNKNOWN_THIRD_PARTY: "a company that nobody has heard of",
    Recipient.ADVERTISING: "an advertising network",
    Recipient.DATA_BROKER: "a seller of personal data",
}
_PURPOSE = {
    Purpose.FUNCTIONALITY: "so that what was asked for works",
    Purpose.SECURITY: "to keep fraud out",
    Purpose.AUTHENTICATION: "to check who it is",
    Purpose.PERSONALIZATION: "to fit the pages to the person",
    Purpose.RESEARCH: "for a study",
    Purpose.ANALYTICS: "to count what is used",
    Purpose.MARKETING: "to send offers",
    Purpose.UNDISCLOSED: "for a purpose that is not named",
    Purpose.PROFILING: "to keep a profile of the person",
    Purpose.ADVERTISING: "to choose advertisements",
}
_STANCE = {
    Stance.PERMITS: "The policy says that this is done.",
    Stance.SILENT: "The policy says nothing of it.",
    Stance.DENIES: "The policy says that this is never done.",
}
_DISCLOSED = {
    "full": "It names data, purposes, legal basis, rights and how long things are kept.",
    "partial": "It names data and purposes, no more.",
    "vague": "Otherwise it stays general.",
    "missing": "There is next to no text.",
}
