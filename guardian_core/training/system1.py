"""OPP-115 in, the weights of System 1 out (guardian_core/matching/models), trained in torch, exported for numpy.

    python -m guardian_core.training.system1 --data DIR

The 24 policies that the annotator was never trained on are never read here. Of the other 66, ten (by a seeded hash of their names)
choose the temperature of a network trained on the rest (gold fields only); then all 66 train. Two sets of weights for each of five
seeds: fed with the fields that the annotator predicts, cross-fitted, and with the fields that people annotated. Needs the extra
`train`; some minutes of one core.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from guardian_core.matching.calibration import expected_calibration_error
from guardian_core.matching.evidential import Network, interaction
from guardian_core.matching.features import SAID, Floats, features, features_of
from guardian_core.matching.gradient import Batch
from guardian_core.matching.synthetic import invented
from guardian_core.training.cross_fit import cross_fitted
from guardian_core.training.pairs import Judged, Pair, draw, judged
from guardian_core.training.policy_data import SEED, Passage, folder_of, held_out, named, policies
from guardian_core.vocabulary import Action

if TYPE_CHECKING:
    import torch  # the extra `train` only: imported where it is needed

TARGET = Path("guardian_core/matching/models")
SEEDS = range(5)
FED = ("predicted", "gold")
PAIRS, RARER, INVENTED, VALIDATION = 20_000, 8_000, 4_000, 6_000
INVENTED_SEED = 7  # not that of the hold-out of online learning
VALIDATING = 10  # policies of those not held out
HIDDEN, DROPOUT, EPOCHS, BATCH, RATE, DECAY = 64, 0.2, 12, 256, 2e-3, 1e-4
KL, ANNEALED = 0.1, 5  # λ, and the epochs over which it grows from 0
TEMPERATURES = np.geomspace(0.25, 4.0, 65)


def batch(pairs: Sequence[Pair], fed: str) -> Batch:
    """The features of pairs: [n, 42] each, with their labels."""
    acting: dict[Action, Floats] = {pair.action: features(pair.action) for pair in pairs}
    return Batch(
        np.array([acting[pair.action] for pair in pairs]),
        np.array([features_of(pair.judged.gold if fed == "gold" else pair.judged.predicted) for pair in pairs]),
        np.array([float(pair.risky) for pair in pairs]),
        np.ones(len(pairs)),
    )


def taught(pairs: Sequence[Pair], fed: str) -> Batch:
    """What a network learns from. Predicted fields stand there twice, with chances and as what was said, and beside them invented
    pairs: a statement read by the lexicon has no chances, and OPP-115 has few plain denials.
    """
    one = batch(pairs, fed)
    if fed == "gold":
        return one
    said = Batch(one.behaviours, (one.statements >= SAID).astype(np.float64), one.risky, one.weight)
    return joined(one, said, invented(INVENTED, INVENTED_SEED).pairs)


def joined(*batches: Batch) -> Batch:
    """All their pairs, in order."""
    columns = ("behaviours", "statements", "risky", "weight")
    return Batch(*(np.concatenate([getattr(one, name) for one in batches]) for name in columns))


def fit(examples: Batch, seed: int, *, epochs: int = EPOCHS, hidden: int = HIDDEN) -> Network:
    """Train f_θ by the evidential loss with annealed divergence (Sensoy et al. 2018), AdamW; temperature 1."""
    import torch  # noqa: PLC0415

    torch.manual_seed(seed)
    psi = torch.tensor(interaction(examples.behaviours, examples.statements), dtype=torch.float32)
    risky = torch.tensor(examples.risky, dtype=torch.float32)
    net = torch.nn.Sequential(
        torch.nn.Linear(psi.shape[1], hidden), torch.nn.ReLU(), torch.nn.Dropout(DROPOUT), torch.nn.Linear(hidden, 2)
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    for epoch in range(epochs):
        strength = KL * min(1.0, epoch / ANNEALED)
        for places in torch.randperm(len(psi)).split(BATCH):
            optimiser.zero_grad()
            evidential_loss(torch.nn.functional.softplus(net(psi[places])) + 1, risky[places], strength).backward()
            optimiser.step()
    return exported(net.state_dict())


def evidential_loss(alpha: "torch.Tensor", risky: "torch.Tensor", strength: float) -> "torch.Tensor":
    """`matching.gradient.loss` in torch: α [n, 2] and labels [n] to the mean."""
    import torch  # noqa: PLC0415

    total = alpha.sum(dim=1)
    share = alpha[:, 1] / total
    wrong = torch.where(risky > 0.5, alpha[:, 0], alpha[:, 1])
    divergence = wrong.log() - 1 + 1 / wrong
    return (2 * (risky - share) ** 2 + 2 * share * (1 - share) / (total + 1) + strength * divergence).mean()


def exported(weights: "Mapping[str, torch.Tensor]") -> Network:
    """The layers of torch's Sequential as numpy has them."""
    w1, b1, w2, b2 = (weights[name].detach().double().numpy() for name in ("0.weight", "0.bias", "3.weight", "3.bias"))
    return Network(w1, b1, w2, b2)


def temperature(network: Network, examples: Batch) -> float:
    """The one with the least calibration error on policies that the network was not trained on."""
    errors = []
    for value in TEMPERATURES:
        alpha = network.at(float(value)).alpha(examples.behaviours, examples.statements)
        errors.append(expected_calibration_error(alpha[:, 1] / alpha.sum(axis=1), examples.risky))
    return float(TEMPERATURES[int(np.argmin(errors))])


def readings(everything: Mapping[str, Sequence[Passage]]) -> dict[str, list[Judged]]:
    """Every policy's sentences with cross-fitted predictions."""
    predicted = cross_fitted(everything)
    return {name: judged(passages, predicted[name]) for name, passages in everything.items()}


def train(read: Mapping[str, list[Judged]], target: Path, seeds: Iterable[int] = SEEDS) -> None:
    """Write `seeds/FED-SEED.npz` for each, and the first seed on predicted fields as `system1.npz`."""
    (target / "seeds").mkdir(parents=True, exist_ok=True)
    validating = set(held_out(read, SEED + 2, VALIDATING))
    most = sampled([one for name in sorted(read) if name not in validating for one in read[name]])
    rest = draw([one for name in sorted(read) if name in validating for one in read[name]], VALIDATION, seed=2)
    every = sampled([one for name in sorted(read) for one in read[name]])
    for fed in FED:
        best = temperature(fit(taught(most, fed), min(seeds)), batch(rest, fed))
        examples = taught(every, fed)
        for seed in seeds:
            network = fit(examples, seed).at(best)
            network.save(target / "seeds" / f"{fed}-{seed}.npz")
            if (fed, seed) == ("predicted", 0):
                network.save(target / "system1.npz")
            sys.stdout.write(f"{fed}, seed {seed}: temperature {network.temperature:.2f}\n")
            sys.stdout.flush()


def sampled(statements: Sequence[Judged]) -> list[Pair]:
    """Pairs to train on: most in their natural mix, and the rarer kinds of risk beside them."""
    return [*draw(statements, PAIRS, seed=1), *draw(statements, RARER, seed=3, even=True)]


def trained_on(data: Path) -> dict[str, tuple[Passage, ...]]:
    """The policies that are not held out; those that are, are not read."""
    folder = folder_of(data)
    names = named(folder)
    kept_back = set(held_out(names))
    return policies(folder, [name for name in names if name not in kept_back])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train System 1 on OPP-115.")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds opp115")
    parser.add_argument("--target", type=Path, default=TARGET, help="the folder to write the weights to")
    arguments = parser.parse_args()
    train(readings(trained_on(arguments.data)), arguments.target)


if __name__ == "__main__":
    main()
