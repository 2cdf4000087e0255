"""Blocks of a page in, atomic statements with heading path, language and position out: one sentence or list item each. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from policy_cache.page import Block

MAX_STATEMENTS = 3_000
_MAX_LENGTH = 2_000  # characters of one statement
_MIN_LENGTH = 3
_REPEATS = 3  # of one sentence, numbers aside

# A full stop ends a sentence if a capital, digit, quote or bracket follows, and no abbreviation precedes it.
_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-ZÀ-ÞŁŚŻŹĆ0-9])|(?<=[。！？])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|inc|ltd|llc|corp|co|no|nos|mr|mrs|ms|dr|st|vs|art|sec|para|cf|approx|u\.s|u\.k|e\.u|a\.m|p\.m|"
    r"z\.b|bzw|d\.h|u\.a|ggf|abs|nr|evtl|sog|p\.ex|sr|sra|av|ul)|\b[a-z])\.$",
    re.IGNORECASE,
)
# "(a) …; (b) …" inside one paragraph; the same for digits and roman numerals. A bullet needs no bracket.
_MARK = re.compile(r"(?:(?<=[\s:;,.])|^)(?:\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)|[a-h]\)|\d{1,2}\)|[•▪●])\s+", re.IGNORECASE)

_STOP_WORDS = {
    "en": "the and of to we you your our with that information",
    "de": "der die das und wir sie ihre mit von zu werden daten nicht",
    "fr": "le la les des et nous vous vos nos avec que données pour",
    "es": "el los las de y que nosotros usted sus con para datos",
    "it": "il lo gli di e che noi lei con per dati i suoi",
    "nl": "de het een en van wij u uw met voor gegevens niet",
    "pt": "o os as de e que nós você seus com para dados não",
    "pl": "i w na z do że nie jest przez oraz danych dane",
}
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_ITEM = re.compile(r"\s*(?:[-*•–·▪●○]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+", re.IGNORECASE)
_STOP_SETS = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}

# Words that hold sentences together; those that policies are about are none.
_TOPICS = {"information", "daten", "données", "datos", "dati", "gegevens", "dados", "danych", "dane"}
_GLUE = (
    frozenset().union(*_STOP_SETS.values(), {"a", "an", "or", "in", "on", "by", "for", "as", "is", "are", "may", "any"}) - _TOPICS
)


@dataclass(frozen=True, slots=True)
class Segment:
    """One atomic statement before annotation."""

    text: str
    heading: tuple[str, ...]
    position: int
    language: str


def segment(blocks: Iterable[Block], declared: str = "") -> tuple[Segment, ...]:
    """Every statement in reading order, at most MAX_STATEMENTS; `declared` is the language that the page names for itself."""
    blocks = tuple(blocks)
    language = language_of(" ".join(block.text for block in blocks[:400])[:20_000], declared)
    led = tuple(_with_leads(blocks))
    texts = _honest((text, block.headings) for block in _without_leads(led) for text in _statements(block))
    return tuple(
        Segment(text, heading, position, language) for position, (text, heading) in zip(range(MAX_STATEMENTS), texts, strict=False)
    )


def _with_leads(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and paragraphs that are the items of a list ("We share with:", "(a) banks", "(b) shops") as such."""
    lead = ""
    for block in blocks:
        mark = _ITEM.match(block.text) if lead and not block.lead else None
        if mark is not None:
            yield Block(block.text[mark.end() :], block.headings, lead)
            continue
        yield block
        lead = block.text if block.text.endswith((":", "：")) and not block.lead else ""


def _honest(texts: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The statements without what only fills a page: heaps of key words, and one sentence over and over."""
    said: Counter[str] = Counter()
    for text, heading in texts:
        key = re.sub(r"[\W\d_]+", " ", text.lower())
        said[key] += 1
        if said[key] <= _REPEATS and not is_stuffed(text):
            yield text, heading


def is_stuffed(text: str) -> bool:
    """Whether a text is a heap of key words and no sentence.

    >>> is_stuffed("email phone name " * 20), is_stuffed("We collect your name, your e-mail address and your phone number.")
    (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    if len(words) < 30 or _CJK.search(text):
        return False
    if len(set(words)) < 0.25 * len(words):
        return True
    return len(words) >= 60 and sum(word in _GLUE for word in words) < 0.03 * len(words)


def _without_leads(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks without those that only lead in a list: each item says it again. What stands before the last sentence stays."""
    for block, after in zip_longest(blocks, blocks[1:]):
        if after is None or not after.lead or after.lead != block.text:
            yield block
        elif rest := sentences(block.text)[:-1]:
            yield Block(" ".join(rest), block.headings, block.lead)


def _statements(block: Block) -> Iterator[str]:
    lead = sentences(block.lead)[-1] if block.lead else ""
    for sentence in sentences(block.text):
        for part in _expand(sentence):
            text = f"{lead} {part}" if lead else part
            if len(part) >= _MIN_LENGTH and any(character.isalpha() for character in part):
                yield text[:_MAX_LENGTH]


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph.

    >>> sentences("We use e.g. Matomo Inc. products. They see your IP.")
    ['We use e.g. Matomo Inc. products.', 'They see your IP.']
    """
    found: list[str] = []
    start = 0
    for gap in _END.finditer(text):
        piece = text[start : gap.end()].strip()
        if _ABBREVIATION.search(piece[-12:]):
            continue
        if piece:
            found.append(piece)
        start = gap.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def _expand(sentence: str) -> Iterator[str]:
    """An inline list as one statement per item, each with the words that lead it in.

    >>> list(_expand("We share with: (a) banks; and (b) couriers."))
    ['We share with: banks', 'We share with: couriers.']
    """
    marks = list(_MARK.finditer(sentence))
    lead = sentence[: marks[0].start()].strip() if marks else ""
    if len(marks) < 2 or not lead:
        yield sentence
        return
    ends = [mark.start() for mark in marks[1:]] + [len(sentence)]
    for mark, end in zip(marks, ends, strict=True):
        item = re.sub(r"[;,]?\s*(?:\b(?:and|or|und|oder|et|ou|y|o|e)\b)?\s*$", "", sentence[mark.end() : end].strip())
        yield f"{lead} {item}"


def language_of(text: str, declared: str = "") -> str:
    """The two-letter language, by script and stop words; what the page declares wins where the words do not clearly differ.

    >>> language_of("Wir geben Ihre Daten nicht an Dritte weiter und verkaufen sie nicht.")
    'de'
    """
    if re.search(r"[\u3040-\u30ff]", text):
        return "ja"
    if len(re.findall(r"[\u4e00-\u9fff]", text)) > 0.2 * len(text):
        return "zh"
    words = re.findall(r"[^\W\d_]+", text.lower())
    counts = {language: sum(word in stop for word in words) for language, stop in _STOP_SETS.items()}
    best = max(counts, key=lambda language: counts[language])
    if declared and counts.get(declared, 0) >= 0.7 * counts[best]:
        return declared
    return best if counts[best] else declared or "en"
