"""The section `[rewrite]`: how levels are found and served where a language model is configured (`[model]`)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StrictBool, StrictInt

from guardian_core.section import Number, Section
from guardian_core.terms import Basis

_SECONDS = {Basis.USER_INITIATED: 20.0, Basis.DEFAULT: 5.0, Basis.BACKGROUND: 0.0}


def _whole(given: object) -> object:
    """What was written over the defaults; a basis that is not named keeps its own."""
    return {str(basis): seconds for basis, seconds in _SECONDS.items()} | dict(given) if isinstance(given, Mapping) else given


class RewriteSettings(Section):
    """The verified adversarial loop, and how long a request may wait for it."""

    enabled: StrictBool = Field(True, description="false: every level by rule, even where a model is configured")
    strategy: Literal["verified", "arbitrator", "both", "refine", "unverified"] = Field(
        "verified",
        description="verified: stronger while a guess that the original supports stands; arbitrator: a second look by the model"
        " grades guesses, and real leaks are edited away; both: first the one, then the other; refine: further rewrites by what can"
        " still be told and how useful the text is; unverified: every guess counts (for comparison)",
    )
    threshold: Number = Field(0.6, ge=0, le=1, description="a counted guess from this confidence on makes the rewrite stronger")
    rounds: StrictInt = Field(5, ge=1, le=20, description="rounds of rewriting and guessing at most")
    highest: StrictInt = Field(5, ge=1, le=5, description="the strongest level that a guess may lead to")
    most_cost: Number = Field(
        1.5, gt=0, description="arbitrator: an edit stays while its utility cost per privacy gain is at most this"
    )
    ignore_intended: StrictBool = Field(
        True, description="a word that a level leaves on purpose (court, city) verifies no guess; false: the paper's own rule"
    )
    mask_first: StrictBool = Field(
        False,
        description="true: the model sees what to rewrite with its values already replaced by rule, and only makes it read well",
    )
    seconds: Annotated[dict[Basis, Annotated[Number, Field(ge=0)]], BeforeValidator(_whole)] = Field(
        _SECONDS,
        description="seconds that a request may wait for it, by its basis; then what is ready is sent, by rule where need be",
    )
