"""OPP-115 in, how well System 1 tells compliant from risky out: the rows of `guardian bench system1` (paper Table 12).

Only policies that neither the annotator nor System 1 was trained on. What a row means is in its keys:

    fields   predicted (what the annotator reads from the text; the headline), gold (what people annotated), text (none)
    method   system1 (weights trained on the same kind of fields), oracle rule (the rule that made the labels), shipped on gold,
             minilm (`system1_encoder`: 384 numbers of the texts themselves, where an encoder is at hand)
    mix      natural: a risky partner is any other sentence of the policy about data; even: kinds of risk as evenly as they exist
    seed     of the training; "mean" has the mean over the seeds, and `spread`, the standard deviation of each number
    kind     for the errors: why a pair has its label, and what the rule makes of the predicted fields

and those of `system1_aggregation`.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from guardian_core.evaluation.system1_aggregation import aggregation_rows
from guardian_core.evaluation.system1_encoder import encoder_rows
from guardian_core.matching.calibration import Row, mean, opinions, reliability, scores
from guardian_core.matching.evidential import Network, shipped
from guardian_core.matching.features import Floats, features, features_of
from guardian_core.training.pairs import Judged, Kind, Pair, draw, judged, kind_of
from guardian_core.training.policy_data import Passage, folder_of, held_out, named, policies
from guardian_core.training.system1 import FED, SEEDS, batch, trained_on

COUNT = 6_392  # pairs, as in the paper's test
DRAWN = 1  # the seed of the pairs
DATASET = "OPP-115 (held out)"
TIMED, WARMING = 2_000, 100  # pairs: so many are timed, after so many that are not


def held_out_passages(data: Path) -> dict[str, tuple[Passage, ...]]:
    """The policies that nothing was trained on; empty where there is no OPP-115."""
    folder = folder_of(data)
    names = held_out(named(folder)) if (folder / "annotations").is_dir() else ()
    return policies(folder, names)


def run(data: Path, *, count: int = COUNT) -> list[Row]:
    """Every row; empty where there is no OPP-115."""
    passages = held_out_passages(data)
    if not passages:
        return []
    read = [one for of in passages.values() for one in judged(of)]
    mixes = {mix: draw(read, count, DRAWN, even=mix == "even") for mix in ("natural", "even")}
    rows = [{"mix": mix} | row for mix, pairs in mixes.items() for row in pair_rows(pairs)]
    rows += encoder_rows(lambda: trained_on(data), mixes)
    rows += aggregation_rows(read, networks("predicted"))
    return [{"dataset": DATASET} | row for row in rows]


def pair_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """The rows over one set of pairs."""
    for fed in FED:
        examples = batch(pairs, fed)
        about: Row = {"fields": fed, "method": "system1"}
        measured = [scores(*opinions(network, examples), examples.risky) for network in networks(fed)]
        for seed, one in zip(SEEDS, measured, strict=True):
            yield about | {"seed": seed} | one
        yield about | {"seed": "mean"} | mean(measured) | {"pairs": len(pairs)} | speed(pairs, fed)
    examples = batch(pairs, "predicted")
    said = np.array([float(kind_of(pair.action, pair.judged.predicted) is not Kind.COVERED) for pair in pairs])
    oracle = scores(said, np.zeros(len(said)), examples.risky)
    yield {"fields": "predicted", "method": "oracle rule", "seed": "none", "pairs": len(pairs)} | oracle
    gold = batch(pairs, "gold")
    yield {"fields": "gold", "method": "shipped on gold", "seed": 0, "pairs": len(pairs)} | scores(
        *opinions(shipped(), gold), gold.risky
    )
    yield from error_rows(pairs, opinions(shipped(), examples)[0])


def networks(fed: str) -> list[Network]:
    """The weights of every seed, as they ship."""
    with as_file(files("guardian_core.matching").joinpath("models/seeds")) as folder:
        return [Network.load(folder / f"{fed}-{seed}.npz") for seed in SEEDS]


def speed(pairs: Sequence[Pair], fed: str) -> Row:
    """Microseconds from nouns to an opinion, features included, one pair at a time."""
    network = networks(fed)[0]
    taken = []
    for pair in [*pairs[:WARMING], *pairs[:TIMED]]:
        statement = pair.judged.gold if fed == "gold" else pair.judged.predicted
        start = time.perf_counter()
        network.opinion(features(pair.action), features_of(statement))
        taken.append(time.perf_counter() - start)
    middle, high = np.percentile(taken[WARMING:], (50, 95)) * 1e6
    return {"p50_us": float(middle), "p95_us": float(high)}


def error_rows(pairs: Sequence[Pair], likelihood: Floats) -> Iterator[Row]:
    """Per kind of pair, how many are right, and what the rule makes of the predicted fields of those that are wrong."""
    for kind in Kind:
        places = [place for place, pair in enumerate(pairs) if pair.kind is kind]
        wrong = [pairs[place] for place in places if (likelihood[place] >= 0.5) != pairs[place].risky]
        read_as = Counter(kind_of(pair.action, pair.judged.predicted).value for pair in wrong)
        if places:
            yield {
                "fields": "predicted",
                "method": "system1",
                "seed": 0,
                "kind": kind.value,
                "pairs": len(places),
                "accuracy": 1 - len(wrong) / len(places),
                "wrong_read_as": dict(read_as.most_common()),
            }


def sample(data: Path, count: int) -> list[Row]:
    """Pairs for a person to read: the behaviour, the sentence, its label and why, and what System 1 says."""
    passages = held_out_passages(data)
    read: list[Judged] = [one for of in passages.values() for one in judged(of)]
    rows: list[Row] = []
    for pair in draw(read, max(2, count + count % 2), DRAWN, even=True)[:count]:
        (category,), (recipient,), (purpose,) = pair.action.categories, pair.action.recipients, pair.action.purposes
        opinion = shipped().opinion(features(pair.action), features_of(pair.judged.predicted))
        rows.append(
            {
                "label": "risky" if pair.risky else "compliant",
                "kind": pair.kind.value,
                "behaviour": f"{pair.action.act} of {category} by {recipient} for {purpose}, {pair.action.basis}",
                "statement": " ".join(pair.judged.gold.text.split()),
                "likelihood": round(opinion.likelihood, 3),
                "uncertainty": round(opinion.ignorance, 3),
                "policy": pair.judged.policy,
            }
        )
    return rows


def calibration(data: Path) -> list[Row]:
    """The reliability of the shipped weights on predicted fields, by bins of confidence."""
    read = [one for of in held_out_passages(data).values() for one in judged(of)]
    examples = batch(draw(read, COUNT, DRAWN), "predicted")
    return [*reliability(opinions(shipped(), examples)[0], examples.risky)]
