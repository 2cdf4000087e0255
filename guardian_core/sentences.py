"""A text and a place in it in, whether a sentence ends there out."""

import re

# Where a sentence may end and the next begin.
STOP = re.compile(r"[.!?\u2026][\"'\u201d\u2019)\]]*\s+(?=[\"'\u201c\u2018(\[]?[^\W\d_a-zß-öø-ÿ])")
_WORD_BEFORE = re.compile(r"[^\W_]+$")
_LONGEST = 24  # characters of a word that could be an abbreviation, and then some
_VOWEL = re.compile(r"[aeiouyäöüàâéèêëîïíóúáñ]", re.IGNORECASE)
# Words that a full stop belongs to, beside initials and words without a vowel ("Dr.", "St.", "Ltd.").
_ABBREVIATIONS = frozenset([
    "no", "nos", "art", "arts", "inc", "corp", "co", "jr", "prof", "gen", "col", "capt", "rev", "hon", "gov", "sen", "rep", "fig",
    "vol", "vols", "ed", "eds", "approx", "ca", "dept", "univ", "assn", "bros", "mme", "mlle", "sta", "sto", "ste", "ave", "jan",
    "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez", "para", "paras", "sec", "op", "cit",
    "al", "esp", "apt", "adm", "maj", "insp", "sra", "srta", "lic", "ing", "av", "exc", "abs", "app", "res", "tel",
])  # fmt: skip
_MONTH = re.compile(
    r"\s*(?:jan|feb|mar|mär|apr|may|mai|mei|jun|jul|aug|sep|oct|okt|nov|dec|dez|déc|fév|avr|juin|juil|août)", re.IGNORECASE
)
_NEXT = re.compile(r"[\"'\u201d\u2019)\]]*(?:\s*$|\s*\n|\s+[^\W\d_a-zß-öø-ÿ])")


def ends_sentence(text: str, at: int) -> bool:
    """Whether the sign at `at`, a full stop or another, ends a sentence where something follows that may begin one.

    >>> ends_sentence("He left. She", 7), ends_sentence("Dr. Quill", 2), ends_sentence("J. Quill", 1), ends_sentence("3. Mai", 1)
    (True, False, False, False)
    """
    if text[at] != ".":
        return True
    before = _WORD_BEFORE.search(text[max(0, at - _LONGEST) : at].rstrip())
    word = before[0] if before else ""
    if word.isdigit():
        return not _MONTH.match(text, at + 1)
    return not is_abbreviation(word)


def is_abbreviation(word: str) -> bool:
    """Whether a full stop behind a word is its own.

    >>> is_abbreviation("Ltd"), is_abbreviation("Leeds")
    (True, False)
    """
    return word.isalpha() and (len(word) == 1 or word.lower() in _ABBREVIATIONS or not _VOWEL.search(word))


def before_full_stop(text: str, start: int, end: int) -> int:
    """Where [start, end) ends without the full stop of its sentence, which may be an abbreviation's, too.

    >>> before_full_stop("born 3 May. She", 5, 11), before_full_stop("3 Mar. 95", 0, 6), before_full_stop("Quill Inc.", 0, 10)
    (10, 6, 9)
    """
    if end - start < 2 or text[end - 1] != ".":
        return end
    word = _WORD_BEFORE.search(text[max(start, end - 1 - _LONGEST) : end - 1])
    own = word is not None and is_abbreviation(word[0]) and not _NEXT.match(text, end)
    return end if own else end - 1
