"""Names of methods in, methods out: the table of what `--methods` may name."""

from collections.abc import Callable, Sequence
from pathlib import Path

from guardian_core.evaluation.anonymization import baselines, guardian, presidio_default, spacy_entities
from guardian_core.evaluation.anonymization.samples import Method
from guardian_core.vocabulary import Level

# What each is made with: the folder of models of folds, or None.
METHODS: dict[str, Callable[[Path | None], Method]] = {
    "guardian-l1": lambda models: guardian.method(Level.PARTIAL, models),
    "guardian-l2": lambda models: guardian.method(Level.AGGRESSIVE, models),
    "guardian-l3": lambda models: guardian.method(Level.TAGS, models),
    "presidio": lambda _: presidio_default.method(),
    "spacy": lambda _: spacy_entities.method(),
    "gold-tags": lambda _: baselines.gold_tags,
    "keep-all": lambda _: baselines.keep_all,
    "mask-all": lambda _: baselines.mask_all,
}


def methods(names: Sequence[str], models: Path | None) -> dict[str, Method]:
    """The methods of these names, loaded, in this order.

    Raises:
        KeyError: no such method.
        NotInstalledError: its software is missing.
    """
    return {name: METHODS[name](models) for name in names}
