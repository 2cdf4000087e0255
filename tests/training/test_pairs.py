"""Labels by the documented rule, and pairs that do not give themselves away."""

import json
from collections import Counter

import pytest

from guardian_core.training.pairs import Judged, Kind, annotated, behaviour, behaviours_of, draw, judged, kind_of, main
from guardian_core.training.policy_data import Passage
from guardian_core.vocabulary import Act, Basis, Category, Purpose, Recipient, Statement
from policy_cache.annotate import FIRST_PARTY, THIRD_PARTY
from policy_cache.segment import Segment
from tests.training.test_policy_data import corpus

SHARE = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
BY_HAND = SHARE.model_copy(update={"basis": Basis.USER_INITIATED})
ADS = frozenset({Recipient.ADVERTISING})


def says(**change):
    fields = {"text": "", "acts": frozenset({Act.SHARING}), "categories": frozenset({Category.EMAIL, Category.PHONE})}
    return Statement(**fields | change)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (says(), Kind.COVERED),
        (says(recipients=ADS, purposes=frozenset({Purpose.MARKETING, Purpose.ANALYTICS})), Kind.COVERED),
        (says(recipients=frozenset({Recipient.UNKNOWN_THIRD_PARTY})), Kind.COVERED),
        (says(categories=frozenset({Category.COOKIES})), Kind.ABSENT),
        (says(categories=frozenset()), Kind.ABSENT),
        (says(acts=frozenset({Act.COLLECTION})), Kind.ABSENT),
        (says(recipients=frozenset({Recipient.GOVERNMENT})), Kind.RECIPIENT),
        (says(purposes=frozenset({Purpose.SECURITY})), Kind.PURPOSE),
        (says(choice=True), Kind.CHOICE),
        (says(negated=True), Kind.DENIED),
        (says(negated=True, categories=frozenset()), Kind.DENIED),
        (says(negated=True, categories=frozenset({Category.HEALTH})), Kind.ABSENT),
        (says(negated=True, choice=True), Kind.DENIED),
        (says(recipients=frozenset({Recipient.GOVERNMENT}), purposes=frozenset({Purpose.SECURITY})), Kind.RECIPIENT),
    ],
)  # fmt: skip
def test_labels_by_the_rule(statement, kind):
    assert kind_of(SHARE, statement) is kind


def test_takes_a_users_own_hand_for_the_choice():
    assert kind_of(BY_HAND, says(choice=True)) is Kind.COVERED


def test_does_not_ask_who_collects():
    collects = behaviour(Act.COLLECTION, Category.EMAIL, Recipient.SERVICE_PROVIDER, Purpose.SECURITY)
    assert kind_of(collects, says(acts=frozenset({Act.COLLECTION}), recipients=frozenset({Recipient.FIRST_PARTY}))) is Kind.COVERED


def test_puts_votes_together_as_the_annotator_does():
    votes = {f"practice:{THIRD_PARTY}": 3, "category:Email": 2, "purpose:marketing": 1, "flag:negated": 2}
    majority, loose = annotated(votes, 2), annotated(votes, 1)
    assert (majority.acts, majority.recipients) == (frozenset({Act.SHARING}), frozenset({Recipient.UNKNOWN_THIRD_PARTY}))
    assert (majority.purposes, majority.negated) == (frozenset(), True)
    assert loose.purposes == frozenset({Purpose.MARKETING})


def test_lets_a_named_kind_of_recipient_stand_for_third_parties():
    votes = {f"practice:{THIRD_PARTY}": 3, "recipient:unknown_third_party": 3, "recipient:advertising": 2}
    assert annotated(votes, 2).recipients == ADS


def test_lists_only_behaviours_that_are_covered():
    for statement in (says(), says(choice=True), says(recipients=ADS, purposes=frozenset({Purpose.MARKETING}))):
        listed = behaviours_of(statement)
        assert listed
        assert {kind_of(one, statement) for one in listed} == {Kind.COVERED}
    assert behaviours_of(says(negated=True)) == []


TEXTS = {
    "We collect your e-mail address to run your account.": {f"practice:{FIRST_PARTY}": 3, "category:Email": 3,
                                                             "purpose:functionality": 3},
    "We share your telephone number with advertisers for marketing.": {f"practice:{THIRD_PARTY}": 3, "category:Phone": 3,
                                                                       "purpose:marketing": 3, "recipient:advertising": 3},
    "We do not share your telephone number.": {f"practice:{THIRD_PARTY}": 3, "category:Phone": 3, "flag:negated": 3},
    "We collect cookies.": {f"practice:{FIRST_PARTY}": 2, "category:Cookies": 1},
}  # fmt: skip


def passages(policy):
    segments = tuple(Segment(text, (), place, "en") for place, text in enumerate(TEXTS))
    return [Passage(policy, segments, {}, tuple(TEXTS.values()))]


@pytest.fixture(scope="module")
def statements():
    return [one for policy in ("one.example", "two.example") for one in judged(passages(policy))]


def test_reads_a_sentence_three_ways(statements):
    cookies = statements[3]
    assert isinstance(cookies, Judged)
    assert (cookies.gold.categories, cookies.loose.categories) == (frozenset(), frozenset({Category.COOKIES}))
    assert cookies.predicted.categories == frozenset({Category.COOKIES})


def test_sets_each_behaviour_once_on_either_side_and_within_its_policy(statements):
    pairs = draw(statements, 200, seed=1)
    assert len(pairs) == 24
    for compliant, risky in zip(pairs[::2], pairs[1::2], strict=True):
        assert (compliant.risky, risky.risky) == (False, True)
        assert compliant.action == risky.action
        assert compliant.judged.policy == risky.judged.policy


def test_leaves_out_what_annotators_disagree_about(statements):
    assert all(pair.judged.gold.text != "We collect cookies." or pair.risky for pair in draw(statements, 200, seed=1))
    cookies = [pair for pair in draw(statements, 400, seed=2) if pair.action.categories == {Category.COOKIES}]
    assert not cookies


def test_is_the_same_for_a_seed(statements):
    assert draw(statements, 60, seed=5) == draw(statements, 60, seed=5)
    assert draw(statements, 60, seed=5) != draw(statements, 60, seed=6)


def test_draws_the_kinds_of_risk_evenly_if_asked(statements):
    kinds = Counter(pair.kind for pair in draw(statements, 400, seed=1, even=True) if pair.risky)
    assert kinds[Kind.DENIED] > 0
    assert kinds[Kind.ABSENT] > 0


def test_builds_a_file_by_one_command(tmp_path, monkeypatch, capsys):
    target = tmp_path / "pairs.jsonl"
    monkeypatch.setattr("sys.argv", ["pairs", "--data", str(corpus(tmp_path)), "--count", "20", "--target", str(target)])
    main()
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert len(lines) == 20
    assert capsys.readouterr().out == "20 pairs\n"
    assert lines[0]["kind"] == "covered and permitted"
    assert "data: Email" in lines[0]["behaviour"]
