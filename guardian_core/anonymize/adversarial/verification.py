"""What an attacker guessed and the original in, out whether the original supports it: V(g, x₀) and ĉ (paper §3.5, Eq. 9, 10).

Content words W(s) are the case-folded runs of letters and digits longer than two characters, without stop words: the paper says
nothing of them, but a guess "the person" must not be supported by every "the". A guess without a content word ("34", "李明")
counts only where it stands whole in the original, and never if it is one character, or a stop word alone.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

type Verify = Callable[[str, str, str], bool]  # (guess, original, what the attacker saw) → supported by the original?

STOP_WORDS = frozenset([
    "to", "of", "in", "is", "it", "on", "at", "by", "he", "we", "me", "my", "no", "or", "as", "an", "am", "be", "do", "go",
    "if", "so", "up", "us", "the", "and", "for", "are", "but", "not", "you", "all", "any", "can", "had", "her", "was", "one",
    "our", "out", "his", "has", "him", "how", "its", "new", "now", "see", "two", "way", "who", "did", "get", "let", "she",
    "too", "use", "that", "this", "with", "have", "from", "they", "been", "were", "said", "each", "which", "their", "other",
    "about", "many", "then", "them", "these", "some", "would", "into", "more", "like", "than", "only", "over", "such", "also",
    "back", "after", "just", "where", "here", "most", "when", "what", "your", "there", "being", "could", "should", "does", "very",
    "der", "die", "das", "und", "ist", "ein", "eine", "einer", "eines", "mit", "von", "den", "dem", "des", "für", "auf",
    "nicht", "auch", "aus", "bei", "nach", "wie", "sie", "wir", "ihr", "les", "une", "est", "que", "qui", "dans", "pour", "par",
    "sur", "pas", "avec", "son", "ses", "aux", "los", "las", "una", "con", "por", "para", "del", "sus", "como", "más",
])  # fmt: skip
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Guess:
    """One reconstruction by an attacker who saw only the rewritten text."""

    what: str  # the kind of field guessed: "name", "city"
    text: str = field(repr=False)
    confidence: float = 0.0  # 0..1; anything else is brought there, a claim that is no number counts as none

    def __post_init__(self) -> None:
        """Bring the confidence into 0..1: a model that claims 7 is taken for sure, one that claims NaN for silent."""
        claimed = self.confidence
        object.__setattr__(self, "confidence", 0.0 if math.isnan(claimed) else min(1.0, max(0.0, claimed)))


def folded(text: str) -> str:
    """Text as it is compared: compatibility forms, case and runs of spaces folded.

    >>> folded("Ｙｉｌｍａｚ \\u00a0 Straße")
    'yilmaz strasse'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def content_words(text: str) -> frozenset[str]:
    """W(s): the words that can support a guess.

    >>> sorted(content_words("The school with Bob, at 9 a.m."))
    ['bob', 'school']
    """
    return frozenset(word for word in _WORD.findall(folded(text)) if len(word) > 2 and word not in STOP_WORDS)


def is_supported(guess: str, original: str, shown: str = "", *, intended: frozenset[str] = frozenset()) -> bool:
    """V(g, x₀) of Eq. 9: the guess stands in the original, or shares a content word with it.

    Args:
        guess: what the attacker said.
        original: x₀, which the attacker never saw.
        shown: x_ℓ, what the attacker saw.
        intended: words that a rewrite leaves or puts in on purpose ("court", "city"). Where `shown` still holds one, guessing it
            shows no leak. Empty: the paper's own rule.

    >>> is_supported("school with Bob", "He went to School with Bob")
    True
    >>> is_supported("coffee shop", "He went to school with Bob")
    False
    >>> is_supported("the", "He went to the school"), is_supported("a", "a man"), is_supported("", "a man")
    (False, False, False)
    """
    said, whole = folded(guess), folded(original)
    words = content_words(guess)
    left = words - (intended & content_words(shown))
    if words:
        return bool(left) and (said in whole or not left.isdisjoint(content_words(original)))
    if len(said) < 2 or said in STOP_WORDS or not _WORD.search(said):
        return False
    if said.isascii():
        return re.search(rf"(?<!\w){re.escape(said)}(?!\w)", whole) is not None
    return said in whole  # scripts that write no spaces


def verified_confidence(guesses: Iterable[Guess], original: str, shown: str, verify: Verify = is_supported) -> float:
    """ĉ of Eq. 10: the largest confidence among the guesses that the original supports, 0 if there is none.

    What the attacker itself reports as its maximum is no input: it may rest on guesses that nothing supports.
    """
    return max((guess.confidence for guess in guesses if verify(guess.text, original, shown)), default=0.0)
