"""The configuration and a wanted level in, what rewrites one text or document after the other out: by rule, or with the model."""

from __future__ import annotations  # the types below take two seconds to load, which no other command shall wait for

import asyncio
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from guardian_core.terms import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardian_core.adapt import Chosen
    from guardian_core.by_model import ByModel
    from guardian_core.rewrite import Rewriter
    from guardian_core.settings import Settings


@contextmanager
def choosing(settings: Settings, level: Level | None) -> Iterator[Choosing]:
    """For `level`, or for the mildest that holds (None); a configured model is asked where the level may need it.

    Raises:
        ModelError: names are wanted and their model is missing or broken.
        SettingsError: the language model's key cannot be read.
    """
    from guardian_core import llm
    from guardian_core.audit import load_key
    from guardian_core.by_model import ByModel
    from guardian_core.rewrite import Rewriter

    rewriter = Rewriter.unhurried(settings.detect, load_key(settings.home))
    client = llm.connect(settings.model) if level is None or level > Level.TAGS else None
    if client is None:
        yield Choosing(rewriter, level)
        return
    with asyncio.Runner() as runner:
        try:
            yield Choosing(rewriter, level, ByModel(rewriter, settings.rewrite, client, level), runner)
        finally:
            runner.run(client.close())


class Choosing:
    """Rewrites at the wanted level."""

    def __init__(
        self, rewriter: Rewriter, level: Level | None, by_model: ByModel | None = None, runner: asyncio.Runner | None = None
    ) -> None:
        self._rewriter, self._level, self._by_model, self._runner = rewriter, level, by_model, runner

    @property
    def asks(self) -> bool:
        """Whether a language model takes part."""
        return self._by_model is not None

    def text(self, text: str) -> Chosen[str]:
        """Sentences.

        Raises:
            EditError: a value could not be removed completely.
        """
        from guardian_core.adapt import Chosen, adapt

        if self._by_model and self._runner:
            return self._runner.run(self._by_model.text(text))
        if self._level is None:
            return self._by_rule(adapt(self._rewriter.detector, lambda tried, also: self._rewriter.text(text, tried, also)))
        return self._by_rule(Chosen(self._rewriter.text(text, self._level), self._level, (), ""))

    def document(self, document: bytes) -> Chosen[bytes]:
        """The values of a JSON document, or of one on each line.

        Raises:
            UnreadableError: it is not JSON.
            EditError: a value could not be removed completely.
        """
        from guardian_core.adapt import Chosen, adapt

        if self._by_model and self._runner:
            return self._runner.run(self._by_model.json(document))
        if self._level is None:
            return self._by_rule(adapt(self._rewriter.detector, lambda tried, also: self._rewriter.json(document, tried, also)))
        return self._by_rule(Chosen(self._rewriter.json(document, self._level), self._level, (), ""))

    def _by_rule[Content: (str, bytes)](self, chosen: Chosen[Content]) -> Chosen[Content]:
        return replace(chosen, notes=self._rewriter.anonymizer.degraded(chosen.level))
