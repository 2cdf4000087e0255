"""A value in, whether it looks like what its field's name promises out."""

import re
from collections.abc import Callable

from guardian_core.detect.births import DATE
from guardian_core.detect.context import table
from guardian_core.detect.placeholders import PLACEHOLDER

_WORDS = table("""
    string number integer boolean object array null none true false undefined unknown required optional text email password
    name any default auto value test example enabled disabled on off yes no hidden visible n/a and or
    """)
_MASKED = re.compile(r"^[\s*x•.#_-]*$|\*{3,}|^[<\[{(].*[>\]})]$|^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$")


def said(value: str) -> bool:
    """Whether `value` says anything: not empty, masked, a hash, a placeholder or a word of a schema."""
    return (
        bool(value)
        and len(value) <= 300
        and value.lower() not in _WORDS
        and not _MASKED.search(value)
        and not PLACEHOLDER.match(value)
    )


def worded(value: str) -> bool:
    """Letters as in a name or a street: no markup, no identifier."""
    letters = sum(character.isalpha() for character in value)
    return letters >= 2 and len(value) <= 100 and not re.search(r"[<>{}_=\\|]|://", value) and len(value.split()) <= 10


def named(value: str) -> bool:
    """One to four words of letters, as people are called; a single letter counts beside a longer word."""
    return (
        worded(value)
        and bool(re.fullmatch(r"[^\W\d_][\w.'-]*(?:,? [^\W\d_][\w.'-]*){0,4}", value))
        and not re.search(r"\d|\.\w", value)
    )


def street(value: str) -> bool:
    """Letters with a house number or several words."""
    # A host, a host and its port, a version, a place in memory, a path, a cell of a sheet.
    machine = r"@|[;{}]|^[\w-]+(?:\.[\w-]+)+$|^\S+:\d+$|^\d\.\d |^0x[0-9A-Fa-f]*$|^/|^\w+!"
    return worded(value) and bool(re.search(r"\d|\s", value)) and not re.search(machine, value)


def digits(low: int, high: int) -> Callable[[str], bool]:
    """Digits with the usual separators, from `low` to `high` of them."""
    return lambda value: bool(re.fullmatch(r"[+\d().\-/ ]+", value)) and low <= sum(c.isdigit() for c in value) <= high


def code(low: int, high: int) -> Callable[[str], bool]:
    """Letters and digits with at least one digit, `low` to `high` characters."""
    return lambda value: (
        bool(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ./-]*", value)) and any(c.isdigit() for c in value) and low <= len(value) <= high
    )


def date(value: str) -> bool:
    """A date, perhaps with a time."""
    return bool(
        re.fullmatch(f"(?i){DATE}(?:T[\\d:.Z+-]+)?|(?:19|20)\\d{{6}}|\\d{{4}}[年년] ?\\d{{1,2}}[月월] ?\\d{{1,2}}[日일]", value)
    )


def gender(value: str) -> bool:
    """A word for a gender, in several languages."""
    return value.lower() in _GENDERS


_GENDERS = table("""
    m f w d male female man woman nonbinary non-binary other diverse männlich weiblich divers homme femme hombre mujer
    masculino femenino uomo donna maschio femmina vrouw feminino transgender
    """)


def password(value: str) -> bool:
    """Anything a person could type as one."""
    return 3 <= len(value) <= 300 and not value.isspace() and value.lower() not in _RESULTS


_RESULTS = frozenset({"passed", "failed", "skipped"})  # of a test


def pin(value: str) -> bool:
    """Digits, perhaps among letters; a word or a contact of a chip ("top", "D13") is none."""
    return password(value) and any(c.isdigit() for c in value) and not re.fullmatch(r"[A-Za-z]+[ _-]?\d{1,2}|\d{1,2}", value)


def post_office(value: str) -> bool:
    """Six digits, in India the number of a post office; a PIN of a card or a door has four, and may begin with a nought.

    >>> post_office("110001"), post_office("560 034"), post_office("4711"), post_office("012345")
    (True, True, False, False)
    """
    return re.fullmatch(r"[1-9]\d{2} ?\d{3}", value) is not None


def ailment(value: str) -> bool:
    """Words that are not all of machines: `diagnosis` is also what a program says of itself."""
    return worded(value) and not _MACHINES.issuperset(re.findall(r"[^\W\d_]+", value.lower()))


_MACHINES = table("""
    timeout timed out network error errors connection refused reset closed failed failure fail ok okay success pass passed passing
    disk full memory leak leaks crash crashed crashes unreachable dns host server client service api database query slow latency
    offline online down up lost no not found missing invalid bad gateway request response internal unavailable overload overloaded
    cpu gpu load high low deadlock exception null pointer segfault segmentation fault stack overflow out of range restart reboot
    certificate expired ssl tls handshake packet loss port blocked permission denied access corrupt corrupted file config
    configuration misconfigured misconfiguration driver firmware hardware software version mismatch battery sensor overheating
    pending running healthy degraded idle ready unknown none normal n a
    """)


def login(value: str) -> bool:
    """One to three words."""
    return worded(value) and len(value.split()) <= 3


def random(value: str) -> bool:
    """Long and mixed enough for a credential: 16 characters without spaces, with a digit."""
    return len(value) >= 16 and not re.search(r"\s|://", value) and any(c.isdigit() for c in value) and len(set(value)) >= 8


def opaque(value: str) -> bool:
    """An identifier: no spaces, a digit, 8 to 128 characters."""
    return 8 <= len(value) <= 128 and any(c.isdigit() for c in value) and not re.search(r"\s", value)


def analytics_id(value: str) -> bool:
    """As Google Analytics writes a client: random part, dot, time of the first visit."""
    return bool(re.fullmatch(r"(?:GA1\.\d\.)?\d{6,10}\.\d{9,10}|fb\.\d\.\d{13}\.\d{6,20}", value))
