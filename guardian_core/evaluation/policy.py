"""The folder of research data in, how well policies are read and searched out: the rows of `guardian bench policy`.

OPP-115 is scored on policies that the classifier was never trained on (`training.policy_data.held_out`); the other corpora are
checks by people who annotated something else with other words. What a row means is in its keys:

    dataset   OPP-115 (held out), APP-350, PolicyIE, PI-Extract
    field     practice, category, group (of categories, as coarse as OPP-115's types), purpose, recipient, negation, retrieval
    method    lexicon, classifier (the two sources together, as they run); lexical, structured, hybrid; for comparison minilm (a
              head on a sentence encoder) and combined (its mean with the classifier), not run without GUARDIAN_ENCODER
    unit      segment: the paragraph judged whole, as published work does; statements: the union of its sentences, as the
              proxy runs; sentence: every sentence by itself
    gold      majority: at least two of three annotators; any: at least one, which is what OPP-115's consolidation-0.75 keeps
    label     one label, or "all" for the macro and micro averages over labels with gold
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from guardian_core.evaluation.policy_cross import cross_checks
from guardian_core.evaluation.policy_encoder import encoder_rows
from guardian_core.evaluation.policy_fields import Row, field_rows
from guardian_core.evaluation.policy_retrieval import retrieval_rows
from guardian_core.training.policy_data import Passage, folder_of, held_out, policies

PUBLISHED = "Published for practices, other splits: Polisis about 0.84 average F1 on ten categories, PrivBERT higher."


def run(data: Path) -> list[Row]:
    """Every row; parts whose corpus is not there are left out."""
    return list(_rows(data))


def _rows(data: Path) -> Iterator[Row]:
    folder = folder_of(data)
    if (folder / "annotations").is_dir():
        everything = policies(folder)
        kept_back: dict[str, Sequence[Passage]] = {name: everything[name] for name in held_out(everything)}
        yield from field_rows(kept_back)
        yield from retrieval_rows(kept_back)
        trained = [one for name, of in everything.items() if name not in kept_back for one in of if one.sentences]
        yield from encoder_rows(trained, [one for of in kept_back.values() for one in of if one.sentences])
    yield from cross_checks(data / "plue")


def render(rows: Sequence[Row]) -> str:
    """The rows for a person: one line each."""
    lines = [
        "dataset     field      method      unit        gold      label                                   P     R     F1     n"
    ]
    for row in rows:
        head = " ".join(
            str(row.get(name, "")).ljust(width)
            for name, width in (("dataset", 11), ("field", 10), ("method", 11), ("unit", 11), ("gold", 9), ("label", 37))
        )
        lines.append(f"{head} {_numbers(row)}".rstrip())
    return "\n".join([*lines, "", PUBLISHED])


def _numbers(row: Row) -> str:
    if "not_run" in row:
        return f"not run: {row['not_run']}"
    if "recall_at_8" in row:
        return f"recall@8 {row['recall_at_8']:.3f}  nDCG@8 {row['ndcg_at_8']:.3f}  actions {row['actions']}"
    if "macro_f1" in row:
        return f"macro F1 {row['macro_f1']:.3f}  micro F1 {row['micro_f1']:.3f}"
    return f"{row['precision']:.3f} {row['recall']:.3f} {row['f1']:.3f} {row['n']:5d}"
