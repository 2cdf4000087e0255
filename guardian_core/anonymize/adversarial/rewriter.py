"""Pieces of prose and what must go from them in, what a language model made of them out: levels 4 and 5 (paper §3.4, App. B).

Whatever the model says, a piece comes back only if nothing speaks against it: its marks are in place, it is a rewrite and no
refusal or answer, no value stands in it, nothing personal was invented. One that fails is asked for once more, with the reason; one
that fails again is left out, and the caller serves it by rule.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial.gone import Gone
from guardian_core.anonymize.adversarial.objections import is_of_another, longest, objection
from guardian_core.anonymize.adversarial.prose import Piece, refill
from guardian_core.errors import LlmAnswerError, LlmError
from guardian_core.llm import Llm, Message, ask, prompt

BATCH = 1_200  # characters of prose in one question
LINES = 12
KEPT = 512  # rewrites remembered
BOUND = 2_000  # characters; llama.cpp takes no longer bound of a string in a schema
PROMPTS = ("minimal_edit", "semantic", "targeted_edit", "refine")

type Invents = Callable[[str, str], bool]  # (original, rewritten) → whether the second holds personal data that the first has not


@dataclass(frozen=True, slots=True)
class Task:
    """One piece and what must not be told from it any more: "person: Ann Yilmaz"."""

    piece: Piece
    fields: tuple[str, ...] = field(repr=False, default=())

    def key(self, name: str) -> bytes:
        """Of this task under a prompt, for the memory; a digest, so that the memory's keys hold no text."""
        return hashlib.blake2b(json.dumps([name, self.piece.text, self.piece.islands, self.fields]).encode()).digest()


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What came of some tasks."""

    texts: Mapping[Piece, str] = field(repr=False)  # only what may be sent
    reasons: tuple[str, ...] = ()  # why the others did not, each once; never content


class Rewriter:
    """Asks one model, and remembers what it made of which piece: a resent history is not written anew."""

    def __init__(self, llm: Llm, invents: Invents = lambda _original, _rewritten: False) -> None:
        self._llm = llm
        self._invents = invents
        self._memory: OrderedDict[bytes, str] = OrderedDict()

    async def rewrite(self, tasks: Sequence[Task], name: str, gone: Gone, *, deadline: float) -> Rewritten:
        """Rewrite every task with the prompt `name`.

        Args:
            tasks: pieces of one text, or of several.
            name: of PROMPTS.
            gone: no value of these may be told in a rewrite.
            deadline: seconds from now; what is not written by then is left out.
        """
        end = asyncio.get_running_loop().time() + deadline
        known = ((task.piece, self._memory.get(task.key(name))) for task in tasks)
        done = {piece: said for piece, said in known if said is not None and not gone.holds(said)}
        left = [task for task in tasks if task.piece not in done]
        reasons: dict[str, None] = {}
        answers = await asyncio.gather(*(self._batch(batch, name, gone, end) for batch in batches(left)))
        for texts, whys in answers:
            done |= texts
            reasons |= dict.fromkeys(whys)
        for task in left:
            if task.piece in done:
                self._remember(task.key(name), done[task.piece])
        return Rewritten(done, tuple(reasons))

    def _remember(self, key: bytes, said: str) -> None:
        self._memory[key] = said
        if len(self._memory) > KEPT:
            self._memory.popitem(last=False)

    async def _batch(self, tasks: Sequence[Task], name: str, gone: Gone, end: float) -> tuple[dict[Piece, str], list[str]]:
        """One question for some lines; those that may not be sent are asked for again, each with its reason."""
        try:
            said = await self._ask(tasks, name, end)
        except LlmError as error:
            if not isinstance(error, LlmAnswerError) or len(tasks) == 1:
                return {}, [error.reason]
            said = [""] * len(tasks)
        done: dict[Piece, str] = {}
        reasons: list[str] = []
        originals = [task.piece.text for task in tasks]
        for number, (task, line) in enumerate(zip(tasks, said, strict=True)):
            text, reason = await asyncio.to_thread(self._judged, task, line, gone)
            if text is not None and is_of_another(number, originals, said):
                text, reason = None, "the words of another line"
            if text is None:
                text, reason = await self._again(task, name, gone, end, reason)
            if text is None:
                reasons.append(reason)
            else:
                done[task.piece] = text
        return done, reasons

    async def _again(self, task: Task, name: str, gone: Gone, end: float, why: str) -> tuple[str | None, str]:
        try:
            (line,) = await self._ask([task], name, end, again=why)
        except LlmError as error:
            return None, error.reason
        return await asyncio.to_thread(self._judged, task, line, gone)

    def _judged(self, task: Task, line: str, gone: Gone) -> tuple[str | None, str]:
        """The rewritten piece, or why it may not be sent; off the event loop, because the detector reads it."""
        text = refill(task.piece, line)
        if text is None:
            return None, "a mark of code or a link was lost"
        reason = objection(task.piece.text, line)
        if reason is None and gone.told(task.piece.text, text):
            reason = "a value remained"
        if reason is None and self._invents(task.piece.text, line):
            reason = "something personal was invented"
        return (text, "") if reason is None else (None, reason)

    async def _ask(self, tasks: Sequence[Task], name: str, end: float, *, again: str = "") -> list[str]:
        lines = [task.piece.text for task in tasks]
        shown: dict[str, object] = {"lines": lines}
        if fields := list(dict.fromkeys(one for task in tasks for one in task.fields)):
            shown = {"sensitive_fields": fields, **shown}
        if again:
            shown["your_last_rewrite_was_refused_because"] = again
        messages = (Message("system", prompt(name)), Message("user", json.dumps(shown, ensure_ascii=False)))
        tokens = 64 + sum(len(line) for line in lines)  # a token is a letter at worst
        form = schema(len(lines), max(longest(line) for line in lines))
        left = end - asyncio.get_running_loop().time()
        read = _reader(len(lines))
        return await ask(self._llm, messages, read, schema=form, max_tokens=tokens, deadline=max(0.0, left))


def schema(count: int, most: int) -> dict[str, object]:
    """The form of an answer of `count` lines, each of `most` characters: a weak model ends a line there that it never would."""
    line = {"type": "string"} | ({"maxLength": most} if most <= BOUND else {})
    lines = {"type": "array", "items": line, "minItems": count, "maxItems": count}
    return {"type": "object", "properties": {"lines": lines}, "required": ["lines"], "additionalProperties": False}


def _reader(count: int) -> Callable[[dict[str, object]], list[str]]:
    def read(answer: dict[str, object]) -> list[str]:
        lines = answer.get("lines")
        if not isinstance(lines, list) or len(lines) != count:
            raise ValueError("not as many lines")
        return [line if isinstance(line, str) else "" for line in lines]

    return read


def batches(tasks: Sequence[Task]) -> list[list[Task]]:
    """The tasks in order, as many in one question as BATCH and LINES allow; a longer piece stands alone."""
    found: list[list[Task]] = []
    size = 0
    for task in tasks:
        length = len(task.piece.text)
        if not found or size + length > BATCH or len(found[-1]) == LINES:
            found.append([])
            size = 0
        found[-1].append(task)
        size += length
    return found
