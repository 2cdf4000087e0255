"""A text without markup in, its paragraphs and list items as blocks out. Pure."""

import re
from collections.abc import Iterator

from policy_cache.page import Block

MAX_BLOCKS = 6_000
MAX_BLOCK = 20_000  # characters

_SPACE = re.compile(r"[\s\u00a0\u200b\u200c\u200d\u2060\ufeff\u00ad]+")


def clean(text: str) -> str:
    """Every run of white space and invisible characters as one space (B50)."""
    return _SPACE.sub(" ", text).strip()


def plain_blocks(text: str) -> Iterator[Block]:
    """Paragraphs of a text file: blank lines part them, short lines without a full stop are headings, marked lines are items."""
    heading: tuple[str, ...] = ()
    lead = ""
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n"), maxsplit=MAX_BLOCKS):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if len(lines) == 1 and len(lines[0]) <= 90 and not re.search(r"[.:;,!?。：]\s*$", lines[0]) and not _ITEM.match(lines[0]):
            heading, lead = (clean(lines[0].lstrip("#= ")),), ""
            continue
        for item, body in _items(lines):
            yield Block(body[:MAX_BLOCK], heading, lead if item else "")
            if not item:
                lead = body if body.endswith((":", "：")) else ""


_ITEM = re.compile(r"\s*(?:[-*•–·▪]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+", re.IGNORECASE)


def _items(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """The lines of one paragraph joined, but each marked line begins a piece of its own."""
    pieces: list[tuple[bool, list[str]]] = []
    for line in lines:
        mark = _ITEM.match(line)
        if mark or not pieces:
            pieces.append((mark is not None, [line[mark.end() :] if mark else line]))
        else:
            pieces[-1][1].append(line)
    for item, parts in pieces:
        body = clean(" ".join(parts))
        if body:
            yield item, body
