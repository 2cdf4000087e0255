"""What a site tells machines (robots.txt, sitemaps, security.txt) in, where its policy may lie when no link says so out. Pure."""

import re
from html import unescape

from policy_cache.links import Candidate, candidates
from policy_cache.page import Link

MAX_ENTRIES = 20_000
# Where policies lie when no link says so; most frequent first. Those after the sitemap was asked are rare.
COMMON_PATHS = ("/privacy", "/privacy-policy", "/legal/privacy", "/.well-known/privacy-policy")
RARE_PATHS = (
    "/legal/privacy-policy", "/privacy.html", "/privacypolicy", "/policies/privacy", "/about/privacy", "/en/privacy",
    "/privacy-notice", "/datenschutz",
)  # fmt: skip
PATHS_OF = {
    "de": ("/datenschutz", "/datenschutzerklaerung", "/datenschutzhinweise"),
    "fr": ("/politique-de-confidentialite", "/confidentialite", "/mentions-legales"),
    "es": ("/politica-de-privacidad", "/privacidad", "/aviso-de-privacidad"),
    "it": ("/informativa-privacy", "/privacy-e-cookie", "/informativa-sulla-privacy"),
    "nl": ("/privacyverklaring", "/privacybeleid"),
    "pt": ("/politica-de-privacidade", "/privacidade"),
    "pl": ("/polityka-prywatnosci", "/prywatnosc"),
    "ja": ("/privacy/", "/privacypolicy/", "/policy/"),
    "zh": ("/yinsi", "/privacy.htm", "/about/privacy.html"),
}
_LOC = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2000})", re.IGNORECASE)
_SITEMAP = re.compile(r"^sitemap:\s*(\S{1,2000})", re.IGNORECASE | re.MULTILINE)
_INDEX = re.compile(r"<sitemapindex[\s>]", re.IGNORECASE)
_PAGES = re.compile(r"page|legal|static|misc|main|info", re.IGNORECASE)
_FIELD = re.compile(r"^(?:privacy|privacy-policy|policy)\s*:\s*(https?://\S{1,2000})", re.IGNORECASE | re.MULTILINE)


def sitemaps(robots: str) -> list[str]:
    """The sitemaps that robots.txt names."""
    return _SITEMAP.findall(robots)[:3]


def children(text: str) -> list[str]:
    """Of a sitemap of sitemaps, those that may hold the plain pages; empty for a sitemap of pages."""
    if not _INDEX.search(text[:5_000]):
        return []
    found = [unescape(url) for url in _LOC.findall(text)[:500]]
    return sorted(found, key=lambda url: _PAGES.search(url) is None)[:2]


def from_sitemap(text: str, site: str) -> list[Candidate]:
    """The addresses of a sitemap whose path says that they are the policy."""
    urls = [unescape(found[1]) for found, _ in zip(_LOC.finditer(text), range(MAX_ENTRIES), strict=False)]
    # A path is less than a name, but here it is all there is.
    return [found for found in candidates((Link(url, ("privacy",)) for url in urls if _named(url)), site) if not found.away]


def from_security(text: str, site: str) -> list[Candidate]:
    """What a security.txt calls a policy and whose path speaks of privacy (usually it is one for finders of faults)."""
    return candidates((Link(url, ("privacy",)) for url in _FIELD.findall(text) if _named(url)), site)


def _named(url: str) -> bool:
    return (
        re.search(r"privac|datenschutz|confidentialite|vie-privee|riservatezza|prywatnos|data-protection|personal-data", url, re.I)
        is not None
    )
