"""An action in; out, the evidence that was given for its like, for as long as nothing can have changed.

Of an action a policy is asked for receiver, data, purposes and act alone. An answer stands until anybody, in whatever process, has
written into the store, or one of the sites it came from is to be looked up again.
"""

import time
from collections.abc import Callable, Iterable

from guardian_core.vocabulary import Act, Action, Category, Evidence, Purpose, Recipient
from policy_cache.page import PolicySummary

MOST = 256  # that are remembered

Known = tuple[PolicySummary, int | None, float]  # of a site, its current document, when it is to be looked up again
Asked = tuple[str, str, frozenset[Category], frozenset[Purpose], frozenset[Recipient], Act]


class Answers:
    """Used from one thread."""

    def __init__(self, stamp: Callable[[], object]) -> None:
        """`stamp`: another whenever somebody has written into the store; None where that cannot be told."""
        self._stamp = stamp
        self._kept: dict[Asked, tuple[Evidence, object, float]] = {}

    def find(self, action: Action) -> Evidence | None:
        """What was answered, where that still stands."""
        kept = self._kept.get(_asked(action))
        return kept[0] if kept and kept[1] == self._stamp() and time.time() < kept[2] else None

    def keep(self, action: Action, evidence: Evidence, sites: Iterable[tuple[Known, object] | None]) -> None:
        """Remember an answer; `sites`: what the store said of each site that was asked for it, and the stamp then."""
        stamp, said = self._stamp(), list(sites)
        if stamp is None:
            return
        until = float("inf")
        for one in said:
            if one is None or one[1] != stamp:
                return
            until = min(until, one[0][2])
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[_asked(action)] = evidence, stamp, until


def _asked(action: Action) -> Asked:
    return action.domain, action.destination, action.categories, action.purposes, action.recipients, action.act
