"""A PDF's bytes in, its paragraphs as blocks out, or why it has no text that could be read (B52). Slow and greedy for hostile
files: it is only called in the worker process (`worker.py`), whose time and memory are bounded.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from guardian_core.errors import FetchError
from policy_cache.page import Page
from policy_cache.plain import MAX_BLOCKS, clean, plain_blocks

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_PAGES = 200
MIN_LETTERS = 60  # a page, on average; scans and protected files give spaces and page numbers
_MAX_TEXT = 600_000  # characters

_NUMBER_LINE = re.compile(r"(?:page|seite|página|pagina|strona|p\.)?\s*\d{1,4}(?:\s*(?:/|of|von|de|di|van|z)\s*\d{1,4})?", re.I)
_ITEM = re.compile(r"\s*(?:[-*•–·▪●○]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+", re.IGNORECASE)
_ENDED = re.compile(r"[.!?:;。！？：][\"'”’)\]]*\s*$")


def is_pdf(content: bytes) -> bool:
    """Whether the first bytes are a PDF's, whatever the label says; a few bytes of dirt may stand before them."""
    start = content[:1024].lstrip()
    return start.startswith(b"%PDF-") or (b"%PDF-" in start and not start.startswith(b"<") and b"\n%PDF-" in start)


def read_pdf(content: bytes) -> Page:
    """The text of a PDF, page by page, without running heads and page numbers.

    Raises:
        FetchError: protected by a password, broken, or without a text layer.
    """
    from pypdf import PdfReader  # noqa: PLC0415 - eight megabytes that only the process that reads PDF needs
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise FetchError("PDF is protected by a password")
        pages = _texts(reader)
        title = str((reader.metadata and reader.metadata.title) or "")
        language = str(reader.root_object.get("/Lang", ""))
    # What a broken file makes pypdf raise is not only its own error.
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError, NotImplementedError) as error:
        raise FetchError(f"broken PDF ({type(error).__name__})") from None
    letters = sum(character.isalpha() for page in pages for character in page)
    if letters < MIN_LETTERS * max(1, len(pages)):
        raise FetchError("PDF without a text layer")
    lines = [line for page in _without_running_heads([page.splitlines() for page in pages]) for line in page]
    blocks = tuple(block for _, block in zip(range(MAX_BLOCKS), plain_blocks(reflowed(lines)), strict=False))
    heads = blocks[0].headings if blocks else ()
    return Page(
        title=clean(title)[:300] or " ".join(heads),
        language=language[:2].lower() if re.match(r"[a-zA-Z]{2}\b", language) else "",
        blocks=blocks,
        cut=len(reader.pages) > MAX_PAGES,
    )


def _texts(reader: "PdfReader") -> list[str]:
    texts: list[str] = []
    length = 0
    for number in range(min(len(reader.pages), MAX_PAGES)):
        text = reader.pages[number].extract_text()[: _MAX_TEXT - length]
        texts.append(text)
        length += len(text)
        if length >= _MAX_TEXT:
            break
    return texts


def _without_running_heads(pages: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The lines of each page without page numbers and without what stands first or last on most pages."""
    edges = Counter(_shape(line) for page in pages for line in {*page[:2], *page[-2:]} if not _ENDED.search(line))
    often = {shape for shape, count in edges.items() if len(pages) > 2 and count > len(pages) / 2}
    for page in pages:
        last = len(page) - 2
        yield [
            line
            for at, line in enumerate(page)
            if not _NUMBER_LINE.fullmatch(line.strip()) and not ((at < 2 or at >= last) and _shape(line) in often)
        ]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", clean(line))


def reflowed(lines: Sequence[str]) -> str:
    """Lines as a PDF breaks them, as paragraphs with a blank line between.

    >>> reflowed(["Sharing", "We share your name and your e-mail ad-", "dress with banks.", "- We keep it."])
    'Sharing\\n\\nWe share your name and your e-mail address with banks.\\n- We keep it.'
    """
    width = sorted(map(len, lines))[int(0.8 * len(lines))] if lines else 0
    out: list[str] = []
    for at, line in enumerate(lines):
        text = line.strip()
        if not text:
            out.append("\n\n")
            continue
        before = out[-1] if out else "\n\n"
        if _ITEM.match(line):
            out.append(("\n" if not before.endswith("\n") else "") + text)
        elif before.endswith("\n\n"):
            out.append(text)
        elif re.search(r"[a-zß-ÿ]-$", before) and text[0].islower():
            out[-1] = before[:-1] + text
        else:
            out.append(" " + text)
        following = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if _ends_paragraph(text, following, width):
            out.append("\n\n")
    return re.sub(r"\n{3,}", "\n\n", "".join(out)).strip()


def _ends_paragraph(text: str, following: str, width: int) -> bool:
    """A line that ends early closes its paragraph if a sentence ends with it, or if it is a heading over what follows."""
    if not following or _ITEM.match(following):
        return False
    if _ENDED.search(text):
        heads = len(following) < 0.5 * width and following[0].isupper() and not _ENDED.search(following)
        return len(text) < 0.85 * width or heads or text.endswith((":", "："))
    return len(text) < min(80, 0.7 * width) and (text[0].isupper() or text[0].isdigit()) and following[0].isupper()
