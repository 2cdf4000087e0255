"""What stands for an encoded value or a digest: the surrogate of its plain value, encoded in the same way; a digest is as long.

A digest says the same at every level, so its surrogate is always an invented value: another one for each value and destination.
"""

import base64
import string
from dataclasses import replace

from guardian_core.anonymize.shapes import Stream, fill, same_shape
from guardian_core.anonymize.surrogates import Surrogates, Wanted
from guardian_core.anonymize.traces import Traces
from guardian_core.encodings import DIGESTS, Chain, encoded, flavour, packed_text
from guardian_core.vocabulary import Entity, Level

INSIDE = "inside-base64"
_DOMAIN = "@example.com"  # RFC 2606
_URL = str.maketrans("+/", "-_")
_STANDARD = str.maketrans("-_", "+/")


def written(wanted: Wanted, chain: Chain, stands: str, surrogates: Surrogates, traces: Traces) -> str:
    """The surrogate of `wanted` in the place of `stands`, which `chain` made of its original.

    Args:
        wanted: the plain value.
        chain: of guardian_core.encodings; `inside-base64/…` at its end where only a part of a base64 text says the value.
        stands: the text that is replaced; the letter case of hexadecimal, the alphabet and padding of base64 are kept.
        surrogates: of the session.
        traces: no value of these stands in the surrogate.
    """
    if chain == ("digest",):
        return _digest(wanted, stands, surrogates)
    if chain[-1].startswith(INSIDE):
        return _inside(wanted, chain[:-1], stands, surrogates, traces)
    if not DIGESTS.keys().isdisjoint(chain) or chain[-1] in {"hex", "base64"}:
        wanted = replace(wanted, level=Level.AGGRESSIVE, distinct=True)
    spelled = {"hex": "HEX" if stands != stands.lower() else "hex", "base64": flavour(stands)}
    return encoded(surrogates.surrogate(wanted, traces), (*chain[:-1], spelled.get(chain[-1], chain[-1])))


def _digest(wanted: Wanted, stands: str, surrogates: Surrogates) -> str:
    """Another digest of the same length: nothing of the first shows, not even which of its characters were letters."""
    stream = surrogates.stream(wanted)
    bare = stands.rstrip("=")
    if all(character in string.hexdigits for character in bare):
        text = "".join(stream.pick("0123456789abcdef") for _ in bare)
        return text.upper() if bare.isupper() else text
    data = bytes(stream.below(256) for _ in range(len(bare) * 3 // 4))
    return packed_text(data, (flavour(stands),))


def _inside(wanted: Wanted, chain: Chain, stands: str, surrogates: Surrogates, traces: Traces) -> str:
    """The same quanta with the value's bytes replaced by as many others: what stands around it keeps its place."""
    bare = stands.rstrip("=")
    letters = bare.translate(_STANDARD)
    data = base64.b64decode(letters[: len(letters) - (len(letters) % 4 == 1)] + "=" * (-len(letters) % 4))
    value = encoded(wanted.original, chain).encode("latin-1")
    at = data.lower().find(value.lower())
    if at < 0:
        return fill(stands, "x" * len(stands))  # nothing of it may stay
    if chain:
        wanted = replace(wanted, level=Level.AGGRESSIVE, distinct=True)
        new = encoded(surrogates.surrogate(wanted, traces), chain).encode("latin-1")
        new = new if len(new) == len(value) else _as_long(wanted, len(value), surrogates)
    else:
        new = _as_long(wanted, len(value), surrogates)
    text = base64.b64encode(data[:at] + new + data[at + len(value) :]).decode().rstrip("=")
    text = text.translate(_URL) if "-" in bare or "_" in bare else text
    return text[: len(bare)] + stands[len(bare) :]


def _as_long(wanted: Wanted, length: int, surrogates: Surrogates) -> bytes:
    """An invented value of exactly `length` bytes."""
    stream: Stream = surrogates.stream(wanted)
    digits = length - len(_DOMAIN) - 1
    if wanted.entity is Entity.EMAIL and digits >= 5:
        return f"u{stream.digits(digits)}{_DOMAIN}".encode()
    shaped = same_shape(wanted.original, stream).encode()
    return (shaped + stream.digits(length).encode())[:length]
