"""Two texts in, how much of the one stands in the other out: the Jaccard index of their words, ROUGE-L."""

import re
from collections.abc import Sequence

from guardian_core.evaluation.anonymization.metrics import jaccard, words

_WORD = re.compile(r"\w+")


def token_jaccard(original: str, output: str) -> float:
    """|A ∩ B| / |A ∪ B| of the sets of lower-cased words (the paper's utility on TAB and PII-Masking, §4.1).

    >>> token_jaccard("Ann lives in Leeds", "she lives in Leeds")
    0.6
    """
    return jaccard(words(original), words(output))


def rouge_l(original: str, output: str) -> float:
    """F1 over the longest common subsequence of lower-cased words (Lin 2004, §3, with β = 1); 1 for two texts without words.

    Lin's own example:

    >>> rouge_l("police killed the gunman", "police kill the gunman"), rouge_l("police killed the gunman", "the gunman kill police")
    (0.75, 0.5)
    """
    wanted, made = _WORD.findall(original.lower()), _WORD.findall(output.lower())
    if not wanted or not made:
        return float(wanted == made)
    common = longest_common(wanted, made)
    return 2 * common / (len(wanted) + len(made))


def longest_common(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence.

    >>> longest_common("abcbdab", "bdcaba")
    4
    """
    row = [0] * (len(second) + 1)
    for one in first:
        diagonal = 0
        for at, other in enumerate(second, 1):
            diagonal, row[at] = row[at], diagonal + 1 if one == other else max(row[at], row[at - 1])
    return row[-1]
