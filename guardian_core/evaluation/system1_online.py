"""OPP-115 in, how System 1 does while it learns from a teacher out: the rows of `guardian bench system1 --online` (paper Table 19).

A stream of 2,000 events from sixteen of the held-out policies, a test of 400 from the other eight; both as `training.pairs` draws
them. Where System 1 is unsure (u ≥ 0.25) the teacher labels the event; updates go through the cap per policy and the gate of
`matching.updating`, as in the proxy. Two streams: with predicted fields, which the shipped weights were trained for, and with gold
fields, which are read better than what they were trained for. The teacher is OPP-115's label, or a language model.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from guardian_core.evaluation.system1 import held_out_passages
from guardian_core.matching.calibration import TAU_U, Row, opinions, scores
from guardian_core.matching.evidential import Network, shipped
from guardian_core.matching.gradient import Batch
from guardian_core.matching.updating import Label, capped, update
from guardian_core.training.pairs import Pair, draw, judged
from guardian_core.training.system1 import FED, batch

EVENTS, TEST, EVERY = 2_000, 400, 500
PER_UPDATE = 250  # events
STREAMED = 16  # policies
PUBLISHED = {0: (0.920, 0.0375), 500: (0.970, 0.0200), 1000: (0.993, 0.0025), 1500: (0.998, 0.0025), 2000: (1.000, 0.0025)}

type Teacher = Callable[[Pair], float | None]  # the likelihood of a violation; None where it has no answer


def by_annotators(pair: Pair) -> float:
    """The label of OPP-115, as sure as a label is."""
    return float(pair.risky)


def run(data: Path, teacher: Teacher = by_annotators, name: str = "OPP-115") -> list[Row]:
    """Every row; empty where there is no OPP-115."""
    read = {policy: judged(passages) for policy, passages in held_out_passages(data).items()}
    names = list(read)
    stream = draw([one for policy in names[:STREAMED] for one in read[policy]], EVENTS, seed=3) if names else []
    test = draw([one for policy in names[STREAMED:] for one in read[policy]], TEST, seed=4) if names else []
    return [row for fed in FED if stream and test for row in bootstrapped(stream, test, fed, teacher, name)]


def bootstrapped(stream: Sequence[Pair], test: Sequence[Pair], fed: str, teacher: Teacher, name: str) -> Iterator[Row]:
    """The rows of one stream: after every 500 events."""
    order = [int(place) for place in np.random.default_rng(5).permutation(len(stream))]
    events, asked = batch([stream[place] for place in order], fed), batch(test, fed)
    network = base = shipped()
    labels: list[Label] = []
    refused = 0
    about: Row = {"dataset": "OPP-115 (held out)", "fields": fed, "teacher": name}
    yield about | _measured(network, asked, 0, labels, refused)
    for start in range(0, len(order), PER_UPDATE):
        places = range(start, min(start + PER_UPDATE, len(order)))
        pairs = [stream[order[place]] for place in places]
        heard = list(_taught(network, events.part(np.array(places)), pairs, teacher))
        labels += heard
        if heard:  # as in the proxy: what was learned once is not learned again
            made = update(network, base, labels)
            network, refused = made.network, refused + (not made.accepted)
        reached = places.stop
        if reached % EVERY == 0 or reached == len(order):
            yield about | _measured(network, asked, reached, labels, refused)


def _taught(network: Network, events: Batch, pairs: Sequence[Pair], teacher: Teacher) -> Iterator[Label]:
    """A label for each event that System 1 is unsure of and the teacher has an answer for."""
    _, ignorance = opinions(network, events)
    for place in np.flatnonzero(ignorance >= TAU_U).tolist():
        said = teacher(pairs[place])
        if said is not None:
            owner = pairs[place].judged.policy
            yield Label(owner, events.behaviours[place], events.statements[place], said >= 0.5, abs(2 * said - 1))


def _measured(network: Network, test: Batch, events: int, labels: Sequence[Label], refused: int) -> Row:
    found = scores(*opinions(network, test), test.risky)
    row: Row = {"events": events, "labels": len(labels), "labels_in_force": len(capped(labels)), "updates_refused": refused}
    published = PUBLISHED.get(events)
    if published:
        row |= {"published_accuracy": published[0], "published_escalation": published[1]}
    return row | {"accuracy": found["accuracy"], "escalation": found["escalation"], "ece": found["ece"], "brier": found["brier"]}
