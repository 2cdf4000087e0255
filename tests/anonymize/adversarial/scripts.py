"""A scripted language model for tests: told apart by its prompts, it says what a test wants, and remembers what it was shown."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from guardian_core.llm import Message, prompt

type Script = Callable[[dict[str, Any]], object]  # what the user message showed → an object for JSON, or the very words

NAMES = ("guesser", "minimal_edit", "semantic", "targeted_edit", "arbitrator", "refine", "judge")


def no_guess(_: dict[str, Any]) -> object:
    """An attacker with no idea."""
    return {"guesses": [], "max_confidence": 0.99}


def echo(shown: dict[str, Any]) -> object:
    """A rewriter that changes nothing."""
    return {"lines": shown["lines"]}


def replacing(**words: str) -> Script:
    """A rewriter that replaces words."""

    def write(shown: dict[str, Any]) -> object:
        return {"lines": [reduce(lambda line, pair: line.replace(*pair), words.items(), line) for line in shown["lines"]]}

    return write


def guessing(*guesses: tuple[str, float]) -> Script:
    """An attacker who always says the same."""
    said = [{"field": "x", "guess": guess, "confidence": sure, "reasoning": ""} for guess, sure in guesses]
    return lambda _: {"guesses": said, "max_confidence": 1.0}


class Scripted:
    """An `Llm`."""

    def __init__(self, *, delay: float = 0.0, **scripts: Script) -> None:
        self.scripts = {
            "guesser": no_guess,
            "minimal_edit": echo,
            "semantic": echo,
            "targeted_edit": echo,
            "refine": echo,
        } | scripts
        self.delay = delay
        self.calls: list[tuple[str, dict[str, Any]]] = []

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, object] | None = None,
        max_tokens: int = 512,
        deadline: float | None = None,
    ) -> str:
        """What the script of this prompt says."""
        name = next(name for name in NAMES if messages[0].text == prompt(name))
        shown = json.loads(messages[-1].text.partition("\n\n")[0])
        self.calls.append((name, shown))
        await asyncio.sleep(self.delay)
        said = self.scripts[name](shown)
        return said if isinstance(said, str) else json.dumps(said)

    def asked(self, name: str) -> list[dict[str, Any]]:
        """What was shown with that prompt."""
        return [shown for called, shown in self.calls if called == name]
