"""Recorded leaks of one registered person in; how many occurrences are found and how many leave, out: `guardian bench leaks`.

Every request goes through the real core (reading, detection, decision, rewriting; policies off, nothing is sent). An oracle of
its own counts the occurrences in what came and in what leaves. Then the same requests are written anew for people who do not
exist, and nestings that the recording does not have are made of their addresses.
"""

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from guardian_core.detect import Identity, identity, save_identities
from guardian_core.errors import DataError
from guardian_core.evaluation.leak_cases import NESTED, PEOPLE, Person, nested_requests
from guardian_core.evaluation.leak_oracle import Occurrence, Oracle, Swap
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Item, Outcome, Place, Request, Verdict

Row = dict[str, object]
PERSONA = Person("sonoroustada@protonmail.com", "demon", "vinci", "devilluna")  # the researchers' test account: the file names it
PLACES = {Place.TARGET: "target", Place.REFERER: "referer", Place.COOKIE: "cookie", Place.BODY: "body"}


@dataclass(slots=True)
class Count:
    """What happened to the requests of one person or nesting."""

    requests: int = 0
    carrying: int = 0
    occurrences: int = 0
    detected: int = 0
    leaked: int = 0
    left_by_verdict: Counter[str] = field(default_factory=Counter)
    by_encoding: dict[str, list[int]] = field(default_factory=dict)  # occurrences, detected, leaked
    missed: list[Row] = field(default_factory=list)


def leaks_file(data: Path) -> Path:
    """The recording: the file itself, or where it lies below a folder.

    Raises:
        DataError: it is not there.
    """
    for path in (data, data / "requests" / "leaks_2021.jsonl", data / "leaks_2021.jsonl"):
        if path.is_file():
            return path
    raise DataError(f"no requests/leaks_2021.jsonl below {data}")


def recorded(path: Path, limit: int | None = None) -> list[Request]:
    """The requests of the recording, evenly sampled where fewer are wanted."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    step = max(1, len(rows) // limit) if limit else 1
    return [_request(row) for row in rows[::step]]


def _request(row: dict[str, str]) -> Request:
    url = urlsplit(row["url"])
    target = (url.path or "/") + (f"?{url.query}" if url.query else "") + (f"#{url.fragment}" if url.fragment else "")
    body = "" if row["payload_body"] == "null" else row["payload_body"]
    headers = [(b"host", url.netloc.encode())]
    headers += [(name.encode(), row[name].encode()) for name in ("referer", "cookie") if row[name] not in {"null", ""}]
    # What every browser sends and the recording leaves out: whether the page is another site's.
    site = "same-site" if row["3rd_domain"].endswith("_cname") else "cross-site"
    headers.append((b"sec-fetch-site", site.encode()))
    if body:
        kind = b"application/json" if body.lstrip()[:1] in {"{", "["} else b"application/x-www-form-urlencoded"
        headers.append((b"content-type", kind))
    target = target.encode().decode("latin-1")
    return Request(row["http_method"], "https", (url.hostname or "host.test").lower(), 443, target, tuple(headers), body.encode())


def parts(request: Request) -> dict[Place, bytes]:
    """The bytes of the places where a leak may stand; several headers of one name count as one."""
    named = {Place.REFERER: b"referer", Place.COOKIE: b"cookie"}
    found = {place: b"; ".join(value for key, value in request.headers if key.lower() == name) for place, name in named.items()}
    return {Place.TARGET: request.target.encode("latin-1"), Place.BODY: request.body, **found}


def swapped(request: Request, swap: Swap) -> Request:
    """The request as another person would send it."""
    headers = tuple((key, swap(value)) for key, value in request.headers)
    target = swap(request.target.encode("latin-1")).decode("latin-1")
    return Request(request.method, request.scheme, request.host, request.port, target, headers, swap(request.body))


async def measured(guardian: Guardian, requests: Sequence[Request], oracle: Oracle, count: Count) -> Count:
    """Send the requests through the core and count."""
    for request in requests:
        count.requests += 1
        before = {place: oracle.occurrences(data) for place, data in parts(request).items()}
        if not any(before.values()):
            continue
        count.carrying += 1
        outcome = await guardian.handle(request)
        after = {} if outcome.decision.verdict is Verdict.DENY else parts(outcome.rewritten or request)
        covered = _covered(guardian, outcome)
        for place, occurrences in before.items():
            left = len(oracle.occurrences(after.get(place, b"")))
            _note(count, outcome, place, occurrences, covered.get(place, []), left)
    return count


def _note(
    count: Count, outcome: Outcome, place: Place, occurrences: list[Occurrence], covered: list[tuple[int, int]], left: int
) -> None:
    count.leaked += left
    if left:
        count.left_by_verdict[f"{outcome.decision.verdict} {place}"] += left
    for one in occurrences:
        found = any(start < one.end and one.start < end for start, end in covered)
        tally = count.by_encoding.setdefault(one.how, [0, 0, 0])
        count.occurrences += 1
        count.detected += found
        tally[0] += 1
        tally[1] += found
        tally[2] += left == len(occurrences)
        if not found or left:
            signals = outcome.action.signals[-3:] if outcome.action else ()
            count.missed.append(
                {
                    "host": outcome.reading.request.host,
                    "place": place.value,
                    "how": one.how,
                    "found": found,
                    "left": left,
                    "verdict": outcome.decision.verdict.value,
                    "reasons": outcome.decision.reasons[:2],
                    "signals": signals,
                }
            )


def _covered(guardian: Guardian, outcome: Outcome) -> dict[Place, list[tuple[int, int]]]:
    """Bytes of each place that a finding covers."""
    items = outcome.reading.items
    covered: dict[Place, list[tuple[int, int]]] = {}
    for finding in guardian.detector.find(items):
        item = items[finding.item]
        covered.setdefault(item.place, []).append(outermost(item, finding.start, finding.end))
    return covered


def outermost(item: Item, start: int, end: int) -> tuple[int, int]:
    """The bytes of its place where code points [start, end) of an item lie; of packed text, the whole pack."""
    packing = item.packing
    if packing is None:
        return (item.start + start, item.start + end) if item.offsets is None else (item.offsets[start], item.offsets[end])
    while packing.outer is not None:
        packing = packing.outer
    return packing.start, packing.end


def registered(person: Person) -> list[Identity]:
    """What the person registers."""
    return [
        identity("email", person.email),
        identity("name", f"{person.first} {person.last}"),
        identity("username", person.username),
    ]


def guardian_of(home: Path, people: Sequence[Person]) -> Guardian:
    """A core whose user registered these people's values; policies off."""
    settings = Settings.model_validate({"home": home, "policy": {"enabled": False}, "audit": {"enabled": False}})
    save_identities(settings.identities, [one for person in people for one in registered(person)])
    return Guardian(settings)


def run(data: Path, limit: int | None = None, people: int = len(PEOPLE)) -> list[Row]:
    """The rows: the recorded person, each invented one, each nesting, false alarms. `limit`: requests per person."""
    requests = recorded(leaks_file(data), limit)
    rows = [row for row in asyncio.run(_people(requests, people))]
    rows += asyncio.run(_nestings())
    return rows


async def _people(requests: Sequence[Request], people: int) -> list[Row]:
    rows = [await _person(requests, PERSONA, "recorded")]
    for person in PEOPLE[:people]:
        swap = Swap.of(tuple(zip(PERSONA.values, person.values, strict=True)))
        rows.append(await _person([swapped(request, swap) for request in requests], person, "invented"))
    return rows


async def _person(requests: Sequence[Request], person: Person, dataset: str) -> Row:
    with tempfile.TemporaryDirectory() as home:
        guardian = guardian_of(Path(home), [person])
        count = await measured(guardian, requests, Oracle.of(person.values), Count())
        await guardian.close()
    return row_of(count, dataset, person.email.partition("@")[2] if dataset == "recorded" else person.email)


async def _nestings() -> list[Row]:
    rows = []
    with tempfile.TemporaryDirectory() as home:
        guardian = guardian_of(Path(home), PEOPLE)
        for nesting in NESTED:
            count = Count()
            for person in PEOPLE:
                await measured(guardian, nested_requests(nesting, person), Oracle.of(person.values), count)
            rows.append(row_of(count, "nested", nesting))
        await guardian.close()
    return rows


def row_of(count: Count, dataset: str, who: str) -> Row:
    """One row of the table."""
    return {
        "dataset": dataset,
        "who": who,
        "requests": count.requests,
        "carrying": count.carrying,
        "occurrences": count.occurrences,
        "detected": count.detected,
        "leaked": count.leaked,
        "left_by_verdict": dict(count.left_by_verdict),
        "by_encoding": {how: tuple(tally) for how, tally in sorted(count.by_encoding.items())},
        "missed": count.missed,
    }


def _texts(data: Path, name: str) -> Iterator[str]:
    yield from (data / "requests" / name).read_text(encoding="utf-8").splitlines()
