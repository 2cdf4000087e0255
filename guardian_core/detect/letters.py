"""The letters of scripts that the names model cannot read, and the lists of names in them (scripts.toml)."""

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

HAN, KANA, HANGUL, THAI = "\u3005\u3400-\u4dbf\u4e00-\u9fff", "\u3040-\u30ff", "\uac00-\ud7a3", "\u0e00-\u0e7f"
UNREAD = re.compile(rf"[\u0590-\u06ff\u0900-\u097f{THAI}{KANA}{HAN}{HANGUL}]")
IS_HAN, IS_KANA, IS_HANGUL, IS_THAI = (re.compile(f"[{letters}]") for letters in (HAN, KANA, HANGUL, THAI))


@lru_cache(maxsize=1)
def lists() -> dict[str, dict[str, str]]:
    """By script and kind, words with spaces between."""
    read: dict[str, dict[str, str]] = tomllib.loads(
        files("guardian_core.detect").joinpath("scripts.toml").read_text(encoding="utf-8")
    )
    return read


def apart(found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that overlap no earlier one, and of two that begin together the longer.

    >>> apart([(3, 5), (0, 4), (0, 2), (4, 6)])
    [(0, 4), (4, 6)]
    """
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
