"""Levels 4 and 5 by a language model, and the loop of rewriting and guessing that finds the level (paper §3.5)."""

from guardian_core.anonymize.adversarial.adaptive import Adaptive
from guardian_core.anonymize.adversarial.loop import Round, verified_adapt
from guardian_core.anonymize.adversarial.outcome import Adaptation
from guardian_core.anonymize.adversarial.rewriter import Rewriter
from guardian_core.anonymize.adversarial.verification import Guess, content_words, folded, is_supported, verified_confidence

__all__ = [
    "Adaptation",
    "Adaptive",
    "Guess",
    "Rewriter",
    "Round",
    "content_words",
    "folded",
    "is_supported",
    "verified_adapt",
    "verified_confidence",
]
