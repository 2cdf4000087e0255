"""The way a value is written goes in with new characters, the new characters come out written the same way.

Also the check digits that make an invented card or account number valid, and the source of what is invented: HMAC, never a counter,
so that neither the order of values nor the values themselves can be read from a surrogate.
"""

import hashlib
import hmac
import string
from collections.abc import Sequence

_LETTERS = string.ascii_lowercase
_HEX = "abcdef"


class Stream:
    """A stream of choices that only the holder of the key can foresee: HMAC-SHA256 over the parts, counted on."""

    def __init__(self, key: bytes, *parts: str) -> None:
        self.seed = hmac.new(key, b"\0".join(part.encode("utf-8", "surrogatepass") for part in parts), hashlib.sha256).digest()
        self._pool = 0
        self._size = 1  # the pool is uniform below this
        self._block = 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        while self._size < limit << 64:  # the bias of the remainder stays below 2**-64
            block = hmac.new(self.seed, self._block.to_bytes(4, "big"), hashlib.sha256).digest()
            self._block += 1
            self._pool, self._size = (self._pool << 256) | int.from_bytes(block, "big"), self._size << 256
        self._pool, chosen = divmod(self._pool, limit)
        self._size //= limit
        return chosen

    def digits(self, count: int) -> str:
        """`count` decimal digits."""
        return "".join(str(self.below(10)) for _ in range(count))

    def pick(self, choices: Sequence[str]) -> str:
        """One of `choices`."""
        return choices[self.below(len(choices))]


def fill(pattern: str, characters: str) -> str:
    """Write `characters` in place of the letters and digits of `pattern`, as many as both have; the pattern's case decides.

    >>> fill("4111-1111-1111-1111", "5555550000000004")
    '5555-5500-0000-0004'
    """
    rest = iter(characters)
    written = []
    for old in pattern:
        new = next(rest, "") if old.isalnum() else old
        written.append(new.lower() if old.islower() else new.upper() if old.isupper() else new)
    return "".join(written)


def characters(text: str) -> str:
    """The letters and digits of `text`: what `fill` replaces."""
    return "".join(c for c in text if c.isalnum())


def hexadecimal(plain: str) -> bool:
    """Whether it is a number in hexadecimal and not a word: some digit, no letter beyond f, twelve characters or more."""
    return len(plain) >= 12 and any(c.isdigit() for c in plain) and all(c in string.hexdigits for c in plain)


def same_shape(original: str, stream: Stream) -> str:
    """Digits for digits, letters for letters (hexadecimal where all are), case and separators kept; always ASCII.

    A UUID keeps its version and variant, or it would not be one.
    """
    plain = characters(original).lower()
    letters = _HEX if hexadecimal(plain) else _LETTERS
    new = [str(stream.below(10)) if c.isdigit() else stream.pick(letters) for c in plain]
    if len(plain) == 32 and letters is _HEX and original.count("-") == 4:
        new[12], new[16] = plain[12], plain[16]
    if new and plain[0].isdigit() and plain[0] != "0" and new[0] == "0":
        new[0] = "1"  # a number must not begin with 0
    return fill(original, "".join(new))


def blank(original: str, keep: int) -> str:
    """The first `keep` letters and digits, then zeros for digits and X for letters; zeros only where it is hexadecimal.

    >>> blank("EC1A 1BB", 3)
    'EC1X 0XX'
    """
    plain = characters(original)
    kept = "".join(c if c.isascii() else "X" for c in plain[:keep])
    letter = "0" if hexadecimal(plain) else "X"
    return fill(original, kept + "".join("0" if c.isdigit() else letter for c in plain[keep:]))


def luhn_digit(digits: str) -> str:
    """The check digit (ISO/IEC 7812-1) to write after `digits`."""
    total = 0
    for position, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (2 - position % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def iban_of(country: str, account: str) -> str:
    """The IBAN (ISO 13616, mod 97) of a country and a basic account number, both upper case ASCII."""
    number = int("".join(str(int(c, 36)) for c in account + country + "00"))
    return f"{country}{98 - number % 97:02d}{account}"
