"""The evidence of k statements on each behaviour in, one Dirichlet opinion per behaviour out.

Three ways; `guardian bench system1` compares them on policies that nothing was trained on. α is [m behaviours, k statements, 2].
"""

from collections.abc import Callable, Mapping

import numpy as np

from guardian_core.matching.features import Floats

type Way = Callable[[Floats], Floats]  # α [m, k, 2] to [m, 2]


def best_match(alpha: Floats) -> Floats:
    """The opinion of the statement that permits most: a policy permits what one of its statements permits.

    >>> best_match(np.array([[[9.0, 1.0], [1.0, 5.0]]])).tolist()
    [[9.0, 1.0]]
    """
    best = np.argmax(_permission(alpha), axis=1)
    return np.asarray(alpha[np.arange(len(alpha)), best])


def noisy_or(alpha: Floats) -> Floats:
    """Permissions as independent causes, 1 − Π(1 − p); as sure as the surest statement.

    >>> noisy_or(np.array([[[2.0, 2.0], [2.0, 2.0]]])).tolist()
    [[3.0, 1.0]]
    """
    permission = 1 - np.prod(1 - _permission(alpha), axis=1)
    total = alpha.sum(axis=2).max(axis=1)
    return np.stack([permission * total, (1 - permission) * total], axis=1)


def evidence_sum(alpha: Floats) -> Floats:
    """Evidence for permission adds up; against it stands what the most permitting statement leaves.

    Evidence against from the others is not added: that seven statements are about other things says nothing.

    >>> evidence_sum(np.array([[[9.0, 2.0], [3.0, 8.0]]])).tolist()
    [[11.0, 2.0]]
    """
    best = np.argmax(_permission(alpha), axis=1)
    return np.stack([1 + (alpha[:, :, 0] - 1).sum(axis=1), alpha[np.arange(len(alpha)), best, 1]], axis=1)


WAYS: Mapping[str, Way] = {"best match": best_match, "noisy-or": noisy_or, "evidence sum": evidence_sum}


def _permission(alpha: Floats) -> Floats:
    return np.asarray(alpha[:, :, 0] / alpha.sum(axis=2))
