"""Pairs of features with labels in, the evidential loss and its gradient by hand out: online updates need no torch.

The loss is Sensoy et al.'s (2018) for K = 2: the expected squared error of p ~ Dir(α), and, times λ, the divergence from ignorance
of the evidence for the wrong class,

    Σ_k (y_k − α_k/S)² + p_k(1 − p_k)/(S + 1)  +  λ (ln β − 1 + 1/β),   β = α of the wrong class.

The last is KL[Dir(α̃) ‖ Dir(1, 1)] in closed form, since α̃ has a 1 where the right class is.
"""

from dataclasses import dataclass, field

import numpy as np

from guardian_core.matching.evidential import Network, interaction
from guardian_core.matching.features import Floats

type Gradient = dict[str, Floats]  # by the names of Network's arrays


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """n labelled pairs."""

    behaviours: Floats = field(repr=False)  # [n, d]
    statements: Floats = field(repr=False)  # [n, d]
    risky: Floats = field(repr=False)  # [n] of 0 and 1
    weight: Floats = field(repr=False)  # [n], what each counts

    def __len__(self) -> int:
        return len(self.risky)

    def part(self, places: Floats) -> "Batch":
        """The pairs at `places`, or where a mask is true."""
        return Batch(self.behaviours[places], self.statements[places], self.risky[places], self.weight[places])

    def joined(self, other: "Batch") -> "Batch":
        """Both, this one first."""
        return Batch(
            np.concatenate([self.behaviours, other.behaviours]),
            np.concatenate([self.statements, other.statements]),
            np.concatenate([self.risky, other.risky]),
            np.concatenate([self.weight, other.weight]),
        )


def loss(alpha: Floats, risky: Floats, strength: float) -> Floats:
    """The loss of each pair: α [n, 2] and labels [n] to [n]; `strength` is λ."""
    total = alpha.sum(axis=1)
    share = alpha[:, 1] / total
    wrong = np.where(risky > 0.5, alpha[:, 0], alpha[:, 1])
    return np.asarray(2 * (risky - share) ** 2 + 2 * share * (1 - share) / (total + 1) + strength * (np.log(wrong) - 1 + 1 / wrong))


def loss_and_gradient(network: Network, batch: Batch, strength: float) -> tuple[float, Gradient]:
    """The weighted mean loss over the batch and its derivative by every weight."""
    psi = interaction(batch.behaviours, batch.statements)
    before = psi @ network.w1.T + network.b1
    hidden = np.maximum(before, 0.0)
    logits = (hidden @ network.w2.T + network.b2) / network.temperature
    alpha = np.logaddexp(0.0, logits) + 1.0
    weight = batch.weight / max(float(batch.weight.sum()), 1e-12)
    by_logit = weight[:, None] * _by_alpha(alpha, batch.risky, strength) * _sigmoid(logits) / network.temperature
    by_hidden = (by_logit @ network.w2) * (before > 0)
    gradient = {"w1": by_hidden.T @ psi, "b1": by_hidden.sum(axis=0), "w2": by_logit.T @ hidden, "b2": by_logit.sum(axis=0)}
    return float(weight @ loss(alpha, batch.risky, strength)), gradient


def _by_alpha(alpha: Floats, risky: Floats, strength: float) -> Floats:
    """∂loss/∂α [n, 2]."""
    total = alpha.sum(axis=1)
    share = alpha[:, 1] / total
    by_share = -4 * (risky - share) + 2 * (1 - 2 * share) / (total + 1)
    by_total = -2 * share * (1 - share) / (total + 1) ** 2
    found = np.stack([by_total - by_share * alpha[:, 1] / total**2, by_total + by_share * alpha[:, 0] / total**2], axis=1)
    wrong = np.where(risky > 0.5, 0, 1)
    rows = np.arange(len(alpha))
    beta = alpha[rows, wrong]
    found[rows, wrong] += strength * (1 / beta - 1 / beta**2)
    return np.asarray(found)


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(np.exp(-np.logaddexp(0.0, -x)))
