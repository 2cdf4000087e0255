"""Training: it learns the rule, exports what numpy gives again, and chooses a temperature that calibrates."""

import numpy as np
import pytest

from guardian_core.matching.calibration import expected_calibration_error
from guardian_core.matching.evidential import CLASSES, Network
from guardian_core.matching.features import SIZE
from guardian_core.matching.synthetic import invented
from guardian_core.training.pairs import Judged, Kind, Pair, behaviour
from guardian_core.training.system1 import INVENTED, batch, fit, taught, temperature
from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement

EMAIL = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
GOLD = Statement(text="", acts=frozenset({Act.SHARING}), categories=frozenset({Category.EMAIL}))
PREDICTED = Statement(text="", acts=frozenset({Act.SHARING}))


def test_feeds_gold_or_predicted_fields():
    pairs = [Pair(EMAIL, Judged("one.example", GOLD, GOLD, PREDICTED), Kind.COVERED)]
    gold, predicted = batch(pairs, "gold"), batch(pairs, "predicted")
    assert gold.statements.sum() == predicted.statements.sum() + 1
    assert np.array_equal(gold.behaviours, predicted.behaviours)
    assert gold.risky.tolist() == [0.0]


def test_teaches_predicted_fields_with_chances_and_as_what_was_said():
    likely = PREDICTED.model_copy(update={"chances": (("category:Email", 0.4), ("practice:Third Party Sharing/Collection", 0.9))})
    pairs = [Pair(EMAIL, Judged("one.example", GOLD, GOLD, likely), Kind.COVERED)]
    examples = taught(pairs, "predicted")
    assert len(examples.risky) == len(examples.weight) == 2 + INVENTED
    assert sorted(examples.statements[0][examples.statements[0] > 0].tolist()) == [0.4, 0.9]
    assert examples.statements[1].sum() == 1.0
    assert len(taught(pairs, "gold").risky) == 1


def test_learns_the_rule_and_exports_what_torch_learned():
    pytest.importorskip("torch")
    examples = invented(600, seed=1).pairs
    network = fit(examples, seed=0, epochs=25, hidden=24)
    alpha = network.alpha(examples.behaviours, examples.statements)
    assert ((alpha[:, 1] > alpha[:, 0]) == (examples.risky > 0.5)).mean() > 0.8
    again = fit(examples, seed=0, epochs=25, hidden=24)
    assert np.array_equal(network.w1, again.w1)


def test_chooses_the_temperature_that_calibrates():
    """A network that is always sure and right three times in four: milder is better."""
    generator = np.random.default_rng(1)
    w1, w2 = np.zeros((1, 4 * SIZE)), np.array([[-30.0], [30.0]])
    w1[0, SIZE] = 1.0  # the first bit of the statement says risky
    network = Network(w1, np.zeros(1), w2, np.array([15.0, -15.0]))
    said = np.zeros((400, SIZE))
    said[:, 0] = generator.integers(0, 2, 400)
    pairs = invented(400, seed=2).pairs
    wrong = np.arange(400) % 4 == 0
    examples = type(pairs)(pairs.behaviours, said, np.where(wrong, 1 - said[:, 0], said[:, 0]), pairs.weight)

    def error(at):
        alpha = network.at(at).alpha(examples.behaviours, examples.statements)
        return expected_calibration_error(alpha[:, 1] / alpha.sum(axis=1), examples.risky)

    best = temperature(network, examples)
    assert best > 1
    assert error(best) < error(1.0)
    assert CLASSES == 2
