"""An action and statements in; how far the policy permits the action, how sure that is, and by which statements, out.

Only a statement that names the data and the act (collecting or sharing), and denies nothing, can permit: what it leaves open counts
against an action, never for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from guardian_core.matching.aggregate import best_match
from guardian_core.matching.evidential import CLASSES, Network
from guardian_core.matching.features import CHOOSING, INDEX, PLACES, SAID, SIZE, Floats, features_of
from guardian_core.matching.speaking import Bearing, bearing_of
from guardian_core.vocabulary import Action, Basis, Category, Recipient, Statement


@dataclass(frozen=True, slots=True)
class Permission:
    """How far a policy permits an action."""

    share: float  # 0 (it does not) to 1
    ignorance: float  # u, the share of it that is not backed by evidence
    statements: tuple[int, ...] = ()  # of those that permit, the weightiest first


def by_system1(action: Action, statements: Sequence[Statement], system1: Network) -> Permission:
    """By System 1: the mean over categories of how surely the best match permits each, for its worst recipient and purpose.

    Even odds are no permission (0), certainty is a whole one (1). u is that of the least certain behaviour.
    """
    said = np.array([features_of(one) for one in statements])  # [k, d]
    acting = behaviours(action)  # [categories, cells, d]
    alpha = opinions(acting.reshape(-1, SIZE), said, system1)  # [m, k, 2]
    permits = alpha[:, :, 0] / alpha.sum(axis=2) * may_permit(acting.reshape(-1, SIZE), said, statements)  # [m, k]
    odds = permits.max(axis=1).reshape(acting.shape[:2]).min(axis=1)  # [categories]
    weight = permits.max(axis=0)
    used = [int(place) for place in np.argsort(-weight, kind="stable") if weight[place] > 0.5]
    ignorance = float((CLASSES / best_match(alpha).sum(axis=1)).max())
    return Permission(float(np.maximum(0.0, 2 * odds - 1).mean()), ignorance, tuple(used))


def opinions(acting: Floats, said: Floats, system1: Network) -> Floats:
    """α of each behaviour [m, d] beside each statement [k, d]: [m, k, 2]."""
    count, width = len(acting), len(said)
    alpha = system1.alpha(np.repeat(acting, width, axis=0), np.tile(said, (count, 1)))
    return np.asarray(alpha.reshape(count, width, CLASSES))


def may_permit(acting: Floats, said: Floats, statements: Sequence[Statement]) -> Floats:
    """[m, k] of 0 and 1: whether the statement says it names the behaviour's data and act, and denies nothing."""
    data, act = (acting[:, PLACES[group]] @ (said[:, PLACES[group]] >= SAID).T > 0 for group in ("data", "act"))
    return np.asarray(data & act & np.array([not one.negated for one in statements]), dtype=np.float64)


def behaviours(action: Action) -> Floats:
    """The action taken apart: [categories, recipients × purposes, d], one category, recipient and purpose each.

    An undisclosed purpose has no bit; nobody named is a stranger.
    """
    categories = [INDEX["data"][one] for one in sorted(action.categories)]
    recipients = [INDEX["recipient"][one] for one in sorted(action.recipients) or [Recipient.UNKNOWN_THIRD_PARTY]]
    purposes = [INDEX["purpose"].get(one) for one in sorted(action.purposes)] or [None]
    cells = list(product(recipients, purposes))
    found = np.zeros((len(categories), len(cells), SIZE))
    found[:, :, INDEX["act"][action.act]] = 1.0
    for column, (recipient, purpose) in enumerate(cells):
        found[:, column, [recipient] if purpose is None else [recipient, purpose]] = 1.0
    for row, category in enumerate(categories):
        found[row, :, category] = 1.0
    if action.basis is Basis.USER_INITIATED:
        found[:, :, CHOOSING] = 1.0
    return found


def by_rules(action: Action, statements: Sequence[Statement]) -> Permission:
    """Without System 1: the share of categories that speaking statements cover, halved where the purposes are not all named."""
    bearings = [bearing_of(one, action) for one in statements]
    speaking = sum(bearing is not Bearing.SILENT for bearing in bearings)
    ignorance = CLASSES / (CLASSES + speaking)
    used = tuple(place for place, bearing in enumerate(bearings) if bearing is Bearing.PERMITS)
    permits = [statements[place] for place in used]
    covered = frozenset[Category]().union(*(one.categories for one in permits)) & action.categories
    if not covered:
        return Permission(0.0, ignorance)
    purposes = frozenset[object]().union(*(one.purposes for one in permits))
    fit = 1.0 if action.purposes <= purposes else 0.5
    return Permission(len(covered) / len(action.categories) * fit, ignorance, used)
