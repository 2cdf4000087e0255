"""Other languages in, annotated texts out: what programs say in them, which is nobody's, and templates of our own.

Without them a model that starts from English words takes every foreign word for a name. The sentences are the translations of
packages under the BSD and MIT licences (PACKAGES, the extra `train`), those without a placeholder and of at least three words, so
that neither names of languages nor months stand alone among them.
"""

import random
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from guardian_core.training.span_data import OWN, Example
from guardian_core.training.span_templates import fill, templates

PACKAGES = ("django", "wagtail", "oscar", "allauth", "rest_framework")
LANGUAGES = (
    "cs", "da", "de", "el", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "pt_BR", "ro", "ru", "sv", "tr", "uk",
)  # fmt: skip
TEMPLATES = Path(__file__).with_name("span_foreign.txt")
WORDS = 3
MESSAGES, NOTHING = 0.5, 0.4  # shares: of messages of programs, and of the rest of templates that hold nothing


def foreign(count: int, seed: int) -> list[Example]:
    """`count` texts; the same for the same seed. Languages have equal shares of the messages."""
    chance = random.Random(seed)  # noqa: S311 - reproducible on purpose
    something, nothing = templates(TEMPLATES)
    said = {language: messages(language) for language in LANGUAGES}
    spoken = [language for language in LANGUAGES if said[language]]
    found = []
    for number in range(count):
        group = f"own-foreign-{number}"
        if spoken and chance.random() < MESSAGES:
            text = " ".join(chance.choice(said[chance.choice(spoken)]) for _ in range(1 + (chance.random() < 0.2)))
            found.append(Example("own:foreign", group, OWN, text, ()))
        else:
            found.append(fill(chance.choice(nothing if chance.random() < NOTHING else something), chance, "own:foreign", group))
    return found


@cache
def messages(language: str) -> tuple[str, ...]:
    """The sentences of every installed package in `language`, sorted; none where none is installed."""
    return tuple(sorted({text for package in PACKAGES for text in _catalogue(package, language)}))


def _catalogue(package: str, language: str) -> Iterator[str]:
    spec = find_spec(package)
    if spec is None:
        return
    import polib  # type: ignore[import-untyped]  # noqa: PLC0415 - only training needs it

    for folder in spec.submodule_search_locations or ():
        for path in sorted(Path(folder).glob(f"**/locale/{language}/LC_MESSAGES/*.po")):
            for entry in polib.pofile(str(path)):
                if not entry.fuzzy and entry.msgstr != entry.msgid and is_sentence(entry.msgid) and is_sentence(entry.msgstr):
                    yield " ".join(entry.msgstr.split())


def is_sentence(text: str) -> bool:
    """Whether a message has enough words, and no placeholder and no tag."""
    return len(text.split()) >= WORDS and not any(sign in text for sign in "%{<")
