"""Held-out policies in; how the opinions on the k retrieved statements are best put together to one, out.

A case is a behaviour and a whole policy. By the gold fields the policy permits it if one of its sentences covers it and none denies
it; it does not if none covers it even by a single annotator's word, or one denies it; other cases are left out. Evidence is
what the retriever finds by predicted fields, as the proxy runs. Half of the cases of each policy are permitted.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from guardian_core.matching.aggregate import WAYS
from guardian_core.matching.calibration import Row, ranked, scores
from guardian_core.matching.evidential import CLASSES, Network
from guardian_core.matching.features import Floats, features, features_of
from guardian_core.matching.judge import DENIED
from guardian_core.matching.reading import may_permit, opinions
from guardian_core.matching.speaking import Bearing, bearing_of
from guardian_core.training.pairs import Judged, Kind, behaviours_of, kind_of
from guardian_core.vocabulary import Action, Statement
from policy_cache.retrieve import Index

K = 8
PER_POLICY = 60  # cases, half of them permitted
SEED = 1


@dataclass(frozen=True, slots=True)
class Case:
    """A behaviour, what the retriever finds for it, and whether the policy permits it."""

    action: Action
    statements: tuple[Statement, ...] = field(repr=False)
    risky: bool


def aggregation_rows(read: Sequence[Judged], networks: Sequence[Network]) -> Iterator[Row]:
    """One row per way, with and without the veto of a denial: the mean over the seeds. None where no policy has cases."""
    found = cases(read)
    if not found:
        return
    risky = np.array([float(case.risky) for case in found])
    vetoed = np.array([any(bearing_of(one, case.action) is Bearing.DENIES for one in case.statements) for case in found])
    read_by = [[_permitting(case, network) for case in found] for network in networks]
    for name, way in WAYS.items():
        alphas = [np.array([way(alpha)[0] for alpha in read]) for read in read_by]
        for veto in (False, True):
            measured = []
            for alpha in alphas:
                total = alpha.sum(axis=1)
                likelihood = alpha[:, 1] / total
                likelihood = np.where(vetoed, np.maximum(likelihood, DENIED), likelihood) if veto else likelihood
                measured.append(scores(likelihood, CLASSES / total, risky) | {"auc": ranked(likelihood, risky)})
            about: Row = {"aggregation": name, "veto": veto, "cases": len(found)}
            yield about | {key: float(np.mean([one[key] for one in measured])) for key in measured[0]}


def aggregated(case: Case, network: Network, way: str) -> Floats:
    """α [2] of one case."""
    return np.asarray(WAYS[way](_permitting(case, network))[0])


def _permitting(case: Case, network: Network) -> Floats:
    """α [1, k, 2] of each statement; one that may not permit keeps only its evidence against. Nothing found knows nothing."""
    if not case.statements:
        return np.ones((1, 1, CLASSES))
    acting, said = features(case.action)[None, :], np.array([features_of(one) for one in case.statements])
    alpha = opinions(acting, said, network)
    alpha[:, :, 0] = np.where(may_permit(acting, said, case.statements) > 0, alpha[:, :, 0], 1.0)
    return alpha


def cases(read: Sequence[Judged]) -> list[Case]:
    """Cases of every policy; behaviours are those that some policy here covers, so that no side has data of its own."""
    generator = random.Random(SEED)  # noqa: S311 - a reproducible sample, not a secret
    pool = sorted({action for one in read for action in behaviours_of(one.gold)[:8]}, key=repr)
    found = []
    for name in dict.fromkeys(one.policy for one in read):
        own = [one for one in read if one.policy == name]
        index = Index([one.predicted for one in own])
        mine = sorted({action for one in own for action in behaviours_of(one.gold)}, key=repr)
        generator.shuffle(mine)
        permitted = [action for action in mine[: PER_POLICY * 4] if _permits(action, own) is True][: PER_POLICY // 2]
        others: list[Action] = []
        for action in generator.sample(pool, len(pool)):
            if len(others) < len(permitted) and _permits(action, own) is False:
                others.append(action)
        for action in [*permitted[: len(others)], *others]:
            statements = tuple(scored.statement for scored in index.top(action, K))
            found.append(Case(action, statements, action not in permitted))
    return found


def _permits(action: Action, own: Sequence[Judged]) -> bool | None:
    """What a policy says by its gold fields; None where the annotators disagree."""
    kinds = {kind_of(action, one.gold) for one in own}
    if Kind.DENIED in kinds:
        return False
    if Kind.COVERED in kinds:
        return True
    return None if any(kind_of(action, one.loose) is Kind.COVERED for one in own) else False
