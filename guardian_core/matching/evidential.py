"""Features of a behaviour and of statements in, Dirichlet evidence for "compliant" and "risky" out (Sensoy et al. 2018; SPEC §5).

    ψ = [b; p; b⊙p; |b−p|] ∈ R^4d → two layers, ReLU → softplus + 1 = α;  S = Σα, p = α/S, u = K/S, L = α₂/S   (paper Eq. 11)

Only numpy is needed. Trained in torch by `guardian_core.training.system1`; the file and its model card are in `models/`.
"""

import math
import zipfile
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from guardian_core.errors import ModelError
from guardian_core.matching.features import Floats

MODEL = "models/system1.npz"
CLASSES = 2  # K: compliant, risky
_ARRAYS = ("w1", "b1", "w2", "b2")


@dataclass(frozen=True, slots=True)
class Opinion:
    """What System 1 holds of one pair, or of an action and several statements."""

    compliant: float  # α₁: 1 and the evidence for it
    risky: float  # α₂

    @property
    def likelihood(self) -> float:
        """L = α₂/S, the risky-class mass."""
        return self.risky / (self.compliant + self.risky)

    @property
    def ignorance(self) -> float:
        """u = K/S: 1 before any evidence, towards 0 as it accumulates."""
        return CLASSES / (self.compliant + self.risky)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """f_θ: the two layers; dropout is of training only. Weights of a linear layer lie as torch keeps them, [out, in]."""

    w1: Floats = field(repr=False)  # [hidden, 4d]
    b1: Floats = field(repr=False)  # [hidden]
    w2: Floats = field(repr=False)  # [2, hidden]
    b2: Floats = field(repr=False)  # [2]
    temperature: float = 1.0  # by which logits are divided: calibration on policies that were not trained on

    def __post_init__(self) -> None:
        hidden, width = self.w1.shape
        if self.b1.shape != (hidden,) or self.w2.shape != (CLASSES, hidden) or self.b2.shape != (CLASSES,) or width % 4:
            message = f"layers do not fit: {self.w1.shape}, {self.b1.shape}, {self.w2.shape}, {self.b2.shape}"
            raise ValueError(message)
        if not self.temperature > 0 or not all(np.isfinite(getattr(self, name)).all() for name in _ARRAYS):
            message = "weights that are not finite, or a temperature that is not positive"
            raise ValueError(message)

    @property
    def size(self) -> int:
        """d, the length of a feature vector."""
        return int(self.w1.shape[1]) // 4

    def alpha(self, behaviour: Floats, statements: Floats) -> Floats:
        """α of every pair: behaviour [d] or [n, d] and statements [n, d] to [n, 2]."""
        hidden = np.maximum(interaction(behaviour, statements) @ self.w1.T + self.b1, 0.0)
        return np.logaddexp(0.0, (hidden @ self.w2.T + self.b2) / self.temperature) + 1.0

    def opinion(self, behaviour: Floats, statement: Floats) -> Opinion:
        """The opinion of one pair of vectors [d]: `alpha` without what many pairs cost."""
        psi = np.concatenate((behaviour, statement, behaviour * statement, np.abs(behaviour - statement)))
        hidden = np.maximum(self.w1 @ psi + self.b1, 0.0)
        return Opinion(*(1.0 + _softplus(logit / self.temperature) for logit in (self.w2 @ hidden + self.b2).tolist()))

    def at(self, temperature: float) -> "Network":
        """The same network with another temperature."""
        return replace(self, temperature=temperature)

    @classmethod
    def load(cls, path: Path) -> "Network":
        """Read the file that training wrote.

        Raises:
            ModelError: missing or broken file.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: np.asarray(file[name], dtype=np.float64) for name in _ARRAYS}
                return cls(**arrays, temperature=float(file["temperature"]))
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
            message = (
                f"the System 1 weights {path} are missing or broken: install the package again, set likelihood.system1 = false, "
                "or train them with python -m guardian_core.training.system1"
            )
            raise ModelError(message) from None

    def save(self, path: Path) -> None:
        """Write the file that `load` reads."""
        w1, b1, w2, b2 = (np.asarray(getattr(self, name), dtype=np.float32) for name in _ARRAYS)
        np.savez_compressed(path, temperature=np.float64(self.temperature), w1=w1, b1=b1, w2=w2, b2=b2)


def _softplus(logit: float) -> float:
    return max(logit, 0.0) + math.log1p(math.exp(-abs(logit)))


def interaction(behaviour: Floats, statements: Floats) -> Floats:
    """ψ of Eq. 11: [d] or [n, d] and [n, d] to [n, 4d].

    >>> interaction(np.array([1.0, 0.0]), np.array([[1.0, 1.0]])).tolist()
    [[1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0]]
    """
    b = np.broadcast_to(behaviour, statements.shape)
    return np.concatenate([b, statements, b * statements, np.abs(b - statements)], axis=1)


@cache
def shipped() -> Network:
    """The weights that come with the package, read when first asked for; raises ModelError."""
    with as_file(files("guardian_core.matching").joinpath(MODEL)) as path:
        return Network.load(path)
