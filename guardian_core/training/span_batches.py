"""Examples in, batches of tensors out: windows of word pieces of about one length, each piece labelled, masked or not.

Some texts are written small, some in capitals, some joined to their neighbour, so that case and length are no crutch.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from torch import Tensor

from guardian_core.detect.pieces import Floats, Integers, PieceReader, Pieces
from guardian_core.training.span_data import KINDS, Example, Mark

WINDOW, STEP = 254, 200  # pieces without the two markers
SKIP = -100  # the label of what nobody judged
SMALL, CAPITALS, JOINED = 0.12, 0.02, 0.12  # shares of texts that are changed


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A window: [pieces] of each."""

    ids: Integers = field(repr=False)
    cases: Integers = field(repr=False)
    labels: Integers = field(repr=False)
    masked: Floats = field(repr=False)

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """[batch, pieces] of each; `padding` [batch, 1, 1, pieces] is 0 or far below 0."""

    ids: Tensor
    cases: Tensor
    labels: Tensor
    masked: Tensor
    padding: Tensor


def labels(pieces: Pieces, example: Example) -> tuple[Integers, Floats]:
    """What each piece is, and whether it is to be masked; of marks that overlap the longest says what."""
    kinds, masked = np.zeros(len(pieces), dtype=np.int64), np.zeros(len(pieces), dtype=np.float32)
    for mark in sorted(example.marks, key=lambda m: m.start - m.end):
        inside = np.flatnonzero((pieces.starts < mark.end) & (pieces.ends > mark.start))
        if mark.masked:
            masked[inside] = 1
        if len(inside) and not kinds[inside].any():
            kinds[inside] = 2 + 2 * KINDS.index(mark.kind)
            kinds[inside[0]] -= 1
    if not example.complete:
        kinds[(kinds == 0) & (pieces.cases > 1)] = SKIP  # capitals and digits beside the marks may be something
    return kinds, masked


def changed(examples: Sequence[Example], chance: random.Random) -> Iterator[Example]:
    """The examples, some joined to the next one of their group, some in another case (only where every letter stays one letter)."""
    waiting: Example | None = None
    for example in examples:
        one = example
        if waiting:
            one = _joined(waiting, example) if waiting.group == example.group else example
            if one is example:
                yield waiting
            waiting = None
        elif example.source == "tab" and chance.random() < JOINED:
            waiting = example
            continue
        luck = chance.random()
        text = one.text.lower() if luck < SMALL else one.text.upper() if luck < SMALL + CAPITALS else one.text
        yield replace(one, text=text) if len(text) == len(one.text) else one
    if waiting:
        yield waiting


def _joined(first: Example, second: Example) -> Example:
    moved = len(first.text) + 1
    marks = tuple(Mark(m.start + moved, m.end + moved, m.kind, m.masked) for m in second.marks)
    return replace(
        first, text=f"{first.text}\n{second.text}", marks=first.marks + marks, complete=first.complete and second.complete
    )


def encoded(reader: PieceReader, example: Example) -> Iterator[Encoded]:
    """The windows of one example."""
    pieces = reader.read(example.text)
    kinds, masked = labels(pieces, example)
    for start in range(0, max(len(pieces) - (WINDOW - STEP), 1), STEP):
        part = slice(start, start + WINDOW)
        if len(pieces.ids[part]):
            yield Encoded(pieces.ids[part], pieces.cases[part], kinds[part], masked[part])


def batches(windows: Sequence[Encoded], markers: tuple[int, int], *, pieces: int, chance: random.Random) -> list[Batch]:
    """Batches of about `pieces` pieces, in random order; windows of one batch are about as long."""
    found: list[Batch] = []
    waiting: list[Encoded] = []
    for window in sorted(windows, key=lambda w: len(w) + 8 * chance.random()):
        if waiting and (len(waiting) + 1) * (len(window) + 2) > pieces:
            found.append(_batch(waiting, markers))
            waiting = []
        waiting.append(window)
    found += [_batch(waiting, markers)] if waiting else []
    chance.shuffle(found)
    return found


def _batch(windows: Sequence[Encoded], markers: tuple[int, int]) -> Batch:
    size = (len(windows), max(map(len, windows)) + 2)
    ids, cases, kinds = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64), np.full(size, SKIP)
    masked = np.zeros(size, dtype=np.float32)
    padding = np.full((size[0], 1, 1, size[1]), -1e4, dtype=np.float32)
    for row, window in enumerate(windows):
        last = len(window) + 1
        ids[row, 0], ids[row, last] = markers
        ids[row, 1:last], cases[row, 1:last] = window.ids, window.cases
        kinds[row, 1:last], masked[row, 1:last] = window.labels, window.masked
        padding[row, 0, 0, : last + 1] = 0
    return Batch(*(torch.from_numpy(array) for array in (ids, cases, kinds, masked, padding)))
