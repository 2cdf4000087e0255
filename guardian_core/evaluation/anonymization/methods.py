"""Names of methods in, methods out: the table of what `--methods` may name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization import adaptive, baselines, guardian, presidio_default, spacy_entities
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.rivals import (
    agentstealth,
    confaide,
    dp_prompt,
    grasp,
    has,
    incognitext,
    pba_llm,
    pissarra,
    rescriber,
    rlaa,
    staab,
    surrogates,
)
from guardian_core.evaluation.anonymization.rivals.asking import Procedure
from guardian_core.evaluation.anonymization.rivals.asking import method as asking
from guardian_core.evaluation.anonymization.samples import Method
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.vocabulary import Level


@dataclass(frozen=True, slots=True)
class Tools:
    """What methods are made with."""

    models: Path | None = None  # the folder of models of folds
    llm: Remembered | None = None


def _by_rule(level: Level) -> Callable[[Tools], Method]:
    return lambda tools: guardian.method(level, tools.models)


def _by_model(start: Level | None = None, **settings: object) -> Callable[[Tools], Method]:
    """The loop with the paper's numbers and these settings."""
    return lambda tools: adaptive.method(RewriteSettings.model_validate(settings), tools.models, _model(tools), start)


def _rival(procedure: Procedure) -> Callable[[Tools], Method]:
    return lambda tools: asking(_model(tools), procedure)


def _model(tools: Tools) -> Remembered:
    if tools.llm is None:
        raise NotInstalledError(
            "this method asks a language model: name its server with --model URL (`guardian llm serve` starts one)"
        )
    return tools.llm


type Makers = dict[str, Callable[[Tools], Method]]

_LEVELS: Makers = {
    "guardian-l1": _by_rule(Level.PARTIAL),
    "guardian-l2": _by_rule(Level.AGGRESSIVE),
    "guardian-l3": _by_rule(Level.TAGS),
}
ASKING: Makers = {  # a language model, and so nothing that could run in parallel on this machine
    "guardian": _by_model(),
    "guardian-noverify": _by_model(strategy="unverified"),
    "guardian-arbitrator": _by_model(strategy="arbitrator"),
    "guardian-both": _by_model(strategy="both"),
    "guardian-refine": _by_model(strategy="refine"),
    "guardian-cap3": _by_model(highest=3),
    "guardian-cap4": _by_model(highest=4),
    "guardian-masked": _by_model(mask_first=True),
    "guardian-l4": _by_model(Level.MINIMAL_EDIT, highest=4),
    "guardian-l5": _by_model(Level.SEMANTIC, highest=5),
    **{f"guardian-from{level}": _by_model(Level(level)) for level in (1, 2, 3, 4)},
    "staab": _rival(staab.procedure),
    "agentstealth": _rival(agentstealth.procedure),
    "has": _rival(has.procedure),
    "incognitext": _rival(incognitext.procedure),
    "confaide": _rival(confaide.procedure),
    "pissarra": _rival(pissarra.procedure),
    "rescriber": _rival(rescriber.procedure),
    "dp-prompt": _rival(dp_prompt.procedure),
    "rlaa": _rival(rlaa.procedure),
    "grasp": _rival(grasp.procedure),
    "surrogates": _rival(surrogates.procedure),
}
_OTHERS: Makers = {
    "pba-llm": lambda _: pba_llm.method(),
    "presidio": lambda _: presidio_default.method(),
    "spacy": lambda _: spacy_entities.method(),
    "gold-tags": lambda _: baselines.gold_tags,
    "keep-all": lambda _: baselines.keep_all,
    "mask-all": lambda _: baselines.mask_all,
}
METHODS: Makers = _LEVELS | ASKING | _OTHERS


def methods(names: Sequence[str], tools: Tools) -> dict[str, Method]:
    """The methods of these names, loaded, in this order.

    Raises:
        KeyError: no such method.
        NotInstalledError: its software, or the model it asks, is missing.
    """
    return {name: METHODS[name](tools) for name in names}
