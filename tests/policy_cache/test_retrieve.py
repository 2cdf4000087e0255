"""The hybrid score, computed by hand and by the index."""

import pytest
from rank_bm25 import BM25Okapi

from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from policy_cache.retrieve import ALPHA, BONUS, WEIGHTS, Index, tokens
from tests.policy_cache.world import action

MAIL = Statement(
    text="We use your email address to provide our services.",
    position=0,
    categories=frozenset({Category.EMAIL}),
    acts=frozenset({Act.COLLECTION}),
    purposes=frozenset({Purpose.FUNCTIONALITY}),
    recipients=frozenset({Recipient.FIRST_PARTY}),
)
SALE = Statement(
    text="We sell phone numbers to brokers.", position=1, categories=frozenset({Category.PHONE}), acts=frozenset({Act.SHARING})
)
KEEP = Statement(text="We retain records for years.", position=2, retention=True)
OFFICE = Statement(text="The office has green doors.", position=3)
FILLER = tuple(
    Statement(text=f"Paragraph {word} talks about nothing.", position=4 + n) for n, word in enumerate(("one", "two", "six"))
)
POLICY = (MAIL, SALE, KEEP, OFFICE, *FILLER)


def test_uses_the_weights_of_the_specification() -> None:
    assert ALPHA == 0.6
    assert WEIGHTS == {"data": 0.35, "act": 0.35, "purpose": 0.20, "recipient": 0.10}


def test_scores_a_full_match_by_hand() -> None:
    best = Index(POLICY).top(action("shop.test"), 8)[0]
    assert best.statement == MAIL
    assert best.structured == pytest.approx(1.0 / (1.0 + sum(BONUS.values())))
    assert best.lexical == 1.0  # the best of its policy
    assert best.score == pytest.approx(0.6 * best.structured + 0.4 * best.lexical)


def test_counts_the_share_of_the_action_that_a_statement_covers() -> None:
    """ρ = |a ∩ s| / |a|: one of two categories is half, and more than asked for is not more than all."""
    both = action("shop.test", categories={Category.EMAIL, Category.PHONE})
    scored = {entry.statement.position: entry for entry in Index(POLICY).top(both, 8)}
    total = 1.0 + sum(BONUS.values())
    assert scored[0].structured == pytest.approx((0.35 / 2 + 0.35 + 0.20 + 0.10) / total)
    assert scored[1].structured == pytest.approx(0.35 / 2 / total)


def test_adds_bonuses_only_to_what_matters() -> None:
    kept = MAIL.model_copy(update={"retention": True, "rights": True, "position": 1})
    scored = Index((MAIL, kept, KEEP, *FILLER)).top(action("shop.test"), 8)
    assert [entry.statement.position for entry in scored[:2]] == [1, 0]
    assert scored[0].structured - scored[1].structured == pytest.approx(
        (BONUS["rights"] + BONUS["retention"]) / (1.0 + sum(BONUS.values()))
    )
    assert KEEP not in [entry.statement for entry in scored]


def test_agrees_with_bm25_over_the_whole_query() -> None:
    index = Index(POLICY)
    query = tokens("sell phone brokers email")
    expected = BM25Okapi([tokens(one.text) for one in POLICY], k1=1.5, b=0.75).get_scores(query)
    found = {entry.statement.position: entry.lexical for entry in index.search(8, text="sell phone brokers email")}
    assert found == {n: pytest.approx(score / max(expected)) for n, score in enumerate(expected) if score > 0}


def test_keeps_the_order_of_the_policy_among_equals() -> None:
    same = [MAIL.model_copy(update={"position": n}) for n in range(20)]
    for _ in range(3):
        assert [entry.statement.position for entry in Index(same).top(action("shop.test"), 8)] == list(range(8))


@pytest.mark.parametrize("statements", [(), (OFFICE,), (MAIL,), (MAIL, MAIL)], ids=["empty", "unrelated", "one", "twice"])
def test_scores_tiny_policies(statements: tuple[Statement, ...]) -> None:
    """BM25's IDF is negative or undefined here; the structured half still stands."""
    scored = Index(statements).top(action("shop.test"), 8)
    assert [entry.statement for entry in scored] == [one for one in statements if one is MAIL]
    assert all(0 <= entry.lexical <= 1 and 0 < entry.score <= 1 for entry in scored)


def test_never_puts_the_users_text_into_the_query() -> None:
    secret = action("shop.test", text="green doors office")
    assert Index(POLICY).top(secret, 8) == Index(POLICY).top(action("shop.test"), 8)
