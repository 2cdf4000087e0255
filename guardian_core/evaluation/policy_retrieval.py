"""Annotated policies in, recall@8 and nDCG@8 of the retriever out: ranked by predicted fields, judged by what humans annotated.

An action is every distinct (act, data category, purpose, recipient) that two annotators saw in one sentence of the policy. Relevant
are the sentences that have all four by majority. For nDCG a sentence gains 2^n − 1 for n of the four, if the category or the act is
among them. Recall is over at most eight relevant sentences, so that 1 can be reached.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import log2
from statistics import fmean

from guardian_core.evaluation.policy_fields import Labels, Row, truth
from guardian_core.training.policy_data import Passage
from guardian_core.vocabulary import Act, Category, Purpose, Recipient, ScoredStatement
from policy_cache.annotate import FIRST_PARTY, THIRD_PARTY, annotate
from policy_cache.retrieve import Index
from policy_cache.segment import Segment

K = 8
_ACT = {Act.COLLECTION: f"practice:{FIRST_PARTY}", Act.SHARING: f"practice:{THIRD_PARTY}"}
_ORDER = {
    "lexical": lambda scored: scored.lexical,
    "structured": lambda scored: scored.structured,
    "hybrid": lambda scored: scored.score,
}

type Asked = tuple[Act, str, str, str]  # act and the labels of category, purpose and recipient


def retrieval_rows(policies: Mapping[str, Sequence[Passage]]) -> Iterator[Row]:
    """One row per way of ranking."""
    found: dict[str, list[tuple[float, float]]] = {method: [] for method in _ORDER}
    for passages in policies.values():
        gold = [truth(votes, 2) for passage in passages for votes in passage.sentence_votes]
        sentences = [
            Segment(one.text, one.heading, position, one.language)
            for position, one in enumerate(one for passage in passages for one in passage.sentences)
        ]
        index = Index(annotate(sentences))
        for asked in sorted({asked for one in gold for asked in _actions(one)}):
            ranked = _search(index, asked)
            for method, key in _ORDER.items():
                best = sorted(ranked, key=lambda scored, key=key: (-key(scored), scored.statement.position))[:K]  # type: ignore[misc]
                found[method].append(_score([gold[scored.statement.position] for scored in best], gold, asked))
    for method, scores in found.items():
        yield {
            "dataset": "OPP-115",
            "field": "retrieval",
            "method": method,
            "unit": "sentence",
            "gold": "majority",
            "label": "all",
            "recall_at_8": fmean(recall for recall, _ in scores) if scores else 0.0,
            "ndcg_at_8": fmean(gain for _, gain in scores) if scores else 0.0,
            "actions": len(scores),
        }


def _actions(gold: Labels) -> Iterator[Asked]:
    names = {name: sorted(label for label in gold if label.startswith(f"{name}:")) for name in ("category", "purpose", "recipient")}
    for act, practice in _ACT.items():
        if practice in gold:
            first = f"recipient:{Recipient.FIRST_PARTY}"
            receivers = [first] if act is Act.COLLECTION else [label for label in names["recipient"] if label != first]
            for category, purpose, receiver in product(names["category"], names["purpose"], receivers):
                yield act, category, purpose, receiver


def _search(index: Index, asked: Asked) -> tuple[ScoredStatement, ...]:
    act, category, purpose, receiver = asked
    return index.search(
        len(index.statements),
        acts=[act],
        categories=[Category(category.partition(":")[2])],
        purposes=[Purpose(purpose.partition(":")[2])],
        recipients=[Recipient(receiver.partition(":")[2])],
    )


def _score(best: Sequence[Labels], gold: Sequence[Labels], asked: Asked) -> tuple[float, float]:
    wanted = {_ACT[asked[0]], *asked[1:]}
    relevant = sum(wanted <= one for one in gold)
    recall = sum(wanted <= one for one in best) / min(K, relevant)
    ideal = sorted((_gain(one, wanted, asked) for one in gold), reverse=True)[:K]
    return recall, _discounted([_gain(one, wanted, asked) for one in best]) / _discounted(ideal)


def _gain(gold: Labels, wanted: set[str], asked: Asked) -> int:
    return 2 ** len(wanted & gold) - 1 if {_ACT[asked[0]], asked[1]} & gold else 0


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / log2(place + 2) for place, gain in enumerate(gains))
