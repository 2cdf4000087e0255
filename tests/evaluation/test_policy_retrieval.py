"""Retrieval over a made-up policy that says each thing once."""

from guardian_core.evaluation.policy_retrieval import retrieval_rows
from guardian_core.training.policy_data import Passage
from policy_cache.annotate import FIRST_PARTY
from policy_cache.segment import Segment

VOTES = {f"practice:{FIRST_PARTY}": 3, "category:Email": 2, "purpose:marketing": 2, "recipient:first_party": 3}
TEXTS = ("We collect your email address to send you marketing offers.", *(f"Our office number {n} is green." for n in range(20)))


def test_finds_the_one_statement_that_people_marked():
    sentences = tuple(Segment(text, (), n, "en") for n, text in enumerate(TEXTS))
    passage = Passage("shop.test", sentences, VOTES, (VOTES, *({} for _ in TEXTS[1:])))
    rows = {row["method"]: row for row in retrieval_rows({"shop.test": [passage]})}
    assert (rows["hybrid"]["recall_at_8"], rows["hybrid"]["ndcg_at_8"], rows["hybrid"]["actions"]) == (1.0, 1.0, 1)
