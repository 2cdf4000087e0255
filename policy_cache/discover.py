"""A bare domain in, its privacy policy out, or why there is none or why nobody can say.

The home page's links first, then the usual paths. "None" is said only when the site answered us in pages that could be read;
everything else is "unknown", which is not bad (SPEC §4).
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import time
from urllib.parse import urlsplit

from guardian_core.errors import FetchError
from guardian_core.vocabulary import PolicyState
from policy_cache import worker
from policy_cache.fetch import Reader
from policy_cache.links import candidates
from policy_cache.names import normal, registrable, same_site
from policy_cache.page import Fetched, FetchRecord, Page
from policy_cache.readable import fault_of, is_policy

# Where policies lie when no link says so; most frequent first.
COMMON_PATHS = (
    "/privacy", "/privacy-policy", "/legal/privacy", "/.well-known/privacy-policy", "/legal/privacy-policy", "/privacy.html",
    "/privacypolicy", "/policies/privacy", "/about/privacy", "/datenschutz", "/datenschutzerklaerung", "/en/privacy",
    "/privacy-notice",
)  # fmt: skip
UNREADABLE = "policy not readable"  # begins the reason of a site that answers, but not in text
_MAX_FOLLOWED = 6  # links of one page
_MAX_REQUESTS = 30  # of one discovery, redirects included
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Discovery:
    """How the search for one site's policy ended."""

    state: PolicyState
    reason: str = ""
    answer: Fetched | None = None  # the policy, only if known
    page: Page | None = field(default=None, repr=False)
    log: tuple[FetchRecord, ...] = ()


async def read(answer: Fetched) -> Page:
    """The page taken apart. Raises FetchError for formats that are not read."""
    return await worker.read(answer.content, answer.content_type, answer.url)


async def discover(site: str, reader: Reader) -> Discovery:
    """Find and read the policy of `site` (a host name). Raises nothing of the network: a fault becomes the state and its reason."""
    search = _Search(normal(site), reader)
    found = await search.run()
    return Discovery(found.state, found.reason, found.answer, found.page, tuple(search.log))


class _Search:
    """One discovery: what was tried, and what stood in its way."""

    def __init__(self, site: str, reader: Reader) -> None:
        self._site = site
        self._reader = reader
        self.log: list[FetchRecord] = []
        self._tried: set[str] = set()
        self._obstacles: list[str] = []  # why a page that may be the policy could not be read
        self._soft: dict[str, frozenset[str]] = {}  # per origin, the words of its page for a path that does not exist
        self._home_words = ""

    async def run(self) -> Discovery:
        """The whole search, in order of likelihood."""
        home, origin = await self._home()
        if home is None or origin is None:
            return Discovery(PolicyState.UNKNOWN, self._obstacles[-1] if self._obstacles else "the site does not answer")
        answer, page = home
        home_fault = None if answer.status in _GONE or answer.status == 204 else fault_of(answer, page)
        self._home_words = f"{page.title} {page.text[:2_000]}".lower()
        found = await self._follow(page, answer.url)
        if found is None:
            found = await self._common(origin)
        if found is not None:
            return found
        obstacle = home_fault or next(iter(self._obstacles), None)
        if obstacle is not None:
            return Discovery(PolicyState.UNKNOWN, f"{UNREADABLE}: {obstacle}")
        return Discovery(PolicyState.NONE, "no privacy policy on the site")

    async def _home(self) -> tuple[tuple[Fetched, Page] | None, str | None]:
        """The home page and its origin; plain HTTP only where nothing listens for TLS."""
        for scheme in ("https", "http"):
            url = f"{scheme}://{self._site}/"
            try:
                answer = await self._reader.get(url)
            except FetchError as fault:
                self._note(url, "failed", fault.reason)
                self._obstacles.append(fault.reason)
                if fault.reason in {"cannot connect", "no TLS on that port"}:
                    continue
                return None, None
            self._obstacles.clear()
            parts = urlsplit(answer.url)
            self._note(answer.url, "page", f"status {answer.status}")
            # A domain that only forwards to another site has no pages of its own (parked, or renamed).
            origin = f"{parts.scheme}://{parts.netloc}"
            return (answer, await self._page(answer)), origin
        return None, None

    async def _page(self, answer: Fetched) -> Page:
        try:
            return await read(answer)
        except FetchError as fault:
            self._note(answer.url, "rejected", fault.reason)
            return Page(title="", language="", blocks=())

    async def _follow(self, page: Page, base: str, *, deeper: bool = True) -> Discovery | None:
        """The first of the page's links that leads to the policy; a page about privacy that is none may link to it once more."""
        home_site = urlsplit(base).hostname or self._site
        for candidate in candidates(page.links, home_site)[:_MAX_FOLLOWED]:
            tried = await self._try(candidate.url, linked=True, away=candidate.away)
            if isinstance(tried, Discovery):
                return tried
            if tried is not None and deeper and not candidate.away:
                below = await self._follow(tried, candidate.url, deeper=False)
                if below is not None:
                    return below
        return None

    async def _common(self, origin: str) -> Discovery | None:
        for path in COMMON_PATHS:
            tried = await self._try(origin + path, linked=False, away=False)
            if isinstance(tried, Discovery):
                return tried
        return None

    async def _try(self, url: str, *, linked: bool, away: bool) -> Discovery | Page | None:
        """The policy if it lies at `url`; the page if it is readable and no policy; None if nothing can be said of it."""
        if url in self._tried or self._reader.requests >= _MAX_REQUESTS:
            return None
        self._tried.add(url)
        try:
            answer = await self._reader.get(url)
            if answer.status in _GONE:
                self._note(url, "rejected", f"status {answer.status}")
                return None
            page = await read(answer)
        except FetchError as fault:
            self._stumble(url, fault.reason, linked=linked)
            return None
        wall = fault_of(answer, page)
        if wall is not None or not answer.content.strip():
            self._stumble(url, wall or "empty page", linked=linked)
            return None
        reason = await self._objection(answer, page, away=away)
        if reason is not None:
            self._note(url, "rejected", reason)
            if linked and reason == _NO_WORDS:
                self._obstacles.append(reason)
            return page
        self._note(answer.url, "policy")
        return Discovery(PolicyState.KNOWN, answer=answer, page=page)

    async def _objection(self, answer: Fetched, page: Page, *, away: bool) -> str | None:
        """Why a readable page is not the policy of this site."""
        if not 200 <= answer.status < 300:
            return f"status {answer.status}"
        if len(page.text) < 30:
            return _NO_WORDS
        if not is_policy(page):
            return "not about personal data"
        if urlsplit(answer.url).path in {"", "/"}:
            return "redirected to the home page"
        if (away or not same_site(urlsplit(answer.url).hostname or "", self._site)) and not self._names_us(page):
            return "another site's policy"
        return "soft 404" if await self._is_soft_404(answer, page) else None

    def _names_us(self, page: Page) -> bool:
        """Whether a text on another site names this one: its domain, or the word before its suffix (B57: whole words)."""
        domain = registrable(self._site)
        label = domain.split(".")[0]
        names = [domain, *([label] if len(label) > 2 else [])]
        return (
            re.search(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", f"{page.title} {page.text}", re.IGNORECASE)
            is not None
        )

    async def _is_soft_404(self, answer: Fetched, page: Page) -> bool:
        """Whether the site shows the same for a path that cannot exist."""
        parts = urlsplit(answer.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._soft:
            self._soft[origin] = await self._probe(origin)
        missing = self._soft[origin]
        return bool(missing) and _alike(missing, _words(page)) > 0.9

    async def _probe(self, origin: str) -> frozenset[str]:
        """The words of the page for a random path; empty where the site properly says 404."""
        try:
            answer = await self._reader.get(f"{origin}/{secrets.token_hex(8)}")
            return _words(await read(answer)) if 200 <= answer.status < 300 else frozenset()
        except FetchError:
            return frozenset()

    def _stumble(self, url: str, reason: str, *, linked: bool) -> None:
        self._note(url, "failed", reason)
        # What a link calls the policy and cannot be read is a policy that cannot be read; a guessed path is only a guess.
        if linked or reason == "timed out":
            self._obstacles.append(reason)

    def _note(self, url: str, outcome: str, reason: str = "") -> None:
        self.log.append(FetchRecord(domain=self._site, url=_without_query(url), at=time(), outcome=outcome, reason=reason))


_NO_WORDS = "the page holds no text"


def _words(page: Page) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", f"{page.title} {page.text[:20_000]}".lower()))


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _without_query(url: str) -> str:
    """The URL for the log; queries of redirects carry tokens."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"[:500]


async def revisit(url: str, site: str, conditions: Mapping[str, str], reader: Reader) -> Discovery | None:
    """The policy again from where it lay: known without a page if unchanged (304), with it if changed; None: search for it."""
    search = _Search(normal(site), reader)
    try:
        answer = await reader.get(url, conditions=conditions)
        if answer.status == 304:
            return Discovery(PolicyState.KNOWN, "unchanged", log=_log(site, url, "unchanged"))
        page = await read(answer)
    except FetchError:
        return None
    if fault_of(answer, page) is not None or await search._objection(answer, page, away=False) is not None:
        return None
    return Discovery(PolicyState.KNOWN, answer=answer, page=page, log=_log(site, answer.url, "policy"))


def _log(site: str, url: str, outcome: str) -> tuple[FetchRecord, ...]:
    return (FetchRecord(domain=site, url=_without_query(url), at=time(), outcome=outcome),)
