"""A request in; out, all that can be said of it without asking anybody: its reading, what is personal in it, who gets it, what for.

Runs wherever a request is looked at: in the proxy itself where that is quick, in a process that can be stopped (`searching`) where
it may not be.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from guardian_core import actions, anonymize
from guardian_core.alike import Alike
from guardian_core.detect import Detector
from guardian_core.detect.again import Again
from guardian_core.familiar import Lesson, lesson
from guardian_core.obstacles import partly_searched
from guardian_core.readings import Readings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Action, Edit, Finding, Item, Reading, Request

QUICK = 2_048  # bytes of a plain body, and code points of all texts in a request, that are looked at at once
_RISKY = (b"%PDF", b"PK\x03\x04", b"\x1f\x8b", b"\x28\xb5\x2f\xfd")  # files whose parsers are long, and compressed bodies


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of one request."""

    reading: Reading
    findings: tuple[Finding, ...] = ()  # those that count
    doubtful: tuple[Finding, ...] = ()  # beside them in prose (`detect.Search`)
    partly: str | None = None  # why not all of it was searched
    talk: bool = False  # a conversation, whose reply gets words back
    action: Action | None = None  # where something counts, or not all of it was searched
    lesson: Lesson | None = field(default=None, repr=False)  # what it teaches about requests like it
    timings: tuple[tuple[str, float], ...] = ()


class Looker:
    """Looks at requests; safe to share between threads."""

    def __init__(self, settings: Callable[[], Settings], detector: Detector, alike: Alike | None = None) -> None:
        """`settings`: those in use now."""
        self._settings = settings
        self.detector = detector
        self._readings = Readings(alike or Alike())
        self._again = Again(detector)

    def is_quick(self, request: Request) -> bool:
        """Whether looking at a request takes milliseconds, whatever is in it."""
        body = request.body
        if len(body) > QUICK or self.detector.has_patterns or body[:4].startswith(_RISKY):
            return False
        return not body or request.header("content-encoding") is None

    def read(self, request: Request) -> Reading:
        """The request taken apart."""
        settings, every = self._settings(), self.detector.has_registered

        def whole(request: Request) -> Reading:
            reading = actions.read(request, max_body=settings.proxy.max_body, every_header=every)
            reading = replace(reading, items=actions.classify(request, reading.items, settings.decision))
            return actions.settled(request, reading, settings.restore)

        return self._readings.read(request, settings, every_header=every, whole=whole)

    def look(self, reading: Reading) -> Seen:
        """Search what was read; raises what `Detector.search` raises."""
        request, settings = reading.request, self._settings()
        decision = settings.decision
        if reading.unreadable:
            return Seen(reading, action=actions.describe(request, reading, (), decision))
        registered = self.detector.registered_stamp
        search = self._again.search(reading.items)
        findings = actions.relevant(request, reading, search.findings, decision)
        partly = partly_searched(reading, search)
        talk = actions.talk_of(request, reading, settings.restore) is not None
        reading = actions.recorded(reading, findings, decision)
        if findings or partly:
            action = actions.describe(request, reading, findings, decision)
            return Seen(reading, findings, search.doubtful, partly, talk, action)
        return Seen(reading, talk=talk, lesson=None if talk or reading.loose else lesson(request, reading, search, registered))

    def written(
        self, seen: Reading, edits: Sequence[Edit], *, meant: tuple[Sequence[Item], Sequence[Finding], Sequence[Edit]]
    ) -> tuple[Request, Reading, tuple[Finding, ...]]:
        """The request with `edits`, how it reads, and what is left of what was to go: items, findings and edits of the first."""
        rewritten = actions.write(seen, edits)
        now = self.read(rewritten)
        left = () if now.unreadable else (*anonymize.residue(*meant, now.items), *self._registered(now, meant[1]))
        return rewritten, now, left

    def _registered(self, seen: Reading, due: Sequence[Finding]) -> tuple[Finding, ...]:
        """The user's registered values that are still there, in any encoding, where such values were to be replaced."""
        wanted = {finding.category for finding in due if finding.source == "identity"}
        left = self.detector.registered(seen.items) if wanted else ()
        return tuple(one for one in left if one.category in wanted and not seen.items[one.item].ambient)


def light(seen: Seen) -> Seen:
    """The same for the way between processes: without the items that nobody asks for, and the bytes that the other side has."""
    reading = seen.reading
    items = reading.items if seen.findings or seen.talk else ()
    body = b"" if reading.body == reading.request.body else reading.body
    bare = replace(reading.request, body=b"")
    return replace(seen, reading=replace(reading, request=bare, items=items, body=body))


def whole(seen: Seen, request: Request) -> Seen:
    """What `light` made, with the request put back."""
    reading = seen.reading
    return replace(seen, reading=replace(reading, request=request, body=reading.body or request.body))
