"""The sentence of the project: request → items → action → evidence → likelihood → risk → decision → level → rewritten request.

The only place where the stages meet. Nothing here parses, detects or scores. An exception here is answered by the shell, closed.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from guardian_core import anonymize, audit, llm, matching, overrides, ruling
from guardian_core.actions.partial import part_of
from guardian_core.alike import Alike
from guardian_core.beginnings import by_beginning
from guardian_core.clock import Clock
from guardian_core.detect import Detector
from guardian_core.familiar import Familiar
from guardian_core.grants import Kind
from guardian_core.looking import QUICK, Looker, Seen
from guardian_core.names_service import NamesService
from guardian_core.obstacles import obstacle, why_not_rewritable
from guardian_core.searching import Searchers
from guardian_core.settings import Settings
from guardian_core.unchecked import late, partial_mode, partly_searched, unread
from guardian_core.uploads import Uploads
from guardian_core.vocabulary import Decision, Edit, Finding, Level, Outcome, Reading, Request, Verdict
from guardian_core.weighing import Weighed, Weighings, findings_due, weigh
from guardian_core.wording import Wording
from policy_cache import PolicyCache

if TYPE_CHECKING:
    from guardian_core.strength import Strength

FEW, MANY = 1_000, 70_000  # items: up to the first a rewrite takes milliseconds, over the second more than four seconds
PLACES = 2_000  # likewise, of what is to be replaced
PASSES = 3  # rounds of the hard guarantee; each one leaves fewer places to look at

CAN_PART = hasattr(socket, "send_fds")  # Windows cannot hand connections to a process: there all is searched in the proxy
NOTHING_PERSONAL = Decision(verdict=Verdict.ALLOW, reasons=("nothing personal found",))


class Guardian:
    """The composed stages; one per process.

    `handle` decides about one request; it may be called concurrently. Errors of stages propagate: the caller refuses.
    """

    def __init__(self, settings: Settings, *, policies: PolicyCache | None = None, rehearsal: bool = False) -> None:
        """Load models, open the policy store (or take `policies`); `rehearsal`: what is decided is not carried out.

        Raises:
            SettingsError, ModelError: with what to do about it.
        """
        self.settings = settings
        apart = CAN_PART and settings.detect.workers and not rehearsal
        seconds = settings.decision.detect_timeout / 1000
        self.names = NamesService(settings.detect.model, seconds) if apart and settings.detect.names else None
        self.detector = Detector(settings.detect, names=self.names, identities=settings.identities)
        alike = Alike()
        self.familiar = Familiar(self.detector, alike)
        self.uploads = Uploads()
        self.looker = Looker(lambda: self.settings, self.detector, alike)
        self.searchers = Searchers(lambda: self.settings, self.names) if apart else None
        self.policies = policies or PolicyCache(
            settings.policy,
            home=settings.home,
            resolve=settings.proxy.resolve,
            trust_ca=settings.proxy.trust_ca,
            upstream=settings.proxy.through(),
        )
        self.names.ready() if self.names else self.detector.load()
        if settings.policy.enabled:
            self.policies.on_disk()  # now: a damaged file is said at the start, not with the first request
        key = audit.load_key(settings.home)
        self.overrides = overrides.Overrides(settings, key, rehearsal=rehearsal)
        self.anonymizer = anonymize.Anonymizer(key)
        self.conversations = anonymize.Conversations(limit=settings.restore.conversations, minutes=settings.restore.minutes)
        self.llm = llm.connect(settings.model, trust_ca=settings.proxy.trust_ca)
        self.system1 = self._system1(key) if settings.likelihood.system1 else None
        heard = self.system1.heard if self.system1 else None
        self.system2 = matching.System2(settings.model, self.llm, heard=heard) if self.llm else None
        self.weighings = Weighings()
        self.strength = self._strength(self.llm) if self.llm and settings.rewrite.enabled else None

    def follow(self, before: "Guardian") -> None:
        """Take over what `before` remembers, so that new settings break nothing: surrogates, placeholders, ends of uploads.

        A conversation that is still going on with `before` writes into the same memory.
        """
        if before.settings.home == self.settings.home:
            self.anonymizer, self.uploads = before.anonymizer, before.uploads
        if before.settings.restore == self.settings.restore:
            self.conversations = before.conversations

    async def close(self) -> None:
        """Stop fetches and questions, and close the store."""
        if self.searchers:
            self.searchers.close()
        if self.names:
            self.names.close()
        if self.system2:
            await self.system2.close()
        if self.llm:
            await self.llm.close()
        if self.system1:
            await asyncio.to_thread(self.system1.close)
        await self.policies.close()
        self.overrides.close()

    def _strength(self, model: llm.Llm) -> "Strength":
        from guardian_core.strength import Strength  # noqa: PLC0415 - most proxies have no language model

        return Strength(self.settings, model, self.detector)

    def _system1(self, key: bytes) -> matching.System1:
        likelihood = self.settings.likelihood
        store = likelihood.store or self.settings.home / "learned.db"
        return matching.System1(store, key, weights=likelihood.weights, learns=likelihood.learn and self.llm is not None)

    async def handle(self, request: Request) -> Outcome:
        """Decide about `request`; the outcome of a transform holds the request to send instead."""
        clock, part = Clock(), part_of(request)
        request = self.uploads.placed(request, part) if part else request
        try:
            known = not part and await self._at_once(lambda: self.familiar.knows(request))
        except TimeoutError as error:
            return await self._overruled(ruling.settled(self.settings.rules, request, late(request, error, self.settings, clock)))
        if known:
            return ruling.settled(self.settings.rules, request, _familiar(request, clock))
        outcome = await self._overruled(ruling.settled(self.settings.rules, request, await self._decide(request)))
        self.uploads.decoded(outcome.reading)
        if outcome.decision.verdict is not Verdict.ALLOW or outcome.reading.unreadable:
            return outcome
        return replace(outcome, kept=self._wording(outcome.reading).kept(outcome.reading))  # of what was said in earlier requests

    async def _overruled(self, outcome: Outcome) -> Outcome:
        """What a person decided about such requests beats the score, as far as the administrator lets it."""
        asked = outcome.grant is not None or outcome.rewritten is not None  # before the rewrite
        grant = None if asked else self.overrides.find(outcome)
        if grant is None:
            return outcome
        if grant.kind is not Kind.ANONYMIZE:
            return overrides.overruled(outcome, grant)
        outcome = overrides.to_be_rewritten(outcome, grant)
        why = obstacle(outcome)
        return _decided(outcome, Verdict.DENY, why) if why else await self._rewrite(outcome, outcome.findings)

    def holds_personal(self, request: Request) -> bool:
        """Whether something would have to be weighed, or could not be read: at once, for a short piece of what is passed on."""
        try:
            seen = self.looker.look(self.looker.read(request))
        except TimeoutError:  # of the user's patterns, or of the names model: nobody knows what is in it
            return self.settings.fail.unreadable != "open"
        return bool(seen.reading.unreadable or seen.findings)

    async def _decide(self, request: Request) -> Outcome:
        clock, rules = Clock(), self.settings.rules
        try:
            seen = await self._look(request, clock)
        except TimeoutError as error:
            return await by_beginning(request, error, self.settings, self._decide) or late(request, error, self.settings, clock)
        reading, partly, findings = seen.reading, seen.partly, seen.findings
        if reading.unreadable:
            return unread(reading, self.settings, clock)
        if seen.lesson:
            self.familiar.keep(request, seen.lesson)
        if not findings or seen.action is None:
            return partly_searched(reading, partly, self.settings, clock) if partly else _nothing_personal(reading, clock)
        action = ruling.placed(rules, request, seen.action)
        evidence = await self.policies.evidence(action)
        clock.lap("policy")
        weighed = await weigh(action, evidence, self.system2, self.system1.network if self.system1 else None, self.weighings)
        weighed = ruling.ruled(rules, request, weighed)
        clock.lap("weigh")
        outcome = await self._act(seen, weighed)
        clock.lap("decide and rewrite")
        return replace(outcome, timings=tuple(clock.stages))

    async def _look(self, request: Request, clock: Clock) -> Seen:
        """What is in a request: at once where that is quick, else in a process that can be stopped; raises TimeoutError."""
        if self.looker.is_quick(request):
            reading = self.looker.read(request)
            clock.lap("read")
            if reading.unreadable or sum([len(item.text) for item in reading.items]) <= QUICK:
                seen = await self._at_once(lambda: self.looker.look(reading))
                clock.lap("detect")
                return seen
        if self.searchers is not None:
            seen = await self.searchers.look(request, partial(self._known, request))
        else:
            seconds = self.settings.decision.detect_timeout / 1000
            seen = await asyncio.wait_for(asyncio.to_thread(lambda: self.looker.look(self.looker.read(request))), seconds)
        clock.add(seen.timings)
        clock.lap("waiting" if seen.timings else "detect")
        return seen

    async def _known(self, request: Request) -> bool:
        """Whether nothing is in it, as in others like it."""
        return not part_of(request) and await self._at_once(lambda: self.familiar.knows(request))

    async def _at_once[Told](self, look: Callable[[], Told]) -> Told:
        """What takes milliseconds once the names model was asked; raises TimeoutError where that does not answer."""
        return await self.names.look(look) if self.names else look()

    async def _act(self, seen: Seen, weighed: Weighed) -> Outcome:
        """Turn the decision into an outcome: allow, deny, or a rewrite that is shown to be complete."""
        reading, findings, partly = seen.reading, seen.findings, seen.partly
        outcome = Outcome(
            decision=weighed.decision,
            reading=reading,
            findings=findings,
            doubtful=seen.doubtful,
            action=weighed.action,
            evidence=weighed.evidence,
            likelihood=weighed.likelihood,
            risk=weighed.risk,
            degraded=weighed.degraded,
        )
        if partly:
            outcome = replace(outcome, degraded=(*outcome.degraded, partly), unchecked=True)
            if partial_mode(weighed.action, self.settings) == "closed" and weighed.decision.verdict is not Verdict.DENY:
                return _decided(outcome, Verdict.DENY, partly)
        if weighed.decision.verdict is not Verdict.TRANSFORM:
            return outcome
        due = findings_due(findings, weighed, self.system2, self.weighings)
        if not due:
            return _decided(outcome, Verdict.ALLOW, "no single value reaches the ceiling of its own tier")
        why = why_not_rewritable(reading, due)
        if why:
            return _decided(outcome, Verdict.DENY, why)
        grant = self.overrides.find(outcome)  # before a rewrite that nobody wants
        return overrides.overruled(outcome, grant) if grant else await self._rewrite(outcome, due)

    def _wording(self, reading: Reading) -> Wording:
        return Wording(reading, self.settings.restore, self.conversations, self.anonymizer)

    async def _rewrite(self, outcome: Outcome, due: tuple[Finding, ...]) -> Outcome:
        """Rewrite, read the result again, and replace what remained; deny when something cannot be removed (SPEC §7)."""
        reading = outcome.reading
        level = outcome.decision.level or Level.SEMANTIC
        action = outcome.action
        if len(reading.items) > MANY or len(due) > PLACES:
            return _decided(outcome, Verdict.DENY, "personal data among more fields than can be rewritten in time")
        destination = action.domain if action else reading.request.host
        due = self.anonymizer.everywhere(reading.items, due)
        why = why_not_rewritable(reading, due)
        if why:
            return _decided(outcome, Verdict.DENY, why)
        wording = self._wording(reading)
        outcome, edits = await self._edits(outcome, due, wording, destination)
        level = outcome.decision.level or level
        rewritten, seen, pending = reading.request, reading, edits
        for _ in range(PASSES):
            look = partial(self.looker.written, seen, pending, meant=(reading.items, due, edits))
            rewritten, seen, left = look() if len(seen.items) <= FEW else await asyncio.to_thread(look)
            if seen.unreadable:
                break
            if not left:
                return replace(outcome, edits=edits, rewritten=rewritten, kept=wording.kept(seen))
            if why_not_rewritable(seen, left):
                break
            pending = wording.edits(seen, left, max(level, Level.TAGS), destination)
        return _decided(outcome, Verdict.DENY, "a value could not be removed completely")

    async def _edits(
        self, outcome: Outcome, due: tuple[Finding, ...], wording: Wording, destination: str
    ) -> tuple[Outcome, tuple[Edit, ...]]:
        """The edits of the level that is strong enough, and the outcome that says which; by rule where no model is asked."""
        reading, level = outcome.reading, outcome.decision.level or Level.SEMANTIC

        def by_rule(level: Level) -> tuple[Edit, ...]:
            seen = () if wording.is_conversation else outcome.doubtful
            return wording.edits(reading, self.anonymizer.with_doubtful(reading.items, due, seen, level), level, destination)

        if self.strength is None or wording.is_conversation or outcome.action is None:
            degraded = () if wording.is_conversation else self.anonymizer.degraded(level)
            return replace(outcome, degraded=outcome.degraded + degraded), by_rule(level)
        done = await self.strength.find(reading, due, level, outcome.action.basis, by_rule)
        decision = self.strength.strengthened(outcome.decision, done)
        return replace(outcome, decision=decision, degraded=outcome.degraded + done.notes), done.edits


def _familiar(request: Request, clock: Clock) -> Outcome:
    """Nothing personal, as in others like it; its items are not read, for nobody asks for them."""
    clock.lap("familiar")
    return _nothing_personal(Reading(request, (), request.body), clock)


def _nothing_personal(reading: Reading, clock: Clock) -> Outcome:
    """Allowed without scoring."""
    return Outcome(decision=NOTHING_PERSONAL, reading=reading, timings=tuple(clock.stages))


def _decided(outcome: Outcome, verdict: Verdict, reason: str) -> Outcome:
    decision = outcome.decision.model_copy(
        update={"verdict": verdict, "level": None, "reasons": (reason, *outcome.decision.reasons)}
    )
    return replace(outcome, decision=decision)
