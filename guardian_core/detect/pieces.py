"""A text in, its word pieces out: ids, where each lies, the word it belongs to, and how the word is written.

The vocabulary is uncased; case reaches the model as a class of its own, so that "turkey" and "Turkey" differ without two vectors.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
# How a word is written: no letter or digit, small, Capital, ALL CAPITALS, MixedCase, one capital, digits, digits and letters, a
# script without case.
CASES = 9


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The word pieces of one text; all arrays have one entry a piece."""

    ids: Integers
    cases: Integers
    starts: Integers  # code points
    ends: Integers
    words: Integers  # number of the word, from 0, rising

    def __len__(self) -> int:
        return len(self.ids)


def case_of(word: str) -> int:
    """The class of one word.

    >>> [case_of(word) for word in ("-", "ann", "Ann", "ANN", "McCoy", "A", "1995", "G20", "安娜")]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    if word.isalpha():
        if word.islower():
            return 1
        if not word.isupper():
            return (2 if word[1:].islower() else 4) if word[0].isupper() else 4 if word.lower() != word else 8
        return 3 if len(word) > 1 else 5
    if word.isdigit():
        return 6
    return 7 if any(c.isdigit() for c in word) else 4 if any(c.isalpha() for c in word) else 0


@dataclass(slots=True)
class PieceReader:
    """Cuts texts with a `tokenizers.Tokenizer` that normalises and splits as BERT does."""

    tokenizer: Any = field(repr=False)

    def __post_init__(self) -> None:
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    @property
    def markers(self) -> tuple[int, int]:
        """The ids of the pieces that open and close a window; ValueError where the vocabulary has none."""
        ends = self.tokenizer.token_to_id("[CLS]"), self.tokenizer.token_to_id("[SEP]")
        if ends[0] is None or ends[1] is None:
            message = "not a vocabulary of BERT: it lacks [CLS] or [SEP]"
            raise ValueError(message)
        return ends[0], ends[1]

    def read(self, text: str) -> Pieces:
        """The pieces of `text`, without the markers of a window's start and end."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        offsets = np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2)
        words = np.array(encoding.word_ids, dtype=np.int64)
        starts, ends = offsets[:, 0], offsets[:, 1]
        cases = np.zeros(len(words), dtype=np.int64)
        if len(words):
            first = np.flatnonzero(np.diff(words, prepend=-1))
            last = np.append(first[1:], len(words)) - 1
            kinds = [case_of(text[a:b]) for a, b in zip(starts[first].tolist(), ends[last].tolist(), strict=True)]
            cases = np.repeat(np.array(kinds, dtype=np.int64), last - first + 1)
        return Pieces(np.array(encoding.ids, dtype=np.int64), cases, starts, ends, words)
