"""The items of a request and what is due in them in, the edits of the level that proved strong enough out.

The text of the loop is all the prose that is edited, as one: tags must agree between items, and an attacker who reads one item
reads the others. Values in structure are no prose; they are replaced by rule at the level that the loop ends with. With `beyond`
also prose goes into the loop in which nothing was found, and what a supported guess of it rests on is due from the next level on.

A model that is slow, gone or lying costs strength nowhere: what it does not deliver in time, or may not be sent, is served by rule.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial import arbitrator, refinement
from guardian_core.anonymize.adversarial.attacker import attack
from guardian_core.anonymize.adversarial.gone import Gone
from guardian_core.anonymize.adversarial.layers import applied, laid_over, masked
from guardian_core.anonymize.adversarial.loop import verified_adapt
from guardian_core.anonymize.adversarial.outcome import Adaptation, Turn
from guardian_core.anonymize.adversarial.prose import Piece, pieces, rebuild
from guardian_core.anonymize.adversarial.rewriter import Rewriter, Task
from guardian_core.anonymize.adversarial.told import places, words_told
from guardian_core.anonymize.adversarial.verification import Guess, content_words, is_supported
from guardian_core.errors import LlmError
from guardian_core.llm import Llm
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.vocabulary import Edit, Entity, Finding, Item, Level, Role

WHOLE = 6_000  # characters of prose up to which level 5 rewrites also the lines in which nothing was found
BETWEEN = "\n\n"  # two items, in the text that the attacker sees
_PROMPT = {Level.MINIMAL_EDIT: "minimal_edit", Level.SEMANTIC: "semantic"}

type ByRule = Callable[[Level], tuple[Edit, ...]]  # the edits of everything due, without a model
type Beyond = Callable[[Level, Sequence[Finding]], tuple[Edit, ...]]  # likewise, and of more findings


@dataclass(frozen=True, slots=True)
class _Tools:
    llm: Llm
    rewriter: Rewriter
    settings: RewriteSettings


class Adaptive:
    """Algorithm 1 on live requests, with one model for rewriting, guessing and grading."""

    def __init__(self, llm: Llm, rewriter: Rewriter, settings: RewriteSettings) -> None:
        self._tools = _Tools(llm, rewriter, settings)

    async def adapt(
        self,
        items: Sequence[Item],
        due: Sequence[Finding],
        level: Level,
        by_rule: ByRule,
        *,
        seconds: float,
        beyond: Beyond | None = None,
    ) -> Adaptation:
        """Find the level that is strong enough, starting at `level`, within `seconds`; raises nothing that is the model's fault."""
        within = range(len(items)) if beyond else sorted({finding.item for finding in due})
        prose = [n for n in within if items[n].role is Role.PROSE and items[n].load_bearing is None and not items[n].ambient]
        turn = Turn(by_rule(level), level)
        if not prose or seconds <= 0:
            if prose and level in _PROMPT:
                turn.notes["no time for the language model: by rule"] = None
            return turn.over()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                await _Case(self._tools, items, due, prose, by_rule, turn, loop.time() + seconds, beyond).run(level)
        except TimeoutError:
            turn.notes["the language model was not ready in time"] = None
        except LlmError as error:
            turn.notes[str(error)] = None
        return turn.over()


@dataclass(slots=True)
class _Case:
    """One request in the loop."""

    tools: _Tools
    items: Sequence[Item]
    due: Sequence[Finding]
    prose: Sequence[int]  # the items in the loop
    by_rule: ByRule
    turn: Turn
    end: float  # of the event loop's clock
    beyond: Beyond | None
    attacked: dict[str, Sequence[Guess]] = field(default_factory=dict, repr=False)
    sure: dict[str, float] = field(default_factory=dict, repr=False)  # words that guesses rest on
    intended: frozenset[str] = frozenset()  # the words that the level itself puts in

    def gone(self) -> Gone:
        """Everything that may no longer be told in what is sent."""
        return Gone((self.items[one.item].text[one.start : one.end], one.entity) for one in (*self.due, *self.turn.told))

    def _by_rule(self, level: Level) -> tuple[Edit, ...]:
        return self.beyond(level, self.turn.told) if self.beyond and self.turn.told else self.by_rule(level)

    def _left(self) -> float:
        return max(0.0, self.end - asyncio.get_running_loop().time())

    async def run(self, level: Level) -> None:
        """Serve one edit after the other, each at least as good as the one before, as the strategy says."""
        strategy = self.tools.settings.strategy
        original = BETWEEN.join(self.items[n].text for n in self.prose)
        if strategy in {"verified", "unverified", "both"}:
            await self._verified(original, level)
        else:
            await self._anonymize(original, level)
        if strategy in {"arbitrator", "both"}:
            await self._arbitrate(original)
        if strategy == "refine":
            await self._refine(original)

    async def _verified(self, original: str, level: Level) -> None:
        settings = self.tools.settings
        adapted = await verified_adapt(
            original,
            level,
            anonymize=self._anonymize,
            attack=self._attack,
            verify=self._verify,
            threshold=settings.threshold,
            rounds=settings.rounds,
            highest=max(level, Level(settings.highest)),
            heard=self.turn.rounds.append,
        )
        if not adapted.settled:
            self._serve(Level.SEMANTIC, self._by_rule(Level.SEMANTIC))
            self.turn.notes["rounds ended while a guess still stood: redacted by rule"] = None

    def _serve(self, level: Level, edits: tuple[Edit, ...]) -> None:
        self.turn.level, self.turn.edits = level, edits

    def _verify(self, guess: str, original: str, shown: str) -> bool:
        """V(g, x₀); unverified, every guess counts (the ablation of Table 14)."""
        unverified = self.tools.settings.strategy == "unverified"
        return unverified or is_supported(guess, original, shown, intended=self.intended)

    async def _anonymize(self, _original: str, level: Level) -> str:
        """Anonymize(x₀, ℓ): by rule up to level 3, by the model beyond, piece by piece."""
        edits = self._by_rule(level)
        if self.tools.settings.ignore_intended:
            self.intended = content_words(" ".join(edit.replacement for edit in edits))
        self._serve(level, edits)  # stands if the model does not deliver
        if level in _PROMPT:
            edits = await self._by_model(level, edits)
            self._serve(level, edits)
        return self._shown(edits)

    async def _by_model(self, level: Level, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        tasks: list[Task] = []
        homes: dict[Piece, list[int]] = {}
        mask_first = self.tools.settings.mask_first
        for number in self.prose:
            own = [edit for edit in edits if edit.item == number]
            for piece in self._chosen(number, own, level):
                task = masked(self.items[number].text, piece, own) if mask_first else Task(piece, self._fields(number, piece))
                if task:
                    homes.setdefault(task.piece, []).append(number)
                    tasks += [task] if len(homes[task.piece]) == 1 else []
        made = await self.tools.rewriter.rewrite(tasks, _PROMPT[level], self.gone(), deadline=self._left())
        for reason in made.reasons:
            self.turn.notes[f"level {level.value} by rule in part: {reason}"] = None
        rewritten = [
            Edit(number, piece.start, piece.end, text, Entity.MISC, level)
            for piece, text in made.texts.items()
            for number in homes[piece]
        ]
        return laid_over(edits, rewritten)

    def _chosen(self, number: int, edits: Sequence[Edit], level: Level) -> Iterable[Piece]:
        """The pieces that the model rewrites: those with an edit wholly inside; at level 5 all, unless the text is long."""
        text = self.items[number].text
        for piece in pieces(text):
            inside = [edit for edit in edits if edit.start < piece.end and piece.start < edit.end]
            if any(edit.start < piece.start or edit.end > piece.end for edit in inside):
                continue
            if inside or (level is Level.SEMANTIC and len(text) <= WHOLE):
                yield piece

    def _fields(self, number: int, piece: Piece) -> tuple[str, ...]:
        text = self.items[number].text
        due = (*self.due, *self.turn.told)
        inside = (f for f in due if f.item == number and f.start < piece.end and piece.start < f.end)
        return tuple(dict.fromkeys(f"{f.entity.value}: {text[f.start : f.end]}" for f in inside))

    def _shown(self, edits: Sequence[Edit]) -> str:
        """What an attacker would see of the prose."""
        return BETWEEN.join(applied(self.items[n].text, [edit for edit in edits if edit.item == n]) for n in self.prose)

    async def _attack(self, text: str) -> Sequence[Guess]:
        """A text that two levels have in common is attacked once."""
        if text not in self.attacked:
            self.attacked[text] = await attack(self.tools.llm, text, deadline=self._left())
            if self.beyond:
                self._learn(self.attacked[text])
        return self.attacked[text]

    def _learn(self, guesses: Sequence[Guess]) -> None:
        """Where nothing was found; beside findings a small model's guesses are mostly what a text is about."""
        found = {one.item for one in self.due}
        unfound = [number for number in self.prose if number not in found]
        original = BETWEEN.join(self.items[number].text for number in unfound)
        self.sure |= words_told(guesses, original, self.tools.settings.threshold)
        self.turn.told = places(self.items, unfound, self.sure)

    async def _arbitrate(self, original: str) -> None:
        """Edit contextual leaks away in the current text (RLAA)."""
        settings = self.tools.settings

        async def grade(first: str, text: str, guesses: Sequence[Guess]) -> Sequence[arbitrator.Grade]:
            return await arbitrator.grades_by(self.tools.llm, first, text, guesses, deadline=self._left())

        async def edit(text: str, leaks: Sequence[Guess]) -> str:
            return await self._edited(text, "targeted_edit", _facts(leaks))

        def heard(trade: arbitrator.Trade, text: str) -> None:
            self.turn.trades.append(trade)
            if trade.accepted:
                self._serve_text(text)

        await arbitrator.arbitrated(
            original,
            self._shown(self.turn.edits),
            attack=self._attack,
            arbitrate=grade,
            edit=edit,
            most_cost=settings.most_cost,
            rounds=settings.rounds,
            heard=heard,
        )

    async def _refine(self, original: str) -> None:
        """Rewrite the current text by what can still be told of it and how useful it is (GRASP)."""
        settings = self.tools.settings

        async def judge(first: str, text: str) -> float:
            return await refinement.utility_by(self.tools.llm, first, text, deadline=self._left())

        async def refine(text: str, guesses: Sequence[Guess], utility: float) -> str:
            return await self._edited(text, "refine", (*_facts(guesses), f"(utility so far: {utility:.2f})"))

        done = await refinement.refined(
            original,
            self._shown(self.turn.edits),
            attack=self._attack,
            judge=judge,
            refine=refine,
            target=settings.threshold,
            rounds=settings.rounds,
            heard=lambda step, _text: self.turn.steps.append(step),
        )
        self._serve_text(done.text)

    async def _edited(self, text: str, name: str, facts: tuple[str, ...]) -> str:
        """The current text with its pieces rewritten by the prompt `name`."""
        tasks = [Task(piece, facts) for piece in pieces(text)]
        made = await self.tools.rewriter.rewrite(tasks, name, self.gone(), deadline=self._left())
        return rebuild(text, made.texts)

    def _serve_text(self, text: str) -> None:
        """Serve a rewrite of the whole prose: one edit for each item that it changes."""
        parts = text.split(BETWEEN) if len(self.prose) > 1 else [text]
        if text == self._shown(self.turn.edits) or len(parts) != len(self.prose):
            return
        others = [edit for edit in self.turn.edits if edit.item not in self.prose]
        whole = [
            Edit(n, 0, len(self.items[n].text), part, Entity.MISC, self.turn.level)
            for n, part in zip(self.prose, parts, strict=True)
        ]
        self._serve(self.turn.level, tuple(sorted([*others, *whole], key=lambda edit: (edit.item, edit.start))))


def _facts(guesses: Sequence[Guess]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"{guess.what}: {guess.text}" for guess in guesses))
