"""An action in, the evidence of the destination's own policy out, within the wait that a flow can afford.

A first visit starts one lookup per site, joined by everybody who asks meanwhile, and goes on as "unknown" when the wait is over;
the lookup finishes in the background (B18). Nothing here raises into a flow.
"""

import asyncio
import logging
import ssl
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path

from guardian_core.dialling import Lookup, system_lookup
from guardian_core.errors import FetchError, StoreError
from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import Act, Action, Category, Evidence, PolicyState, Purpose, Recipient, ScoredStatement
from guardian_core.wire_settings import Upstream
from policy_cache.answers import Answers, Known
from policy_cache.changes import PolicyChange, changes
from policy_cache.discover import UNREADABLE, Discovery, discover, revisit
from policy_cache.extract import EXTRACTOR
from policy_cache.fetch import Reader, trust
from policy_cache.names import is_literal, is_nearby, normal
from policy_cache.page import FetchRecord, PolicyDocument, PolicySummary
from policy_cache.pdf import is_pdf
from policy_cache.prepared import Prepared
from policy_cache.reading import read_policy
from policy_cache.retrieve import Index
from policy_cache.store import Store
from policy_cache.worker import read_now

logger = logging.getLogger(__name__)

_LOOKUPS = 8  # at a time
_HELD = 256  # policies prepared in memory
_PENDING = Evidence(state=PolicyState.UNKNOWN, reason="pending")
_DAY = 86_400.0
_FIRST_REST = 900.0  # seconds after which a site that could not be read is tried again


class PolicyCache:
    """What is known of policies; one per process, used from one event loop."""

    def __init__(
        self,
        settings: PolicySettings,
        *,
        home: Path,
        resolve: Mapping[str, str] | None = None,
        trust_ca: Path | None = None,
        lookup: Lookup = system_lookup,
        upstream: Upstream | None = None,
    ) -> None:
        self._settings = settings
        self._upstream = upstream
        self._store = Store(settings.store or home / "policies.db")
        self._resolve = {normal(host): target for host, target in (resolve or {}).items()}
        self._near = frozenset(self._resolve) | {normal(host) for host in settings.allow_private}
        self._trust_ca = trust_ca
        self._lookup = lookup
        self._context: ssl.SSLContext | None = None
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(_LOOKUPS)
        self._prepared: OrderedDict[tuple[int, int], Prepared] = OrderedDict()
        self._answers = Answers(self._store.stamp)
        self._asked: dict[str, tuple[Known, object]] = {}  # what the store said of a site, and its state then

    async def evidence(self, action: Action) -> Evidence:
        """What the destination's policy says about the action; waits at most `settings.wait` ms and never raises."""
        if not self._settings.enabled:
            return Evidence(state=PolicyState.UNKNOWN, reason="policy cache is off")
        if (said := self._answers.find(action)) is not None:
            return said
        answer = asyncio.ensure_future(self._evidence(action))
        try:
            if not answer.done():  # where tasks begin at once, most are
                await asyncio.wait({answer})
        except asyncio.CancelledError:
            answer.cancel()
            raise
        fault = answer.exception()
        if fault is None:
            return answer.result()
        logger.error("no evidence for %s: %s", action.domain, type(fault).__name__)
        return Evidence(state=PolicyState.UNKNOWN, reason=f"internal fault ({type(fault).__name__})")

    async def fetch(self, domain: str) -> PolicySummary | None:
        """Look a domain up now, however fresh it is, and wait for the end; what is then known of it."""
        domain = normal(domain)
        if domain:
            await asyncio.wait({self._job(domain)})
        return await self.summary(domain)

    async def summary(self, domain: str) -> PolicySummary | None:
        """What is known of a domain, None if it was never looked up."""
        known = await asyncio.to_thread(self._store.site, normal(domain))
        return known[0] if known else None

    def import_document(self, domain: str, content: bytes, *, url: str | None = None, content_type: str = "") -> PolicyDocument:
        """Read a file (HTML, PDF, text, or OPP-115's sanitized form with ||| between segments) as the policy of `domain`; keep it.

        Raises:
            FetchError: too large, a format that is not read, or no text in it. StoreError: `domain` is no host name.
        """
        name = normal(domain)
        if not name or "/" in name or " " in name:
            raise StoreError(f"{domain[:80]!r} is not a domain")
        if len(content) > self._settings.max_bytes:
            raise FetchError(f"larger than {self._settings.max_bytes} bytes (policy.max_bytes)")
        segments = content.count(b"|||") > 1 and not is_pdf(content)
        page = read_now(content.replace(b"|||", b"<hr>") if segments else content, content_type, url or "")
        if not page.text.strip():
            raise FetchError("the document holds no text" + (" that could be a policy's" if content.strip() else ""))
        document = read_policy(name, page, None, url=url, classifier=self._settings.classifier)
        # What a person gave us stays until it is fetched or imported again.
        self._store.save(document, again_at=time.time() + 3_650 * _DAY)
        return document

    def on_disk(self) -> bool:
        """Whether what is learnt outlives this process; opens the database, so that what is wrong with it is said now."""
        self._store.site("")
        return not self._store.in_memory

    def show(self, domain: str) -> PolicyDocument | None:
        """The current document of a domain with its statements."""
        known = self._store.site(normal(domain))
        return self._store.document(known[1]) if known and known[1] is not None else None

    def list(self) -> tuple[PolicySummary, ...]:
        """Every domain that was looked up."""
        return self._store.sites()

    def versions(self, domain: str) -> tuple[PolicyDocument, ...]:
        """The kept versions of a domain's policy, newest first, without statements."""
        return self._store.versions(normal(domain))

    def changes(self, domain: str) -> PolicyChange | None:
        """What the newest version of a domain's policy says that the one before did not, and the reverse; None without two."""
        return changes(self._store.newest(normal(domain)))

    async def is_fresh(self, domain: str) -> bool:
        """Whether a lookup of the domain would find nothing new yet: its policy, or its failure, is young enough."""
        known = await asyncio.to_thread(self._store.site, normal(domain))
        return known is not None and known[2] > time.time()

    def fetches(self, domain: str) -> tuple[FetchRecord, ...]:
        """The fetch log of a domain, oldest first."""
        return self._store.fetches(normal(domain))

    def search(
        self,
        domain: str,
        *,
        categories: Iterable[Category] = (),
        purposes: Iterable[Purpose] = (),
        recipients: Iterable[Recipient] = (),
        act: Act | None = None,
        text: str = "",
        k: int | None = None,
    ) -> tuple[ScoredStatement, ...]:
        """The statements of a known policy that fit best; empty for an unknown domain."""
        document = self.show(domain)
        if document is None:
            return ()
        acts = () if act is None else (act,)
        limit = self._settings.top_k if k is None else k
        index = Index(document.statements)
        return index.search(limit, categories=categories, purposes=purposes, recipients=recipients, acts=acts, text=text)

    def forget(self, domain: str | None = None) -> int:
        """Remove a domain, or everything: documents, statements, log. The number of domains that were known."""
        self._prepared.clear()
        return self._store.forget(None if domain is None else normal(domain))

    async def close(self) -> None:
        """End every lookup and close the database."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        if jobs:
            await asyncio.wait(jobs)
        self._store.close()

    async def _evidence(self, action: Action) -> Evidence:
        domain, host = normal(action.domain), normal(action.destination)
        # A subdomain may be somebody else's, so a policy found only there speaks only for it (B57).
        sites = list(dict.fromkeys(site for site in (domain, host) if site))
        deadline = time.monotonic() + self._settings.wait / 1000
        answers: list[Evidence] = []
        for site in sites:
            answer = await self._evidence_of(site, action, deadline)
            if answer.state is PolicyState.KNOWN:
                self._answers.keep(action, answer, map(self._asked.get, sites[: sites.index(site) + 1]))
            if answer.state is PolicyState.KNOWN or answer == _PENDING:
                return answer
            answers.append(answer)
        # The domain's own answer stands, unless the domain itself is nowhere: then its host's does.
        said = [answer for answer in answers if answer.state is PolicyState.NONE or answer.reason.startswith(UNREADABLE)]
        return next(iter(said or answers), Evidence(state=PolicyState.UNKNOWN, reason="no host"))

    async def _evidence_of(self, site: str, action: Action, deadline: float) -> Evidence:
        if site not in self._near and (is_nearby(site) or is_literal(site)):
            return Evidence(state=PolicyState.UNKNOWN, reason="a name or address of this network, not a public site")
        known = await self._site(site)
        if known is None or known[2] <= time.time():
            job = self._job(site)
            # A stale policy serves while it is renewed; without one the flow waits as long as it can.
            if known is None or known[1] is None:
                await asyncio.wait({job}, timeout=max(0.0, deadline - time.monotonic()))
                if not job.done():
                    return _PENDING
                known = await self._site(site)
        if known is None:
            return Evidence(state=PolicyState.UNKNOWN, reason="the lookup failed")
        summary, key, _ = known
        prepared = None if key is None else await self._prepare(key)
        if prepared is None:
            return Evidence(state=summary.state, reason=summary.reason)
        return prepared.evidence(action, self._settings.top_k)

    async def _site(self, site: str) -> Known | None:
        """What the store says of a site; not asked again while nobody, here or in another process, has written into it."""
        stamp = self._store.stamp()
        kept = self._asked.get(site)
        if kept and stamp is not None and kept[1] == stamp:
            return kept[0]
        known = await asyncio.to_thread(self._store.site, site)
        if known is not None and len(self._asked) < _HELD:
            self._asked[site] = known, stamp
        elif known is not None:
            self._asked = {site: (known, stamp)}
        return known

    async def _prepare(self, key: int) -> Prepared | None:
        """A version with its index; the last used ones stay in memory."""
        place = self._store.turn, key
        if place in self._prepared:
            self._prepared.move_to_end(place)
            return self._prepared[place]
        document = await asyncio.to_thread(self._store.document, key)
        if document is None:
            return None
        self._prepared[place] = Prepared(document, await asyncio.to_thread(Index, document.statements))
        while len(self._prepared) > _HELD:
            self._prepared.popitem(last=False)
        return self._prepared[place]

    def _job(self, site: str) -> asyncio.Task[None]:
        """The lookup of a site: the running one, or a new one."""
        job = self._jobs.get(site)
        if job is None:
            job = asyncio.create_task(self._settle(site), name=f"policy of {site}")
            self._jobs[site] = job
            job.add_done_callback(lambda done: self._done(site, done))
        return job

    def _done(self, site: str, job: asyncio.Task[None]) -> None:
        self._jobs.pop(site, None)
        if not job.cancelled() and (fault := job.exception()) is not None:
            logger.error("the lookup of %s failed: %s", site, type(fault).__name__)

    async def _settle(self, site: str) -> None:
        """Look a site up and write down how it ended."""
        async with self._turns:
            known = await asyncio.to_thread(self._store.site, site)
            held = None if known is None or known[1] is None else await asyncio.to_thread(self._store.document, known[1])
            try:
                async with asyncio.timeout(self._settings.fetch_timeout / 1000):
                    found = await self._find(site, held)
            except TimeoutError:
                found = Discovery(PolicyState.UNKNOWN, "timed out")
            except FetchError as fault:
                found = Discovery(PolicyState.UNKNOWN, fault.reason)
            await asyncio.to_thread(self._keep, site, found, held)

    async def _find(self, site: str, held: PolicyDocument | None) -> Discovery:
        if self._context is None:
            self._context = await asyncio.to_thread(trust, self._trust_ca)
        way = Reader(self._settings, self._context, self._resolve, self._lookup, self._trust_ca, upstream=self._upstream)
        async with way as reader:
            if held is not None and held.url and held.extractor == EXTRACTOR:
                # The answer "unchanged" speaks for the policy alone, so one with companions is read again whole.
                conditions = {} if held.companions else {"If-None-Match": held.etag, "If-Modified-Since": held.last_modified}
                asked = {name: value for name, value in conditions.items() if value}
                again = await revisit(held.url, site, asked, reader, held.companions)
                if again is not None:
                    return again
            return await discover(site, reader)

    def _rest(self, site: str, found: Discovery) -> float:
        """Seconds until the next look: longer after each failure in a row, for a wall often falls within the hour (B53).

        A site that asks for more (Retry-After) gets it, up to the longest we would wait by ourselves.
        """
        longest: float = self._settings.negative_hours * 3_600
        known = self._store.site(site)
        failures = known[0].failures if known else 0
        if found.state is not PolicyState.UNKNOWN:
            return longest
        return min(longest, max(found.rest, _FIRST_REST * 2.0 ** min(failures, 20)))

    def _keep(self, site: str, found: Discovery, held: PolicyDocument | None) -> None:
        """Write down how a lookup ended."""
        if found.log:
            self._store.log(found.log)
        fresh = time.time() + self._settings.fresh_days * _DAY
        if found.page is not None and found.answer is not None:
            document = read_policy(
                site,
                found.page,
                found.answer,
                url=found.answer.url,
                companions=found.companions,
                classifier=self._settings.classifier,
            )
            self._store.save(document, again_at=fresh)
        elif found.state is PolicyState.KNOWN and held is not None:
            self._store.save(held.model_copy(update={"fetched_at": time.time()}), again_at=fresh)
        else:
            # A policy that cannot be reached today is still the last one we know; one that was taken down is not.
            again = time.time() + self._rest(site, found)
            self._store.mark(site, found.state, found.reason, again_at=again, keep=found.state is PolicyState.UNKNOWN)
