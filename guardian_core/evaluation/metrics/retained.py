"""A sensitive span and a text in, how the span still stands in the text out: as written, or in a form that fools an exact search.

The paper's privacy (§4.1) is 1 − the share of spans still in the output. An exact search calls `ERDAL YILMAZ`, `Erdal-Yilmaz` and
`Yilmaz` gone where the gold span is `Erdal Yilmaz`; each reading here is wider than the one before it.
"""

import re
from dataclasses import dataclass

from guardian_core.evaluation.anonymization.metrics import content_words, words

PARTIAL = 0.5  # more than this share of a span's content words left is the span left in part
SHORTEST = 4  # letters and digits: below that, what is joined is found in ordinary words by accident ("Ann" in "cannot")
_BESIDES = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Retained:
    """Whether a span is still there, by four readings; each holds wherever one before it does."""

    exact: bool
    case: bool  # whatever its case
    spacing: bool  # and whatever stands between its letters and digits: spaces, line breaks, hyphens, dots
    partial: bool  # or more than half of its content words do, as whole words, anywhere


def retained(span: str, text: str) -> Retained:
    """How `span` stands in `text`.

    >>> retained("Erdal Yilmaz", "signed: ERDAL-YILMAZ")
    Retained(exact=False, case=False, spacing=True, partial=True)
    >>> retained("26 October 1995", "in October 1995")
    Retained(exact=False, case=False, spacing=False, partial=True)
    """
    exact = span in text
    case = exact or span.casefold() in text.casefold()
    bare = joined(span)
    spacing = case or (len(bare) >= SHORTEST and bare in joined(text))
    wanted = content_words(span)
    share = len(wanted & words(text)) / len(wanted) if wanted else 0.0
    return Retained(exact, case, spacing, spacing or share > PARTIAL)


def joined(text: str) -> str:
    """Its letters and digits alone, case folded: "O'Hara, 34" → "ohara34"."""
    return _BESIDES.sub("", text.casefold())
