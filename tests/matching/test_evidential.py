"""The network: worked arithmetic, files, and the very numbers that torch gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.errors import ModelError
from guardian_core.matching.evidential import Network, Opinion, interaction, shipped
from guardian_core.matching.features import NAMES, SIZE

REFERENCE = {  # torch 2.15, float64: softplus(Linear(ReLU(Linear(ψ)))) + 1 of the network below for (1, 0) beside (1, 1), (0, 1)
    "alpha": [[3.1269280110429727, 1.4740769841801067], [2.3132616875182226, 2.3132616875182226]],
}


def small(temperature=1.0):
    w1 = np.array([[1.0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 1, -1.0]])
    return Network(w1, np.array([0.0, -0.5]), np.array([[1.0, 0.0], [-0.5, 2.0]]), np.array([0.0, 0.5]), temperature)


def test_builds_the_interaction_map_of_equation_11():
    b, p = np.array([1.0, 0.0, 1.0]), np.array([[0.0, 1.0, 1.0]])
    assert interaction(b, p).tolist() == [[1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0]]


def test_gives_the_likelihood_and_the_ignorance_of_dirichlet_evidence():
    opinion = Opinion(compliant=2.0, risky=6.0)
    assert opinion.likelihood == 0.75
    assert opinion.ignorance == 0.25


def test_computes_what_one_can_compute_by_hand():
    """(1, 0) beside (1, 1): ψ = 1 0 1 1 1 0 0 1, hidden 2 and 0 (from −0.5), logits 2 and −0.5."""
    (found,) = small().alpha(np.array([1.0, 0.0]), np.array([[1.0, 1.0]]))
    assert found == pytest.approx([np.log1p(np.exp(2.0)) + 1, np.log1p(np.exp(-0.5)) + 1], abs=1e-12)


def test_gives_what_torch_gave():
    found = small().alpha(np.array([1.0, 0.0]), np.array([[1.0, 1.0], [0.0, 1.0]]))
    assert found == pytest.approx(np.array(REFERENCE["alpha"]), abs=1e-6)


def test_equals_torch():
    torch = pytest.importorskip("torch")
    generator = np.random.default_rng(7)
    b, p = (generator.integers(0, 2, (50, SIZE)).astype(float) for _ in range(2))
    for network in (small_random(generator), shipped()):
        psi = torch.tensor(interaction(b, p))
        hidden = torch.relu(torch.nn.functional.linear(psi, torch.tensor(network.w1), torch.tensor(network.b1)))
        logits = torch.nn.functional.linear(hidden, torch.tensor(network.w2), torch.tensor(network.b2))
        alpha = torch.nn.functional.softplus(logits / network.temperature) + 1
        assert network.alpha(b, p) == pytest.approx(alpha.numpy(), abs=1e-6)


def small_random(generator):
    shapes = ((16, 4 * SIZE), (16,), (2, 16), (2,))
    return Network(*(generator.normal(size=shape) for shape in shapes), temperature=1.7)


def test_takes_many_statements_at_once_as_one_by_one():
    generator = np.random.default_rng(3)
    network, b = small_random(generator), generator.integers(0, 2, SIZE).astype(float)
    p = generator.integers(0, 2, (8, SIZE)).astype(float)
    one_by_one = [network.alpha(b, row[None, :])[0] for row in p]
    assert network.alpha(b, p) == pytest.approx(np.array(one_by_one))
    assert network.opinion(b, p[0]).risky == pytest.approx(one_by_one[0][1])


def test_knows_less_at_a_higher_temperature():
    b, p = np.array([1.0, 0.0]), np.array([1.0, 1.0])
    assert small(4.0).opinion(b, p).ignorance > small(1.0).opinion(b, p).ignorance


@given(st.lists(st.booleans(), min_size=SIZE, max_size=SIZE), st.lists(st.booleans(), min_size=SIZE, max_size=SIZE))
def test_always_has_a_likelihood_and_an_ignorance_between_zero_and_one(b, p):
    opinion = shipped().opinion(np.array(b, dtype=float), np.array(p, dtype=float))
    assert 0 < opinion.likelihood < 1
    assert 0 < opinion.ignorance <= 1


def test_survives_its_file(tmp_path):
    small(1.5).save(tmp_path / "weights.npz")
    again = Network.load(tmp_path / "weights.npz")
    assert again.temperature == 1.5
    assert np.array_equal(again.w1, small().w1)


@pytest.mark.parametrize("content", [None, b"", b"no archive", b"PK\x03\x04 cut"])
def test_says_what_to_do_about_missing_or_broken_weights(tmp_path, content):
    path = tmp_path / "weights.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=r"likelihood\.system1 = false"):
        Network.load(path)


@pytest.mark.parametrize(
    "change", [{"b1": np.zeros(3)}, {"w2": np.zeros((3, 2))}, {"w1": np.full((2, 8), np.nan)}, {"temperature": 0.0}]
)
def test_refuses_layers_that_do_not_fit(change):
    right = {"w1": small().w1, "b1": small().b1, "w2": small().w2, "b2": small().b2, "temperature": 1.0}
    with pytest.raises(ValueError, match=r"fit|finite"):
        Network(**right | change)


def test_ships_weights_for_the_forty_two_features():
    assert shipped().size == len(NAMES)


def test_tells_plain_cases_apart():
    """The shipped weights, fed as the proxy feeds them: disclosed, denied, other data."""
    named = {name: index for index, name in enumerate(NAMES)}

    def bits(*names):
        vector = np.zeros(SIZE)
        vector[[named[name] for name in names]] = 1.0
        return vector

    acting = bits("data: Email", "recipient: first_party", "purpose: marketing", "act: collection")
    discloses = bits("data: Email", "recipient: first_party", "purpose: marketing", "act: collection")
    denies = discloses + bits("does not")
    other = bits("data: Cookies", "recipient: first_party", "act: collection")
    disclosed, denied, elsewhere = (shipped().opinion(acting, said).likelihood for said in (discloses, denies, other))
    assert disclosed < 0.5 < min(denied, elsewhere)
