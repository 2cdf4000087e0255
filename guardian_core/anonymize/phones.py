"""A phone number goes in, one that belongs to nobody comes out: the ranges that regulators keep free for films and manuals.

US and Canada: NPA 555-01XX (NANPA). United Kingdom: Ofcom's numbers for drama. France: ARCEP's numbers for audiovisual works.
Germany: Bundesnetzagentur's drama numbers. Other countries have no such range that we know; there an American one stands in,
because an invented number in a country's own range would belong to somebody.
"""

import re

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberFormat

from guardian_core.anonymize.shapes import Stream, characters, fill

# Country code → (what the national number begins with, digits left to choose).
RESERVED: dict[int, tuple[tuple[str, int], ...]] = {
    44: (
        *((f"{area}4960", 3) for area in ("113", "114", "115", "116", "117", "118", "121", "131", "141", "151", "161")),
        ("2079460", 3),
        ("1914980", 3),
        ("2896496", 3),
        ("2920180", 3),
        ("7700900", 3),
    ),
    33: (("19900", 4), ("26191", 4), ("35301", 4), ("46571", 4), ("53649", 4), ("63998", 4)),
    49: (("3023125", 3), ("6990009", 3), ("4066969", 3), ("8999998", 3)),
}
_AREAS = re.findall(
    r"\d{3}",
    "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 "
    "254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319",
)
_GUESSES = ("US", "GB", "FR", "DE")


def parsed(written: str) -> PhoneNumber | None:
    """The number meant: international as written, national by the first country it is valid in; None where neither."""
    for region in (None,) if written.lstrip().startswith("+") else _GUESSES:
        try:
            number = phonenumbers.parse(written, region)
        except NumberParseException:
            continue
        if region is None or phonenumbers.is_valid_number(number):
            return number
    return None


def normal(written: str) -> str:
    """The same text for every way of writing one number: "+442079460958"; the bare digits where it is none."""
    number = parsed(written)
    return phonenumbers.format_number(number, PhoneNumberFormat.E164) if number else characters(written)


def invented(written: str, stream: Stream) -> str:
    """A number of the same country from a range that is in nobody's use, written as the original was."""
    number = parsed(written)
    ranges = RESERVED.get(number.country_code or 0) if number else None
    if number and ranges:
        start, free = ranges[stream.below(len(ranges))]
        return _written(written, number.country_code or 0, start + stream.digits(free))
    return _written(written, 1, f"{stream.pick(_AREAS)}55501{stream.digits(2)}")


def zeroed(written: str) -> str:
    """Country and area stay, the subscriber becomes zeros, in a reserved range where the country has one."""
    number = parsed(written)
    if number is None:
        return fill(written, "".join(c if c.isascii() and at < 3 else "0" for at, c in enumerate(characters(written))))
    code, national = number.country_code or 0, str(number.national_number)
    if code == 1:
        return _written(written, 1, national[:3] + "5550100")
    if code in RESERVED:
        ranges = RESERVED[code]
        start, free = next(((s, f) for s, f in ranges if national.startswith(s[:2])), ranges[0])
        return _written(written, code, start + "0" * free)
    return _written(written, code, national[:2] + "0" * (len(national) - 2))


def constant(written: str) -> str:
    """The one number of its country that stands for all, from the reserved range."""
    number = parsed(written)
    code = number.country_code if number and number.country_code in RESERVED else 1
    start, free = RESERVED[code][0] if code in RESERVED else ("2025550100", 0)
    return _written(written, code or 1, start + "0" * free)


def _written(pattern: str, code: int, national: str) -> str:
    """The number in the pattern's own grouping where the digits fit, else in the usual grouping of its country."""
    digits = characters(pattern)
    plus, dialled = pattern.lstrip().startswith("+"), digits.startswith("00")
    international = plus or dialled or (code == 1 and len(digits) == 11 and digits[0] == "1")
    if international:
        trunk = "0" if "(0)" in pattern else ""
        candidate = f"{'00' if dialled else ''}{code}{trunk}{national}"
    else:
        candidate = national if code == 1 else f"0{national}"
    if len(candidate) == len(digits):
        return fill(pattern, candidate)
    number = PhoneNumber(country_code=code, national_number=int(national))
    if not international and parsed(pattern):
        return phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    spaced = any(not (c.isalnum() or c == "+") for c in pattern.strip())
    return phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL if spaced else PhoneNumberFormat.E164)
