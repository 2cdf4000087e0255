"""A readable page and a site in, the reason out why it is not that site's policy. Pure."""

import re

from policy_cache.links import ABOUT_PRIVACY
from policy_cache.names import registrable
from policy_cache.page import Page

_MISSING = re.compile(
    r"\b(?:page|file|document|url) (?:was |is |could )?not (?:be )?found|not found|\b(?:error )?404\b"
    r"|page (?:does ?n.t|no longer) exist"
    r"|nicht gefunden|introuvable|no (?:se ha )?encontrad[ao]|no existe|non trovat[ao]|niet gevonden"
    r"|não (?:foi )?encontrad[ao]"
    r"|nie (?:została? )?znalezion|見つかりません|找不到|未找到|不存在",
    re.IGNORECASE,
)
# Titles of what is written about privacy, and is nobody's policy.
_ESSAY = re.compile(
    r"\b(?:tips?|how to|guide to|why|what is|what are|ways|best|generator|template|sample|review|news|webinar|checklist|myths?"
    r"|explained|need to know|top \d+|study|survey|opinion|interview|lawsuit|fined|court|ruling)\b"
    r"|\b(?:\d+|five|ten|seven) (?:things|reasons|ways|steps|tips|facts)\b",
    re.IGNORECASE,
)
_VOICE = re.compile(
    r"\b(?:we|our|us|your|wir|uns|unser\w*|ihre?[nrsm]?|nous|notre|nos|vos|votre|nosotros|nuestr\w+|sus?|noi|nostr\w+|suoi|wij|we"
    r"|onze|uw|nós|noss\w+|seus?|nasz\w*|my|pani?)\b|当社|弊社|私たち|本サイト|我们|本公司|您",
    re.IGNORECASE,
)
_TALES = re.compile(r"\b(?:min(?:ute)? read|(?<!be )posted by|written by|\d+ comments|leave a (?:reply|comment))\b", re.I)


def is_missing(page: Page) -> bool:
    """Whether a page says itself that there is nothing at its address."""
    heads = [page.title, *(heading for block in page.blocks[:2] for heading in block.headings)]
    first = page.blocks[0].text[:200] if page.blocks and len(page.text) < 3_000 else ""
    return any(_MISSING.search(text) is not None and not ABOUT_PRIVACY.search(text) for text in (*heads, first))


def is_essay(page: Page) -> bool:
    """Whether a text is about privacy but speaks for nobody: an article, a template, a news item."""
    if _ESSAY.search(page.title) and not re.search(r"\b(?:our|your) privacy\b", page.title, re.IGNORECASE):
        return True
    if _TALES.search(page.text[:1_500]) is not None:
        return True
    text = page.text[:50_000]
    return len(text) > 1_000 and len(_VOICE.findall(text)) < len(text) / 2_000


def names(page: Page, site: str) -> bool:
    """Whether a text on another site speaks of this one: its domain, or the word before its suffix as a name (B57: whole words).

    A name has a capital letter where no sentence begins: "shop" and "Shop with us" are not the site shop.test.
    """
    domain = registrable(site)
    label = domain.split(".")[0]
    text = f"{page.title}\n{page.text}"
    if re.search(rf"(?<![\w-])(?:[\w-]+\.)*{re.escape(domain)}(?![\w-]|\.\w)", text, re.IGNORECASE):
        return True
    if len(label) < 3:
        return False
    spelled = re.escape(label).replace(r"\-", "[- ]?")
    for found in re.finditer(rf"(?<![\w.-]){spelled}(?![\w-])", text, re.IGNORECASE):
        before = text[max(0, found.start() - 3) : found.start()].rstrip(" \"'“(")
        begins = not before or before[-1] in ".!?:\n"
        if any(letter.isupper() for letter in found[0]) and (not begins or found[0][1:] != found[0][1:].lower()):
            return True
    return False


def word_set(page: Page) -> frozenset[str]:
    """The words of a page, to compare it with another."""
    return frozenset(re.findall(r"\w+", f"{page.title} {page.text[:20_000]}".lower()))


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two pages say the same, from 0 to 1."""
    return len(one & other) / max(1, len(one | other))
