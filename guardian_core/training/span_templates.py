"""Templates and a seed in, annotated texts of our own out, in the formats people send; a third holds nothing to find."""

import base64
import random
import re
from collections.abc import Callable
from pathlib import Path

from guardian_core.training.span_data import OWN, Example, Mark
from guardian_core.training.span_values import LISTS, SLOTS, Chance, pick

TEMPLATES = Path(__file__).with_name("span_templates.txt")
_SLOT = re.compile(r"«(\w+)»|‹(\w+)›")


def _hex(chance: Chance) -> str:
    return "".join(chance.choice("0123456789abcdef") for _ in range(chance.choice((8, 12, 24, 32, 40))))


def _stamp(chance: Chance) -> str:
    day = f"20{chance.randint(15, 27)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
    time = f"{chance.randint(0, 23):02d}:{chance.randint(0, 59):02d}:{chance.randint(0, 59):02d}"
    return f"{day}{chance.choice('T ')}{time}{chance.choice(('Z', '.123', ''))}"


def _word(chance: Chance) -> str:
    return chance.choice(LISTS["words"])


def _coined(chance: Chance) -> str:
    """A name of software that nobody has used yet."""
    parts = (
        "py",
        "dan",
        "tel",
        "me",
        "try",
        "open",
        "lang",
        "chain",
        "flow",
        "vec",
        "to",
        "rix",
        "lo",
        "ka",
        "zu",
        "mi",
        "ra",
        "kit",
        "hub",
        "ly",
    )
    return "".join(chance.choice(parts) for _ in range(chance.randint(2, 4)))


def _title(chance: Chance) -> str:
    return " ".join(pick(chance, "titles") for _ in range(chance.randint(1, 4)))


def _listed(name: str) -> Callable[[Chance], str]:
    return lambda chance: pick(chance, name)


def _opened(name: str) -> Callable[[Chance], str]:
    return lambda chance: pick(chance, name).title()


# Values that are nobody's.
FILLERS: dict[str, Callable[[Chance], str]] = {
    "n": lambda chance: str(chance.randint(0, chance.choice((9, 99, 999, 65535)))),
    "word": _word,
    "Word": lambda chance: _word(chance).title() + chance.choice(("", _word(chance).title())),
    "WORD": lambda chance: _word(chance).upper(),
    "Brand": lambda chance: chance.choice(LISTS["brands"]),
    "model": lambda chance: chance.choice(LISTS["models"]),
    "ver": lambda chance: f"{chance.randint(0, 20)}.{chance.randint(0, 30)}.{chance.randint(0, 9)}",
    "n3": lambda chance: f"{chance.randint(0, 999):03d}",
    "n4": lambda chance: f"{chance.randint(0, 9999):04d}",
    "coin": _coined,
    "Coin": lambda chance: _coined(chance).title(),
    "Title": _title,
    "food": _listed("foods"),
    "Food": _opened("foods"),
    "weather": _listed("weathers"),
    "Weather": _opened("weathers"),
    "animal": _listed("animals"),
    "Verb": _listed("verbs"),
    "verb": lambda chance: pick(chance, "verbs").lower(),
    "hex": _hex,
    "b64": lambda chance: base64.b64encode(chance.randbytes(chance.randint(9, 60))).decode(),
    "stamp": _stamp,
    "mail": lambda chance: f"{_word(chance)}.{_word(chance)}@example.com",
}


def fill(template: str, chance: Chance, name: str, group: str) -> Example:
    """One template with its slots filled.

    >>> fill("Hi «given»!", random.Random(0), "own", "own").marks[0].start
    3
    """
    text, marks, at = "", [], 0
    for slot in _SLOT.finditer(template):
        text += template[at : slot.start()]
        at = slot.end()
        if slot[1]:
            kind, invent = SLOTS[slot[1]]
            value = invent(chance)
            marks.append(Mark(len(text), len(text) + len(value), kind))
        else:
            value = FILLERS[slot[2]](chance)
        text += value
    return Example(name, group, OWN, text + template[at:], tuple(marks))


def templates(path: Path = TEMPLATES) -> tuple[list[str], list[str]]:
    """(templates with something to find, templates without)."""
    found: tuple[list[str], list[str]] = [], []
    nothing = False
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("---"):
            nothing = "nothing" in line
        elif line and not line.startswith(("# One", "# What", "# As")):
            found[nothing].append(line.replace("\\n", "\n"))
    return found


def generated(count: int, seed: int) -> list[Example]:
    """`count` texts; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - reproducible on purpose
    something, nothing = templates()
    return [
        fill(chance.choice(nothing), chance, "own:nothing", f"own-{number}")
        if number % 3 == 2
        else fill(chance.choice(something), chance, "own:something", f"own-{number}")
        for number in range(count)
    ]
