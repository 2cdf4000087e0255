"""An original and what a model made of it in, out why that may not be sent: the guard after every rewrite (SPEC §7).

It looks at form alone: empty, a refusal, an answer instead of a rewrite, tags, another language, a length that lost or invented
something. Whether values remain is `guarantee.residue`'s to say, whether new ones were invented the detector's.
"""

import re
from collections import Counter
from collections.abc import Sequence

from guardian_core.anonymize.adversarial.verification import content_words, folded

SHORTEST, LONGEST = 0.5, 2.0  # of the original's words
_LETTERS = 60  # that any rewrite may gain
_OTHERS = 0.5  # of a line's content words: so many more are another line's than its own
_SLACK = 6  # words that any rewrite may gain or lose: "Ann" → "a person from my family"
_TAG = re.compile(r"[\[<{(]\s*[A-Z][A-Z_ ]{2,}(?:[_ ]?\d+)?\s*[\]>})]|\b(?:REDACTED|X{3,})\b|_{4,}|\*{4,}|█+|\bX\.X\.")
_REFUSAL = re.compile(
    r"\b(?:I(?:'|’)?m sorry|I am sorry|I (?:can(?:no|')t|cannot|am unable to|won(?:'|’)t|must decline)|as an AI\b"
    r"|as a language model"
    r"|I apologi[sz]e|unable to (?:assist|help|comply)|es tut mir leid|ich kann (?:das|dabei|ihnen) nicht|je suis désolée?"
    r"|je ne peux pas|lo siento|no puedo ayudar|mi dispiace|non posso)",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"^\W*(?:sure|certainly|of course|okay|here(?:'s| is| are)|below is"
    r"|the (?:rewritten|revised|anonymi[sz]ed) (?:text|version|sentence)"
    r"|rewritten|output|answer|result|note|explanation|hier ist|voici|aquí (?:está|tienes)|ecco)\b[^.\n]{0,60}[:!]"
    r"|^\s*[\[{]\s*\"|^\s*```",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:sensitive (?:fields?|information|data)|rewritten (?:to|so|text|version)|anonymi[sz]ed|placeholder|original text)\b", re.I
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_COMMON = {
    "en": "the of and to in is that was for with on at by from this are it be as have not you we he she they his her my",
    "de": "der die das und ist ein eine mit von den dem nicht auch auf für ich sie wir er es im zu hat war als bei",
    "fr": "le la les des et est une un que qui dans pour par sur pas avec je il elle nous vous du au ce sont",
    "es": "el la los las de y es una un que en por para con no se su lo mi del al ha era como más",
    "it": "il la le di e è una un che in per con non si su lo mi del al ha era come più sono nel",
    "nl": "de het een en is van in op te dat die met voor niet zijn ik we er aan ook als maar bij",
    "pt": "o a os as de e é uma um que em por para com não se seu lo meu do da ao foi como mais",
}
_COMMON_OF: dict[str, list[str]] = {}
for _language, _words in _COMMON.items():
    for _word in _words.split():
        _COMMON_OF.setdefault(_word, []).append(_language)


def objection(original: str, rewritten: str) -> str | None:
    """Why `rewritten` is no rewrite of `original`; None where nothing speaks against it. The reason never quotes either.

    >>> objection("Ann moved to Bonn in May.", "Someone moved to a city in spring.")
    >>> objection("Ann moved to Bonn in May.", "I'm sorry, I can't help with that.")
    'a refusal'
    """
    if not _WORD.search(rewritten):
        return "empty"
    for pattern, reason in (
        (_REFUSAL, "a refusal"),
        (_ANSWER, "an answer instead of a rewrite"),
        (_TALK, "talk about the rewrite"),
        (_TAG, "tags instead of words"),
    ):
        if len(pattern.findall(rewritten)) > len(pattern.findall(original)):
            return reason
    if any(ord(character) < 32 and character not in "\t\n\r" and character not in original for character in rewritten):
        return "control characters"
    if rewritten.count("\n") > original.count("\n"):
        return "more lines"
    return _length(original, rewritten) or _language_of_both(original, rewritten) or _loops(original, rewritten)


def is_of_another(at: int, originals: Sequence[str], rewritten: Sequence[str]) -> bool:
    """Whether what was made of line `at` says rather what another line said: weak models repeat, merge and swap lines.

    >>> is_of_another(1, ["Ann met Bob.", "The lamp hums."], ["Someone met Bob.", "Someone met Bob."])
    True
    """
    said = content_words(rewritten[at])

    def common(line: str) -> float:
        return len(content_words(line) & said) / len(said) if said else 0.0

    own = common(originals[at])
    return any(common(line) >= own + _OTHERS for number, line in enumerate(originals) if number != at)


def _size(text: str) -> int:
    """Words; in scripts without spaces two letters count as one."""
    return len(_WORD.findall(_UNSPACED.sub(" ", text))) + len(_UNSPACED.findall(text)) // 2


def longest(original: str) -> int:
    """The characters below which a rewrite stays; one that has as many was cut off there, or ran on."""
    return int(LONGEST * len(original)) + _LETTERS


def _length(original: str, rewritten: str) -> str | None:
    if len(rewritten) >= longest(original):
        return "too long"
    before, after = _size(original), _size(rewritten)
    if after < before * SHORTEST and before - after > _SLACK // 2:
        return "too short"
    if after > before * LONGEST and after - before > _SLACK:
        return "too long"
    return None


def language(text: str) -> str | None:
    """The language that the commonest small words are of; None where they are too few to say.

    >>> language("Ich wohne mit meiner Frau in der Stadt und das ist gut."), language("ok")
    ('de', None)
    """
    votes: Counter[str] = Counter()
    for word in _WORD.findall(folded(text)):
        votes.update(_COMMON_OF.get(word, ()))
    best = votes.most_common(2)
    if not best or best[0][1] < 3 or (len(best) > 1 and best[0][1] < 1.4 * best[1][1]):
        return None
    return best[0][0]


def _scripts(text: str) -> Counter[str]:
    return Counter("latin" if character < "\u0250" else f"{ord(character) >> 9:x}" for character in text if character.isalpha())


def _language_of_both(original: str, rewritten: str) -> str | None:
    before, after = language(original), language(rewritten)
    if before and after and before != after:
        return "another language"
    was, now = _scripts(original), _scripts(rewritten)
    letters = sum(now.values())
    if letters >= 10 and was.total() >= 10 and sum(count for script, count in now.items() if script not in was) > 0.5 * letters:
        return "another script"
    return None


def _loops(original: str, rewritten: str) -> str | None:
    """A weak model that repeats itself: the same four words three times more often than they stood in the original."""

    def repeats(text: str) -> int:
        words = _WORD.findall(folded(text))
        runs = Counter(zip(words, words[1:], words[2:], words[3:], strict=False))
        return max(runs.values(), default=0)

    return "repeats itself" if repeats(rewritten) >= repeats(original) + 3 else None
