"""The loss by hand-computed numbers, and its gradient against finite differences and torch."""

from dataclasses import replace

import numpy as np
import pytest

from guardian_core.matching.evidential import Network, interaction
from guardian_core.matching.features import SIZE
from guardian_core.matching.gradient import Batch, loss, loss_and_gradient


def network(seed=1, hidden=5, size=SIZE):
    generator = np.random.default_rng(seed)
    shapes = ((hidden, 4 * size), (hidden,), (2, hidden), (2,))
    return Network(*(generator.normal(scale=0.4, size=shape) for shape in shapes), temperature=1.3)


def batch(count=12, size=SIZE, seed=2):
    generator = np.random.default_rng(seed)
    b, p = (generator.integers(0, 2, (count, size)).astype(float) for _ in range(2))
    return Batch(b, p, generator.integers(0, 2, count).astype(float), generator.random(count) + 0.1)


def test_computes_the_loss_of_one_pair_by_hand():
    """α = (1, 3), risky: (1 − 3/4)² twice, variance 2·(3/16)/5, divergence of the wrong α = 1: none."""
    found = loss(np.array([[1.0, 3.0]]), np.array([1.0]), strength=1.0)
    assert found[0] == pytest.approx(2 / 16 + 2 * 3 / 16 / 5)


def test_charges_evidence_for_the_wrong_class():
    """α = (3, 1), risky: 2·(3/4)² + 2·(3/16)/5 + λ (ln 3 − 1 + 1/3)."""
    found = loss(np.array([[3.0, 1.0]]), np.array([1.0]), strength=0.5)
    assert found[0] == pytest.approx(2 * 9 / 16 + 2 * 3 / 16 / 5 + 0.5 * (np.log(3) - 2 / 3))


def test_has_the_divergence_of_a_beta_from_the_uniform():
    """KL[Beta(1, β) ‖ uniform] by numerical integration."""
    beta, x = 4.0, (np.arange(200_000) + 0.5) / 200_000
    density = beta * (1 - x) ** (beta - 1)
    integral = float((density * np.log(density)).mean())
    assert np.log(beta) - 1 + 1 / beta == pytest.approx(integral, abs=1e-4)


@pytest.mark.parametrize("name", ["w1", "b1", "w2", "b2"])
def test_has_the_gradient_of_finite_differences(name):
    net, examples = network(size=3), batch(size=3)
    _, gradient = loss_and_gradient(net, examples, 0.3)
    step = 1e-6
    for place in np.ndindex(getattr(net, name).shape):
        values = []
        for sign in (1, -1):
            moved = getattr(net, name).copy()
            moved[place] += sign * step
            values.append(loss_and_gradient(replace(net, **{name: moved}), examples, 0.3)[0])
        assert gradient[name][place] == pytest.approx((values[0] - values[1]) / (2 * step), abs=1e-6)


def test_has_the_gradient_of_torch():
    torch = pytest.importorskip("torch")
    from guardian_core.training.system1 import evidential_loss

    net, examples = network(), replace(batch(), weight=np.ones(12))
    weights = {name: torch.tensor(getattr(net, name), requires_grad=True) for name in ("w1", "b1", "w2", "b2")}
    psi = torch.tensor(interaction(examples.behaviours, examples.statements))
    hidden = torch.relu(psi @ weights["w1"].T + weights["b1"])
    alpha = torch.nn.functional.softplus((hidden @ weights["w2"].T + weights["b2"]) / net.temperature) + 1
    value = evidential_loss(alpha, torch.tensor(examples.risky), 0.3)
    value.backward()
    found, gradient = loss_and_gradient(net, examples, 0.3)
    assert found == pytest.approx(value.item(), abs=1e-9)
    for name, slope in gradient.items():
        assert slope == pytest.approx(weights[name].grad.numpy(), abs=1e-9)


def test_weighs_pairs():
    net, examples = network(), batch()
    one = replace(examples, weight=np.eye(12)[3])
    assert loss_and_gradient(net, one, 0.1)[0] == pytest.approx(loss_and_gradient(net, one.part(np.array([3])), 0.1)[0])


def test_joins_and_parts_batches():
    whole = batch().joined(batch(3, seed=5))
    assert len(whole) == 15
    assert np.array_equal(whole.part(np.arange(12, 15)).behaviours, batch(3, seed=5).behaviours)
