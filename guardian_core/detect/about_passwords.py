"""The value of a field for a password in; out, whether it speaks of a password rather than being one.

Forms and lists of translations hold the word for it ("Mot de passe", "Confirm password"), answers to a form say what is wrong with
it ("is too short"). A passphrase of several words stays one: what is said of a password is known by its words, which stand in
about_passwords.toml, and no word of it mixes letters with digits or signs, for that might be the password itself.
"""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from guardian_core.detect.context import folded, key_words, table

_TABLE = tomllib.loads(files("guardian_core.detect").joinpath("about_passwords.toml").read_text(encoding="utf-8"))
_WORDS, _SAID, _TELLING = (table(_TABLE[name]) for name in ("words", "said", "telling"))
_KNOWN = table(_TABLE["beside"]) | _SAID
_PHRASES = tuple((folded(phrase), re.split("[ -]", folded(phrase))) for phrase in _TABLE["phrases"])
# Where a form's answer says what is wrong with which field.
_ANSWERS = table("""
    error errors err messages message validation validations violations violation invalid problems problem issues warnings feedback
    fehler erreurs errores errori fouten i18n translation translations locale locales labels label
    """)
_TOKEN = re.compile(r"[^\s/–—-]+")
_EDGES = ".,:;!?¿¡()[]\"'«»“”„‘’…*•、。！？：（）"
_SLOT = re.compile(r"[%$#]?\{{1,2}\s*[\w.]+\s*\}{1,2}|%\d?\$?[sd]|:[a-z_]+|<[\w/]+>")
_MIXED = re.compile(r"(?=.*[^\W\d_])(?=.*[\d@#$%^&*_+=<>~`|\\])")
_COUNT = re.compile(r"\d{1,3}(?=[^\x00-\x7f])")  # of characters, in writing without spaces
_LONGEST = 200


def tells(value: str, path: str = "") -> bool:
    """Whether `value` is a word for a password, or says something of one.

    >>> tells("Mot de passe"), tells("Neues Passwort"), tells("password is too short"), tells("password is swordfish")
    (True, True, True, False)
    >>> tells("is too short"), tells("too easy"), tells("looks weak"), tells("correct horse battery staple")
    (True, True, False, False)
    >>> tells("looks weak", "body/errors/password/0"), tells("hunter2 is too short", "body/errors/password/0")
    (True, False)
    """
    return len(value) <= _LONGEST and _tells(value, answers=not _ANSWERS.isdisjoint(_around(path)))


def _around(path: str) -> set[str]:
    """The words of the names above the field's own."""
    return {word for name in path.split("/")[1:-1] for word in key_words(name)}


@lru_cache(maxsize=1024)
def _tells(value: str, *, answers: bool) -> bool:
    text = _SLOT.sub(" ", folded(value.lower()))
    tokens = [token.strip(_EDGES) for token in _TOKEN.findall(text)]
    numbers = [token for token in tokens if token.isdigit()]
    if any(len(number) > 3 for number in numbers) or any(_MIXED.match(_COUNT.sub("", token)) for token in tokens):
        return False
    spoken = {word for phrase, its in _PHRASES if phrase in text for word in its}
    words = [token for token in tokens if token and not token.isdigit()]
    others = [word for word in words if word not in _WORDS and word not in spoken]
    said = not _SAID.isdisjoint(others)
    # In writing without spaces the word for it stands among others.
    known = sum(word in _KNOWN or (bool(spoken) and not word.isascii()) for word in others)
    mostly = said and 2 * known >= len(others)
    if len(others) < len(words) or (spoken and known):
        return mostly or (known == len(others) and not numbers)
    return mostly and (answers or (known == len(others) > 1 and not _TELLING.isdisjoint(others)))
