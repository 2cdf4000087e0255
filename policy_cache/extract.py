"""A page's bytes in, its visible main text as blocks with headings and lead-ins, and its links, out. Pure."""

import contextlib
import re
from collections.abc import Iterator

from guardian_core.errors import FetchError
from policy_cache import charset, markup
from policy_cache.hidden import Sight
from policy_cache.names import absolute
from policy_cache.page import Block, Link, Page
from policy_cache.plain import clean, plain_blocks
from policy_cache.soup import BeautifulSoup, Tag
from policy_cache.walk import MAX_TEXT, Walk

EXTRACTOR = 3  # raised whenever the same bytes would give other statements
_MAX_LINKS = 3_000
_REFRESH = re.compile(r"\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']{1,2000})", re.IGNORECASE)


def read_page(content: bytes, content_type: str, url: str = "") -> Page:
    """Take a page apart; HTML, XHTML and plain text, whatever the label says.

    Raises:
        FetchError: a binary format; of those PDF is read elsewhere (`worker.py`).
    """
    start = content[:1024].lstrip()
    if start.startswith(b"%PDF-"):
        raise FetchError("PDF is not read here")
    if b"\0" in start and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FetchError("not a text page")
    text = charset.decode(content, content_type)
    looks_html = re.search(r"<(?:!doctype html|html|head|body|p|div|h[1-6]|ul|br|strong)\b", text[:20_000], re.IGNORECASE)
    if looks_html is None or content_type.partition(";")[0].strip().lower() == "text/plain":
        return Page(title="", language="", blocks=tuple(plain_blocks(text[:MAX_TEXT])), cut=len(text) > MAX_TEXT)
    tree = markup.parse(text)
    return _html_page(tree, url)


def _html_page(tree: markup.Markup, url: str) -> Page:
    soup = tree.soup
    html = soup.find("html")
    title = soup.find("title")
    noscript = " ".join(clean(tag.get_text(" ")) for tag in soup.find_all("noscript", limit=5))
    return Page(
        title=clean(title.get_text(" "))[:300] if title else "",
        language=str(html.get("lang", ""))[:2].lower() if isinstance(html, Tag) else "",
        blocks=tuple(_main_blocks(soup, Sight(soup, tree.css))),
        links=tuple(_links(soup, url)),
        scripts=tree.scripts,
        password=soup.find("input", attrs={"type": re.compile("^password$", re.IGNORECASE)}) is not None,
        noscript=noscript[:500],
        cut=tree.cut,
        refresh=_refresh(soup, url),
    )


def _main_blocks(soup: BeautifulSoup, sight: Sight) -> list[Block]:
    """The blocks of the main part; of the whole body where the page marks none, with its furniture if nothing else is left."""
    everything = list(Walk(soup, sight, furniture=False).blocks())
    for marked in (soup.find("main"), soup.find(True, attrs={"role": "main"}), *soup.find_all("article", limit=3)):
        if isinstance(marked, Tag):
            part = list(Walk(marked, sight, furniture=False).blocks())
            if _length(part) >= 0.5 * _length(everything) and part:
                return part
    if _length(everything) < 200:
        whole = list(Walk(soup, sight, furniture=True).blocks())
        return whole if _length(whole) > 4 * _length(everything) + 400 else everything
    return everything


def _length(blocks: list[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def _refresh(soup: BeautifulSoup, url: str) -> str:
    """Where the page sends its reader at once without a redirect."""
    for tag in soup.find_all("meta", limit=100):
        found = _REFRESH.match(str(tag.get("content", ""))) if str(tag.get("http-equiv", "")).lower() == "refresh" else None
        if found:
            with contextlib.suppress(ValueError):
                return absolute(url, found[1])
    return ""


def _links(soup: BeautifulSoup, url: str) -> Iterator[Link]:
    """Every link with all its names. Hidden links count: menus are hidden until they are opened."""
    for tag in soup.find_all(["a", "area", "link"], href=True, limit=_MAX_LINKS):
        if tag.name == "link" and "privacy-policy" not in tag.get_attribute_list("rel"):
            continue
        try:
            target = absolute(url, str(tag["href"]))
        except ValueError:
            continue
        images = [str(image.get("alt", "")) for image in tag.find_all("img", limit=3)]
        labels = [own.get_text(" ") for name in str(tag.get("aria-labelledby", "")).split()[:3] if (own := soup.find(id=name))]
        own_names = [str(tag.get(attribute, "")) for attribute in ("aria-label", "title", "alt")]
        names = (tag.get_text(" "), *own_names, *labels, *images)
        yield Link(
            url=target,
            names=tuple(name for raw in names if (name := clean(raw)[:200])),
            rel=tuple(str(rel).lower() for rel in tag.get_attribute_list("rel") if rel),
            place=_place(tag),
        )


def _place(tag: Tag) -> str:
    for depth, parent in enumerate(tag.parents):
        if depth > 30:
            break
        marks = f"{parent.get('id', '')} {parent.get('class', '')} {parent.get('role', '')}".lower() if parent.attrs else ""
        if parent.name == "footer" or "footer" in marks or "contentinfo" in marks:
            return "footer"
        if parent.name in {"nav", "header"}:
            return "nav"
    return ""
