"""guardian bench system1: rows over a made-up corpus, and the must-haves on the real one."""

import numpy as np
import pytest

from guardian_core.evaluation import system1_report
from guardian_core.evaluation.policy_encoder import ENCODER
from guardian_core.evaluation.system1 import calibration, run, sample
from guardian_core.evaluation.system1_aggregation import Case, aggregated, aggregation_rows
from guardian_core.matching.aggregate import WAYS
from guardian_core.matching.evidential import shipped
from guardian_core.training.pairs import behaviour, judged
from guardian_core.training.policy_data import Passage
from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from policy_cache.annotate import FIRST_PARTY
from policy_cache.segment import Segment
from tests.training.test_policy_data import COLLECT, corpus

METRICS = {"accuracy", "precision", "recall", "f1", "ece", "brier", "escalation"}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv(ENCODER, raising=False)
        return run(corpus(tmp_path_factory.mktemp("opp")), count=60)


def test_has_the_three_rows_with_five_seeds_their_mean_and_spread(rows):
    found = [(row["fields"], row["method"], row["seed"]) for row in rows if row.get("mix") == "natural" and "kind" not in row]
    for fields in ("predicted", "gold"):
        assert [seed for fed, method, seed in found if (fed, method) == (fields, "system1")] == [0, 1, 2, 3, 4, "mean"]
    assert ("predicted", "oracle rule", "none") in found
    for row in rows:
        assert "aggregation" in row or "kind" in row or "not_run" in row or row.keys() >= METRICS
    mean = next(row for row in rows if row.get("seed") == "mean")
    seeds = [row["accuracy"] for row in rows if row.get("seed") in range(5) and "kind" not in row and row["mix"] == "natural"][:5]
    assert mean["accuracy"] == pytest.approx(np.mean(seeds))
    assert mean["spread"]["accuracy"] == pytest.approx(np.std(seeds, ddof=1))
    assert 0 < mean["p50_us"] <= mean["p95_us"]


def test_is_right_about_a_plain_corpus(rows):
    gold = next(row for row in rows if row.get("fields") == "gold" and row.get("seed") == "mean")
    assert gold["accuracy"] > 0.9


def test_says_what_the_wrong_ones_were_read_as(rows):
    kinds = {row["kind"]: row for row in rows if "kind" in row and row["mix"] == "natural"}
    assert set(kinds) == {"covered and permitted", "absent"}
    for row in kinds.values():
        assert sum(row["wrong_read_as"].values()) == round(row["pairs"] * (1 - row["accuracy"]))


def one_sentence(policy, text, category):
    votes = {f"practice:{FIRST_PARTY}": 3, f"category:{category}": 3}
    return [Passage(policy, (Segment(text, (), 0, "en"),), {}, (votes,))]


def test_compares_the_ways_on_whole_policies_with_and_without_veto():
    policies = [
        one_sentence("one.example", "We collect your e-mail address.", "Email"),
        one_sentence("two.example", "We use cookies on our site.", "Cookies"),
    ]
    found = list(aggregation_rows([one for of in policies for one in judged(of)], [shipped()]))
    assert [(row["aggregation"], row["veto"]) for row in found] == [(name, veto) for name in WAYS for veto in (False, True)]
    assert found[0]["cases"] == 32
    assert found[0]["auc"] > 0.9
    assert "best match" in system1_report.render(found)


def test_prints_them(rows):
    printed = system1_report.render(rows)
    for words in ("predicted", "oracle rule", "absent", "Published", "±", "minilm", "not run"):
        assert words in printed


def test_shows_pairs_to_read(tmp_path):
    pairs = sample(corpus(tmp_path), 6)
    assert len(pairs) == 6
    assert [pair["label"] for pair in pairs] == ["compliant", "risky"] * 3
    assert pairs[0]["statement"] == COLLECT
    assert "collection of Email by" in pairs[0]["behaviour"]
    assert COLLECT in system1_report.render_sample(pairs)


def test_draws_its_reliability(tmp_path):
    bins = calibration(corpus(tmp_path))
    assert sum(row["share"] for row in bins) == pytest.approx(1)
    text, svg = system1_report.reliability_csv(bins), system1_report.reliability_svg(bins, "t")
    assert text.splitlines()[0] == "from,to,share,confidence,right"
    assert len(text.splitlines()) == 1 + len(bins) == 1 + svg.count("<circle")


def test_has_nothing_to_say_without_the_corpus(tmp_path):
    assert run(tmp_path) == []
    assert sample(tmp_path, 4) == []


def test_knows_nothing_where_nothing_was_found():
    case = Case(behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING), (), risky=True)
    assert aggregated(case, shipped(), "best match").tolist() == [1.0, 1.0]


@pytest.mark.parametrize("way", WAYS)
def test_lets_no_denial_permit(way):
    acting = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
    denial = Statement(text="", acts=frozenset({Act.SHARING}), categories=frozenset({Category.EMAIL}), negated=True)
    alpha = aggregated(Case(acting, (denial,), risky=True), shipped(), way)
    assert alpha[1] / alpha.sum() >= 0.5
