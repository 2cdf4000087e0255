"""A bare domain in, its privacy policy out, or why there is none or why nobody can say.

The home page's links first, then the usual paths. "None" is said only when the site answered us in pages that could be read;
everything else is "unknown", which is not bad (SPEC §4).
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import time
from urllib.parse import urlsplit

from guardian_core.errors import FetchError
from guardian_core.vocabulary import PolicyState
from policy_cache import sitemap, worker
from policy_cache.belongs import alike, is_essay, is_missing, names, word_set
from policy_cache.companions import MAX_COMPANIONS, companions, joined
from policy_cache.fetch import Reader
from policy_cache.links import PARKING, Candidate, candidates
from policy_cache.missing import SoftMissing
from policy_cache.names import normal, registrable, same_site
from policy_cache.page import Fetched, FetchRecord, Page
from policy_cache.readable import ONLY_SCRIPTS, fault_of, is_policy

UNREADABLE = "policy not readable"  # begins the reason of a site that answers, but not in text
_MAX_FOLLOWED = 6  # links of one page
_MAX_REQUESTS = 34  # of one discovery, redirects included
_COMPANION_TIME = 5.0  # seconds; the policy itself does not wait longer for what stands beside it
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Discovery:
    """How the search for one site's policy ended."""

    state: PolicyState
    reason: str = ""
    answer: Fetched | None = None  # the policy, only if known
    page: Page | None = field(default=None, repr=False)
    log: tuple[FetchRecord, ...] = ()
    companions: tuple[str, ...] = ()  # whose text `page` holds too
    rest: float = 0.0  # seconds for which the site asks to be left alone


async def discover(site: str, reader: Reader) -> Discovery:
    """Find and read the policy of `site` (a host name). Raises nothing of the network: a fault becomes the state and its reason."""
    search = _Search(normal(site), reader)
    return await search.ended(await search.run())


class _Search:
    """One discovery: what was tried, and what stood in its way."""

    def __init__(self, site: str, reader: Reader) -> None:
        self._site = site
        self._reader = reader
        self.log: list[FetchRecord] = []
        self._tried: set[str] = set()
        self._obstacles: list[str] = []  # why a page that may be the policy could not be read
        self._soft = SoftMissing(reader)
        self._front: Page | None = None  # the home page
        self._moved_to = ""  # the domain that the site's own home page moved to for good

    async def run(self) -> Discovery:
        """The whole search, in order of likelihood."""
        home, origin = await self._home()
        if home is None or origin is None:
            return Discovery(PolicyState.UNKNOWN, self._obstacles[-1] if self._obstacles else "the site does not answer")
        answer, page = home
        home_fault = None if answer.status in _GONE or answer.status == 204 else fault_of(answer, page)
        self._front = page
        found = await self._follow(candidates(page.links, urlsplit(answer.url).hostname or self._site))
        if found is None:
            found = await self._guess(origin, page.language)
        if found is not None:
            return found
        obstacle = home_fault or next(iter(self._obstacles), None)
        if obstacle is not None:
            return Discovery(PolicyState.UNKNOWN, f"{UNREADABLE}: {obstacle}")
        return Discovery(PolicyState.NONE, "no privacy policy on the site")

    async def ended(self, found: Discovery, known: Iterable[str] = ()) -> Discovery:
        """The discovery with the policy's companions read, those `known` from before first, and its log."""
        if found.page is None or found.answer is None:
            return replace(found, log=tuple(self.log), rest=self._reader.asked_rest)
        links = (*found.page.links, *(self._front.links if self._front else ()))
        urls = dict.fromkeys((*known, *companions(links, found.answer.url)))
        read = await self._beside(list(urls)[:MAX_COMPANIONS], found.page)
        page = joined(found.page, (page for _, page in read))
        return replace(found, page=page, companions=tuple(url for url, _ in read), log=tuple(self.log))

    async def _beside(self, urls: Iterable[str], policy: Page) -> list[tuple[str, Page]]:
        """The companions that can be read and say something of their own."""
        tasks = [asyncio.create_task(self._companion(url, policy)) for url in urls]
        if not tasks:
            return []
        done, late = await asyncio.wait(tasks, timeout=min(_COMPANION_TIME, self._reader.time_left() - 0.5))
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return [found for task in tasks if task in done and (found := task.result()) is not None]

    async def _companion(self, url: str, policy: Page) -> tuple[str, Page] | None:
        try:
            answer, page = await self._open(url)
            reason = fault_of(answer, page) or await self._objection(answer, page, away=False)
        except FetchError as fault:
            reason = fault.reason
        if reason is None and alike(word_set(page), word_set(policy)) > 0.9:
            reason = "the policy again"
        self._note(url, "companion" if reason is None else "rejected", reason or "")
        return (url, page) if reason is None else None

    async def _home(self) -> tuple[tuple[Fetched, Page] | None, str | None]:
        """The home page and its origin; plain HTTP only where nothing listens for TLS."""
        for scheme in ("https", "http"):
            url = f"{scheme}://{self._site}/"
            try:
                answer, page = await self._open(url, lenient=True)
            except FetchError as fault:
                self._note(url, "failed", fault.reason)
                self._obstacles.append(fault.reason)
                if fault.reason in {"cannot connect", "no TLS on that port"}:
                    continue
                return None, None
            self._obstacles.clear()
            parts = urlsplit(answer.url)
            self._note(answer.url, "page", f"status {answer.status}")
            domain = registrable(parts.hostname or "")
            # A domain that only forwards to another site has no pages of its own (parked, or renamed).
            if answer.moved and answer.status == 200 and domain not in PARKING:
                self._moved_to = domain
            return (answer, page), f"{parts.scheme}://{parts.netloc}"
        return None, None

    async def _open(self, url: str, *, lenient: bool = False) -> tuple[Fetched, Page]:
        """A page, followed where it forwards its reader without a redirect, and read by a browser where only scripts write it.

        Raises:
            FetchError: it cannot be fetched, or, unless `lenient`, not be read.
        """
        answer = await self._reader.get(url)
        page = await self._page(answer, lenient=lenient)
        if page.refresh and page.refresh != answer.url and len(page.text) < 500:
            moved = answer.moved
            answer = await self._reader.get(page.refresh)
            answer, page = replace(answer, moved=moved), await self._page(answer, lenient=lenient)
        if self._reader.renders and fault_of(answer, page) == ONLY_SCRIPTS:
            try:
                answer = await self._reader.render(answer.url)
                page = await self._page(answer, lenient=lenient)
            except FetchError as fault:
                self._note(answer.url, "failed", fault.reason)
        return answer, page

    async def _page(self, answer: Fetched, *, lenient: bool) -> Page:
        try:
            return await worker.read_answer(answer)
        except FetchError as fault:
            if not lenient:
                raise
            self._note(answer.url, "rejected", fault.reason)
            return Page(title="", language="", blocks=())

    async def _follow(self, found: Iterable[Candidate], *, deeper: bool = True) -> Discovery | None:
        """The first of these that leads to the policy; a page about privacy that is none may link to it once more."""
        for candidate in list(found)[:_MAX_FOLLOWED]:
            tried = await self._try(candidate.url, linked=True, away=candidate.away)
            if isinstance(tried, Discovery):
                return tried
            if tried is not None and deeper and not candidate.away:
                host = urlsplit(candidate.url).hostname or self._site
                below = await self._follow(candidates(tried.links, host), deeper=False)
                if below is not None:
                    return below
        return None

    async def _guess(self, origin: str, language: str) -> Discovery | None:
        """The policy where no link leads: the usual paths, those of the page's language, and what the site tells machines."""
        return (
            await self._paths(origin, (*sitemap.COMMON_PATHS[:2], *sitemap.PATHS_OF.get(language, ()), *sitemap.COMMON_PATHS[2:]))
            or await self._follow(await self._listed(origin), deeper=False)
            or await self._paths(origin, sitemap.RARE_PATHS)
        )

    async def _paths(self, origin: str, paths: Iterable[str]) -> Discovery | None:
        for path in paths:
            tried = await self._try(origin + path, linked=False, away=False)
            if isinstance(tried, Discovery):
                return tried
        return None

    async def _listed(self, origin: str) -> list[Candidate]:
        """What the site's sitemaps and its security.txt name."""
        maps = sitemap.sitemaps(await self._text(f"{origin}/robots.txt")) or [f"{origin}/sitemap.xml"]
        found: list[Candidate] = []
        for url in maps:
            text = await self._text(url)
            for child in sitemap.children(text):
                text += await self._text(child)
            found += sitemap.from_sitemap(text, self._site)
        return found or sitemap.from_security(await self._text(f"{origin}/.well-known/security.txt"), self._site)

    async def _text(self, url: str) -> str:
        """A file for machines; empty where there is none."""
        if self._reader.requests >= _MAX_REQUESTS or not same_site(urlsplit(url).hostname or "", self._moved_to or self._site):
            return ""
        try:
            answer = await self._reader.get(url)
        except (FetchError, ValueError):
            return ""
        return answer.content[:3_000_000].decode("utf-8", "replace") if answer.status == 200 else ""

    async def _try(self, url: str, *, linked: bool, away: bool) -> Discovery | Page | None:
        """The policy if it lies at `url`; the page if it is readable and no policy; None if nothing can be said of it."""
        if url in self._tried or self._reader.requests >= _MAX_REQUESTS:
            return None
        self._tried.add(url)
        try:
            answer, page = await self._open(url)
            if answer.status in _GONE:
                self._note(url, "rejected", f"status {answer.status}")
                return None
        except FetchError as fault:
            self._stumble(url, fault.reason, linked=linked)
            return None
        wall = fault_of(answer, page)
        if wall is not None or not answer.content.strip():
            self._stumble(url, wall or "empty page", linked=linked)
            # Where scripts write the text, the page's own menu may still lead on.
            return page if wall == ONLY_SCRIPTS else None
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
        if is_missing(page):
            return "soft 404"
        if urlsplit(answer.url).path in {"", "/"}:
            return "redirected to the home page"
        if is_essay(page):
            return "about privacy, but nobody's policy"
        host = urlsplit(answer.url).hostname or ""
        ours = same_site(host, self._site) or (not away and registrable(host) == self._moved_to)
        if (away or not ours) and not names(page, self._site):
            return "another site's policy"
        return "soft 404" if await self._soft.shows(answer.url, page, self._front) else None

    def _stumble(self, url: str, reason: str, *, linked: bool) -> None:
        self._note(url, "failed", reason)
        # What a link calls the policy and cannot be read is a policy that cannot be read; a guessed path is only a guess.
        if linked or reason == "timed out":
            self._obstacles.append(reason)

    def _note(self, url: str, outcome: str, reason: str = "") -> None:
        self.log.append(FetchRecord(domain=self._site, url=_without_query(url), at=time(), outcome=outcome, reason=reason))


_NO_WORDS = "the page holds no text"


def _without_query(url: str) -> str:
    """The URL for the log; queries of redirects carry tokens."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"[:500]


async def revisit(
    url: str, site: str, conditions: Mapping[str, str], reader: Reader, companions: Iterable[str] = ()
) -> Discovery | None:
    """The policy again from where it lay: known without a page if unchanged (304), with it if changed; None: search for it."""
    search = _Search(normal(site), reader)
    try:
        answer = await reader.get(url, conditions=conditions)
        if answer.status == 304:
            return Discovery(PolicyState.KNOWN, "unchanged", log=_log(site, url, "unchanged"))
        if answer.status in _GONE:
            return None
        page = await worker.read_answer(answer)
    except FetchError:
        return None
    if fault_of(answer, page) is not None or await search._objection(answer, page, away=False) is not None:
        return None
    search._note(answer.url, "policy")
    return await search.ended(Discovery(PolicyState.KNOWN, answer=answer, page=page), companions)


def _log(site: str, url: str, outcome: str) -> tuple[FetchRecord, ...]:
    return (FetchRecord(domain=site, url=_without_query(url), at=time(), outcome=outcome),)
