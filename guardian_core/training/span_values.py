"""A source of chance in, invented values out: names, places, organisations, dates, amounts, codes, as people write them."""

import random
import tomllib
from collections.abc import Callable
from pathlib import Path

_WORDS = tomllib.loads(Path(__file__).with_name("span_words.toml").read_text(encoding="utf-8"))


def _listed(words: str) -> list[str]:
    return [word for line in words.strip().split("\n") for word in line.split("|")]


def _pair(names: str) -> tuple[list[str], list[str]]:
    given, family = names.split("|")
    return [n.replace(".", " ") for n in given.split()], [n.replace(".", " ") for n in family.split()]


NAMES = {culture: _pair(names) for culture, names in _WORDS["names"].items()}
JOINED = {culture: _pair(names) for culture, names in _WORDS["joined"].items()}
LISTS = {name: _listed(words) for name, words in _WORDS["lists"].items()}

type Chance = random.Random


def pick(chance: Chance, name: str) -> str:
    """A word of a list."""
    return chance.choice(LISTS[name])


def given(chance: Chance) -> str:
    """A given name."""
    return chance.choice(NAMES[chance.choice(list(NAMES))][0])


def family(chance: Chance) -> str:
    """A family name."""
    return chance.choice(NAMES[chance.choice(list(NAMES))][1])


def person(chance: Chance) -> str:
    """A whole name, now and then with an initial or a second name, or the family name first."""
    if chance.random() < 0.06:
        first, last = JOINED[chance.choice(list(JOINED))]
        return chance.choice(last) + chance.choice(first)
    first, last = NAMES[chance.choice(list(NAMES))]
    one, two = chance.choice(first), chance.choice(last)
    if not one.isascii() or chance.random() < 0.72:
        return f"{one} {two}"
    return chance.choice(
        (
            f"{one} {chance.choice(first)} {two}",
            f"{one} {two[0]}. {two}",
            f"{one[0]}. {two}",
            f"{one[0]}.{chance.choice('ABCEJKLMR')}. {two}",
            f"{two}, {one}",
            f"{one} {two}-{chance.choice(last)}",
            f"{one} {two}".upper(),
        )
    )


def organization(chance: Chance) -> str:
    """A company, an authority, a court, a school, a hospital, a club."""
    noun, other = pick(chance, "nouns").title(), pick(chance, "nouns").title()
    city, name = pick(chance, "cities"), family(chance)
    service = ("General Hospital", "University", "City Council", "Police", "Prison", "United", "Chamber of Commerce")
    body = ("Human Rights Association", "Red Cross", "Workers’ Party", "National Bank", "Army")
    return chance.choice(
        (
            f"{noun} {pick(chance, 'sectors')}",
            f"{noun} {pick(chance, 'sectors')} {pick(chance, 'endings')}",
            f"{noun}{other.lower()}",
            f"{noun}{other}",
            f"{name} & {family(chance)}",
            f"{name} {pick(chance, 'endings')}",
            f"{name}-{family(chance)}",
            f"{noun} {pick(chance, 'endings')}",
            f"{city} {chance.choice(('District', 'Regional', 'Assize', 'Administrative', 'High', 'Magistrates’'))} Court",
            f"{city} {chance.choice(service)}",
            f"University of {city}",
            f"Ministry of {chance.choice(('Justice', 'Health', 'the Interior', 'Finance', 'Education', 'Defence'))}",
            f"St {given(chance)}’s {chance.choice(('School', 'Church', 'Hospital', 'College'))}",
            f"{pick(chance, 'nationalities')} {chance.choice(body)}",
            "".join(chance.choice("ABCDEFGHKLMNPRSTV") for _ in range(chance.randint(3, 4))),
        )
    )


def place(chance: Chance) -> str:
    """A city or a country."""
    return chance.choice(LISTS["cities"] if chance.random() < 0.65 else LISTS["countries"]).removeprefix("the ")


def address(chance: Chance) -> str:
    """A street with a number, mostly with a town."""
    street, number = pick(chance, "streets"), chance.randint(1, 240)
    line = chance.choice(
        (
            f"{number} {street}",
            f"{street} {number}",
            f"{street} {number}{chance.choice('abc')}",
            f"Flat {chance.randint(1, 40)}, {number} {street}",
        )
    )
    code = chance.choice(
        (
            f"{chance.randint(1000, 99999)}",
            f"{chance.choice('BLMSW')}{chance.randint(1, 30)} {chance.randint(1, 9)}{chance.choice('AQX')}{chance.choice('BTZ')}",
        )
    )
    city = pick(chance, "cities")
    return chance.choice((line, f"{line}, {city}", f"{line}, {code} {city}", f"{line}, {city} {code}", f"{line}\n{code} {city}"))


def date(chance: Chance) -> str:
    """A day, a month, a year, a time or a stretch of time."""
    day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(1935, 2027)
    name = LISTS["months"][month - 1]
    return chance.choice(
        (
            f"{day} {name} {year}",
            f"{name} {day}, {year}",
            f"{day}.{month:02d}.{year}",
            f"{day:02d}/{month:02d}/{year}",
            f"{year}-{month:02d}-{day:02d}",
            f"{name} {year}",
            f"{year}",
            f"{day} {name}",
            f"{name[:3]} {day}",
            f"{day}th of {name}",
            f"{pick(chance, 'days')}, {day} {name}",
            f"{day}. {pick(chance, 'foreign_months')} {year}",
            f"{pick(chance, 'numbers')} years",
            f"{chance.randint(2, 30)} months",
            f"between {year} and {year + 3}",
            f"{chance.randint(1, 12)}:{chance.randint(10, 59)} p.m.",
            f"summer of {year}",
            f"{day}-{name[:3]}-{year % 100:02d}",
            f"the early {year // 10 * 10}s",
        )
    )


def age(chance: Chance) -> str:
    """How old somebody is."""
    years = chance.randint(3, 97)
    return chance.choice(
        (
            f"{years}",
            f"{years}",
            f"{years} years old",
            f"{years}-year-old",
            f"{years} yo",
            f"{pick(chance, 'numbers')} years old",
        )
    )


def demographic(chance: Chance) -> str:
    """What somebody is or has: nationality, trade, faith, health, family."""
    return chance.choice(
        chance.choice((LISTS["nationalities"], LISTS["trades"], LISTS["conditions"], LISTS["groups"], LISTS["trades"]))
    )


def quantity(chance: Chance) -> str:
    """An amount of money, a share, a count of things."""
    amount = chance.choice(
        (
            f"{chance.randint(2, 950)}",
            f"{chance.randint(1, 900)},{chance.randint(100, 999)}",
            f"{chance.randint(1, 99)}.{chance.randint(10, 99)}",
        )
    )
    return chance.choice(
        (
            f"{amount} euros",
            f"EUR {amount}",
            f"€{amount}",
            f"${amount}",
            f"£{amount}",
            f"PLN {amount}",
            f"{amount} Turkish liras (TRL)",
            f"{chance.randint(1, 99)}%",
            f"{chance.randint(20, 900)} square metres",
            f"{pick(chance, 'numbers')} other persons",
            f"{pick(chance, 'numbers')} hearings",
            f"{amount} USD",
            f"{chance.randint(40, 120)} kg",
            f"{amount},000 dollars",
            f"{pick(chance, 'numbers')} children",
        )
    )


def code(chance: Chance) -> str:
    """A number of a file, a case, a policy, a record."""
    digits = "".join(chance.choice("0123456789") for _ in range(chance.randint(4, 9)))
    letters = "".join(chance.choice("ABCDEHKLMNPRSTW") for _ in range(chance.randint(1, 3)))
    return chance.choice(
        (
            f"{digits[:5]}/{digits[-2:]}",
            f"{letters}-{digits}",
            f"{letters}{digits}",
            digits,
            f"{digits[:4]}-{digits[-4:]}",
            f"{letters} {digits[:3]}/{digits[-3:]}",
        )
    )


SLOTS: dict[str, tuple[str, Callable[[Chance], str]]] = {
    "person": ("person", person),
    "given": ("person", given),
    "family": ("person", family),
    "org": ("organization", organization),
    "place": ("place", place),
    "city": ("place", lambda chance: pick(chance, "cities")),
    "address": ("address", address),
    "date": ("date", date),
    "age": ("age", age),
    "dem": ("demographic", demographic),
    "trade": ("demographic", lambda chance: pick(chance, "trades")),
    "nation": ("demographic", lambda chance: pick(chance, "nationalities")),
    "cond": ("demographic", lambda chance: pick(chance, "conditions")),
    "group": ("demographic", lambda chance: pick(chance, "groups")),
    "qty": ("quantity", quantity),
    "code": ("code", code),
}
