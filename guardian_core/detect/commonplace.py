"""The words of a span go in, whether every state has such a body or person comes out: "Court of Appeal", "the Ministry of Defence".

Words for kinds of body, what such kinds are called by, and words for people in general; a span of nothing else names nobody in
particular, and so it must be likelier masked than a name (decoding.py). A list, not complete: a missing word is read as a name.
"""

from collections.abc import Iterable

_BODIES = """
    administration administrations agencies agency army assembly association authorities authority bank bar board boards bureau
    cassation chamber chambers commission commissions committee committees company council councils court courts department
    departments directorate division divisions federation government governments hospital inspectorate institute institution
    institutions ministries ministry municipalities municipality office offices parliament police prison prosecution registry
    republic school section senate service services state states treasury tribunal tribunals union universities university
"""
_CALLED = """
    administrative affairs agriculture appeal appeals appellate assize central chief city civil commercial constitutional county
    court-martial criminal defence defense district education employment enforcement environment examination executive family
    federal finance financial fiscal first foreign full general grand health high higher housing human immigration insurance
    interior justice juvenile labour land legal local lower magistrates medical military municipal national ombudsman pension
    pensions planning plenary political principal provincial public regional revenue review rights second security social
    supreme tax technical third
"""
_PEOPLE = """
    chairman citizen citizens director governor judge judges member members minister ministers national nationals officer owner
    owners president prosecutor prosecutors
"""
_MATTERS = "age benefit benefits case cases proceedings right town towns village villages work"
WORDS = frozenset(f"{_BODIES} {_CALLED} {_PEOPLE} {_MATTERS}".split())


def commonplace(words: Iterable[str]) -> bool:
    """Whether all words, in any case, are of the list; False for none at all.

    >>> commonplace(["Supreme", "Court"]), commonplace(["Erzincan", "Court"]), commonplace([])
    (True, False, False)
    """
    folded = [word.lower() for word in words]
    return bool(folded) and WORDS.issuperset(folded)
