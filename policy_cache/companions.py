"""A policy and its links in, the notices that belong to it (California, cookies, health, children) as parts of it out. Pure."""

import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from policy_cache.names import same_site
from policy_cache.page import Link, Page

MAX_COMPANIONS = 3

# Most telling first: where selling, health data and trackers are spoken of.
_KINDS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"california|\bccpa\b|\bcpra\b|(?:u\.?s\.?|us) state|nevada|virginia",
        r"health (?:data|information|privacy)|consumer health|\bhipaa\b|gesundheitsdaten|données de santé|datos de salud",
        r"cookies?(?:[- ](?:policy|notice|statement|richtlinie|hinweise|verklaring|beleid))|politique (?:de|relative aux) cookies"
        r"|política de cookies|(?:informativa|politica) (?:sui )?cookie|polityka (?:plików )?cookies"
        r"|クッキーポリシー|cookie(?:政策|声明)"
        r"|about cookies|our use of cookies|cookies (?:and|&) (?:similar|tracking)",
        r"child(?:ren)?.{0,3}s? (?:privacy|online)|\bcoppa\b|kids.{0,3} privacy",
        r"(?:financial|glba|gramm).{0,20}privacy|privacy.{0,20}financial|face(?:book)? data|biometric",
    )
)
_DECOY = re.compile(
    r"settings|preferences|manage|opt[- ]?out|do not sell|request|choices|tips|how to|blog|guide|applicant|candidate|employee"
    r"|recruit|supplier|bewerber",
    re.IGNORECASE,
)


def companions(links: Iterable[Link], policy_url: str) -> list[str]:
    """The addresses of notices beside the policy, at most one of a kind, on the policy's own site."""
    host = urlsplit(policy_url).hostname or ""
    found: dict[int, str] = {}
    for link in links:
        try:
            own = same_site(urlsplit(link.url).hostname or "", host)
        except ValueError:
            continue
        if not own or _bare(link.url) == _bare(policy_url) or urlsplit(link.url).path in {"", "/"}:
            continue
        for name in link.names:
            kind = next((n for n, words in enumerate(_KINDS) if words.search(name)), None)
            if kind is not None and kind not in found and not _DECOY.search(name) and len(name) <= 80:
                found[kind] = link.url
    return list(dict.fromkeys(found[kind] for kind in sorted(found)))[:MAX_COMPANIONS]


def joined(policy: Page, others: Iterable[Page]) -> Page:
    """The policy with its companions after it, each under its own title."""
    blocks = list(policy.blocks)
    for other in others:
        title = other.title or next(iter(other.blocks[0].headings), "companion notice")
        blocks += [replace(block, headings=(title, *(head for head in block.headings if head != title))) for block in other.blocks]
    return replace(policy, blocks=tuple(blocks))


def _bare(url: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", url).partition("#")[0].rstrip("/")
