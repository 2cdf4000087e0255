"""The part of `[detect]` that users write themselves: words that are never personal, words that always are, patterns of their own.

What is checked here is checked at the start: a broken expression, one that takes exponential time, a word that is both.
"""

from importlib import import_module
from types import ModuleType
from typing import Any, Self

from pydantic import Field, StrictInt, field_validator, model_validator

from guardian_core.section import Number, Section
from guardian_core.terms import Category

_NESTED_SAMPLES = ("a", "A", "1", " ", "-", "ab", "a1", "a ", "1 ", "a.", "aA1-")
_PROBE = 60  # repeats of each sample: exponential expressions need more than a second for as many
_PROBE_SECONDS = 0.1
_OWN_LETTERS = 24


class OwnPattern(Section):
    """One pattern of the user's own."""

    name: str = Field(min_length=1, max_length=60, description="how explanations call it")
    regex: str = Field(min_length=1, max_length=2_000, description="regular expression; a group named `value` marks what is found")
    category: Category = Field(description="what it is, a word of the paper's table 6")
    validator: str | None = Field(
        None, description='a check that must hold: "luhn", "iban" or a module of python-stdnum ("pl.pesel")'
    )
    context: tuple[str, ...] = Field((), description="words, one of which must stand before it or in the name of its field")
    score: Number = Field(0.9, gt=0, le=1, description="how sure it is")

    @field_validator("regex")
    @classmethod
    def _sound(cls, text: str) -> str:
        refuse_slow(compiled(text))
        return text

    @field_validator("validator")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        if name is not None:
            check_named(name)
        return name


class RuleSettings(Section):
    """Words and patterns of the user's own."""

    allow: tuple[str, ...] = Field(
        (), description="words that are never personal, exactly as a whole, in any letter case; credentials are found all the same"
    )
    deny: dict[str, Category] = Field(
        default_factory=dict, description='words that always are, and their category: "Project Heron" = "Content"'
    )
    patterns: tuple[OwnPattern, ...] = Field(
        (), description="patterns of your own, each a table [[detect.patterns]]; see docs/rules.md"
    )
    pattern_time: StrictInt = Field(
        250, ge=1, description="time your own patterns take per request at most; over it the request is unreadable"
    )

    @field_validator("allow", "deny")
    @classmethod
    def _words(cls, words: Any) -> Any:
        if any(len(squeezed(word)) < 2 for word in words):
            message = "a word needs two characters, or it would be found in every text"
            raise ValueError(message)
        return words

    @model_validator(mode="after")
    def _not_both(self) -> Self:
        if {squeezed(word) for word in self.allow} & {squeezed(word) for word in self.deny}:
            message = "a word stands in detect.allow and in detect.deny; keep it in one of them"
            raise ValueError(message)
        names = [pattern.name for pattern in self.patterns]
        if len(names) != len(set(names)):
            message = "two of detect.patterns have the same name"
            raise ValueError(message)
        return self


def squeezed(word: str) -> str:
    """`word` as words are compared: case folded, white space as one space."""
    return " ".join(word.casefold().split())


def compiled(text: str) -> Any:
    """The expression, compiled by the engine that can be stopped in the middle of a search.

    Raises:
        ValueError: it is no expression, or matches the empty text.
    """
    import regex  # noqa: PLC0415 - only who has patterns of his own pays for the import

    try:
        pattern = regex.compile(text)
    except regex.error as error:
        message = f"not a regular expression: {error.msg} at character {error.pos}"
        raise ValueError(message) from None
    if pattern.search("") is not None:
        message = "it matches the empty text, and so every text"
        raise ValueError(message)
    return pattern


def refuse_slow(pattern: Any) -> None:
    """Search texts made to be hard: repeats of the usual characters and of the expression's own letters.

    Raises:
        ValueError: one of them took longer than a tenth of a second.
    """
    # The expression itself stands at the end: without its fixed letters in the text the engine does not even begin.
    own = dict.fromkeys(character for character in pattern.pattern if character.isalnum())
    for sample in (*_NESTED_SAMPLES, *list(own)[:_OWN_LETTERS]):
        try:
            pattern.search(f"{sample * _PROBE}\0{pattern.pattern}", timeout=_PROBE_SECONDS)
        except TimeoutError:
            message = (
                f"it takes exponential time on texts such as {sample * 3!r}…: "
                "avoid alternatives that begin alike under a repeat, such as (a|aa)+"
            )
            raise ValueError(message) from None


def check_named(name: str) -> Any:
    """A check by its name: a function from text to truth.

    Raises:
        ValueError: there is none of that name.
    """
    parts = name.split(".")
    module: ModuleType | None = None
    if all(part.isidentifier() for part in parts) and len(parts) <= 2:
        try:
            module = import_module(f"stdnum.{name}")
        except ModuleNotFoundError:
            module = None
    check = getattr(module, "is_valid", None)
    if check is None:
        message = f'no check is called {name!r}: use "luhn", "iban", "verhoeff" or a module of python-stdnum such as "pl.pesel"'
        raise ValueError(message)
    return check
