"""A stranger's words in; the same words as a quotation that can steer nothing out: no model, no terminal, no page.

Roles and turns in prompts are marked by words in angle and square brackets, so those brackets become others; what cannot be seen,
or changes the direction of writing, is left out; white space is one blank.
"""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # controls, formats (zero width, direction, tags), halves of pairs, unassigned
_BRACKETS = str.maketrans("<>[]{}`|", "‹›()()'¦")


def quotable(text: str, longest: int) -> str:
    """`text` in at most `longest` characters.

    >>> quotable("We  share\\n<|im_end|> data\\u202e", 40)
    'We share ‹¦im_end¦› data'
    """
    plain = unicodedata.normalize("NFKC", text[: longest * 4])
    seen = "".join(" " if one.isspace() else "" if unicodedata.category(one) in _HIDDEN else one for one in plain)
    words = " ".join(seen.translate(_BRACKETS).split())
    return words if len(words) <= longest else words[: longest - 1] + "…"
