"""Online learning: a few labels move what they are about, the cap and the gate hold against a flood of wrong ones."""

from dataclasses import replace

import numpy as np

from guardian_core.matching.evidential import shipped
from guardian_core.matching.features import NAMES, SIZE
from guardian_core.matching.synthetic import invented
from guardian_core.matching.updating import MORE_PERMISSION, Label, capped, quality, update


def bits(*names):
    vector = np.zeros(SIZE)
    vector[[NAMES.index(name) for name in names]] = 1.0
    return vector


ACTING = bits("data: Email", "recipient: analytics", "purpose: analytics", "act: sharing")
SAYS = bits("data: Email", "recipient: unknown_third_party", "act: sharing", "act: collection", "choice")


def label(owner="a", risky=True, statement=SAYS, behaviour=ACTING, weight=0.9):
    return Label(owner, behaviour, statement, risky, weight)


def test_keeps_the_newest_of_each_owner():
    labels = [replace(label("a"), weight=number / 10) for number in range(5)] + [label("b")]
    kept = capped(labels, most=2)
    assert [(one.owner, one.weight) for one in kept] == [("a", 0.3), ("a", 0.4), ("b", 0.9)]


def test_learns_from_what_several_owners_policies_show_and_leaves_the_rest():
    before = shipped().opinion(ACTING, SAYS).likelihood
    made = update(shipped(), shipped(), [label(f"owner{number}", risky=before < 0.5) for number in range(24)])
    assert made.accepted, made.why
    assert abs(made.network.opinion(ACTING, SAYS).likelihood - before) > 0.2
    pairs = invented(400, seed=9).pairs

    def said(network):
        alpha = network.alpha(pairs.behaviours, pairs.statements)
        return alpha[:, 1] > alpha[:, 0]

    assert (said(made.network) == said(shipped())).mean() > 0.95


def test_refuses_a_flood_that_calls_denials_permissions():
    """Poison: every invented denial labelled compliant, by as many owners as there are labels."""
    made = invented(2_000, seed=3)
    denials = [place for place, kind in enumerate(made.kinds) if kind == "denied"]
    poison = [
        label(f"o{place}", risky=False, statement=made.pairs.statements[place], behaviour=made.pairs.behaviours[place])
        for place in denials
    ]
    result = update(shipped(), shipped(), poison)
    assert not result.accepted
    assert result.network is shipped()
    assert "denials" in result.why or "hold-out" in result.why


def test_lets_no_series_of_small_steps_pass_the_gate():
    made = invented(2_000, seed=3)
    network = shipped()
    places = [place for place, kind in enumerate(made.kinds) if kind in {"denied", "absent"}]
    for start in (0, 20):
        poison = [
            label(f"o{place}", risky=False, statement=made.pairs.statements[place], behaviour=made.pairs.behaviours[place])
            for place in places[start : start + 20]
        ]
        network = update(network, shipped(), poison).network
    before, after = quality(shipped()), quality(network)
    assert after.permits_denied <= before.permits_denied + MORE_PERMISSION
    assert after.permits_absent <= before.permits_absent + MORE_PERMISSION


def test_does_nothing_without_labels():
    result = update(shipped(), shipped(), [])
    assert (result.accepted, result.network) == (False, shipped())


def test_is_the_same_every_time():
    labels = [label(f"owner{index}") for index in range(8)]
    one, again = update(shipped(), shipped(), labels), update(shipped(), shipped(), labels)
    assert np.array_equal(one.network.w1, again.network.w1)
