"""An amount as written goes in, its order of magnitude and its unit come out: "EUR 4,000" → "thousands of EUR" (level 1), EUR (3).

The magnitude tells a reader what the sentence is about; the digits would tell whose case it is.
"""

import re

_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f' ]\d{3})*(?:[.,]\d+)?")
_DECIMALS = re.compile(r"[.,]\d{1,2}$")
_PERCENT = re.compile(r"%|(?<!\w)per ?cent(?!\w)", re.IGNORECASE)
_CURRENCY = re.compile(
    r"[$€£¥₺₽₹]|(?<!\w)(?:euros?|dollars?|pounds?|francs?|liras?|zlotys?|kronor|kroner|schillings?|rubles?|roubles?|yen|yuan|rupees?|marks?"
    r"|[A-Z]{3})(?!\w)"
)
_WORDS = {
    **dict.fromkeys(
        "two three four five six seven eight nine ten eleven twelve zwei drei vier deux trois quatre dos tres".split(),  # noqa: SIM905
        5,
    ),
    **dict.fromkeys(
        "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty".split(),  # noqa: SIM905
        50,
    ),
    "ninety": 50,
    "hundred": 500,
    "hundreds": 500,
    "thousand": 5_000,
    "million": 5_000_000,
    "billion": 5_000_000_000,
}
_MAGNITUDES = (
    (13, "several"),
    (100, "dozens of"),
    (1_000, "hundreds of"),
    (10_000, "thousands of"),
    (100_000, "tens of thousands of"),
    (1_000_000, "hundreds of thousands of"),
    (1_000_000_000, "millions of"),
)
_WORD = re.compile(r"[^\W\d_]+")


def magnitude(written: str) -> str | None:
    """How much of what, in one word each; None where there is no number.

    >>> magnitude("4,393 pounds sterling (GBP)"), magnitude("seventy-one hearings"), magnitude("18.5%")
    ('thousands of pounds', 'dozens of hearings', 'a percentage')
    """
    value = _value(written)
    if _PERCENT.search(written):
        return "a percentage"
    if value is None:
        return None
    how = next((words for limit, words in _MAGNITUDES if value < limit), "billions of")
    money = _CURRENCY.search(written)
    named = [word for word in _WORD.findall(written) if word.lower() not in _WORDS]
    plural = next((word for word in named if word.endswith("s")), None)
    unit = money.group() if money else plural or (named[-1] if named else "")
    return f"{how} {unit}" if unit else how.removesuffix(" of")


def currency(written: str) -> str | None:
    """The currency of an amount, in letters.

    >>> currency("4,393 pounds sterling (GBP)"), currency("EUR 100"), currency("$ 20"), currency("12 sheep")
    ('pounds', 'EUR', None, None)
    """
    found = _CURRENCY.search(written)
    return found.group() if found and found.group().isalpha() else None


def _value(written: str) -> float | None:
    """The largest number named, roughly."""
    values = [float(re.sub(r"\D", "", _DECIMALS.sub("", found))) for found in _NUMBER.findall(written)]
    values += [_WORDS[word.lower()] for word in _WORD.findall(written) if word.lower() in _WORDS]
    return max(values, default=None)
