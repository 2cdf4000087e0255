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

from guardian_core.actions.header_items import is_read
from guardian_core.detect import Identity, identity, save_identities
from guardian_core.errors import DataError
from guardian_core.evaluation.leak_alarms import FILES, alarms
from guardian_core.evaluation.leak_cases import NESTED, PEOPLE, Person, nested_requests
from guardian_core.evaluation.leak_oracle import Occurrence, Oracle, Swap
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Item, Outcome, Place, Request, Verdict

Row = dict[str, object]
PERSONA = Person("sonoroustada@protonmail.com", "demon", "vinci", "devilluna")  # the researchers' test account: the file names it
COLUMNS = ("requests", "occurrences", "detected", "leaked")


@dataclass(slots=True)
class Count:
    """What happened to the requests of one person or nesting."""

    requests: int = 0
    carrying: int = 0
    occurrences: int = 0
    detected: int = 0
    leaked: int = 0
    left_by_verdict: Counter[str] = field(default_factory=Counter)
    by_encoding: dict[str, list[int]] = field(default_factory=dict)  # occurrences, detected
    missed: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """One place of one request: what stood there, which bytes were found, what of it left."""

    place: Place
    occurrences: list[Occurrence]
    covered: list[tuple[int, int]]
    left: list[Occurrence]


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
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
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
    found[Place.HEADER] = b"; ".join(value for key, value in request.headers if is_read(key))
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
            left = oracle.occurrences(after.get(place, b""))
            _note(count, outcome, Seen(place, occurrences, covered.get(place, []), left))
    return count


def _note(count: Count, outcome: Outcome, seen: Seen) -> None:
    left = len(seen.left)
    count.leaked += left
    if left:
        count.left_by_verdict[f"{outcome.decision.verdict} {seen.place}"] += left
    for one in seen.occurrences:
        found = any(start < one.end and one.start < end for start, end in seen.covered)
        tally = count.by_encoding.setdefault(one.how, [0, 0])
        count.occurrences += 1
        count.detected += found
        tally[0] += 1
        tally[1] += found
        if not found or left:
            count.missed.append(
                {
                    "host": outcome.reading.request.host,
                    "place": seen.place.value,
                    "how": one.how,
                    "found": found,
                    "left": left,
                    "verdict": outcome.decision.verdict.value,
                    "reasons": outcome.decision.reasons[:2],
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


def guardian_of(home: Path, people: Sequence[Person], *, names: bool = True) -> Guardian:
    """A core whose user registered these people's values; policies off."""
    sections = {"policy": {"enabled": False}, "audit": {"enabled": False}, "detect": {"names": names}}
    settings = Settings.model_validate({"home": home, **sections})
    save_identities(settings.identities, [one for person in people for one in registered(person)])
    return Guardian(settings)


def run(data: Path, limit: int | None = None, people: int = len(PEOPLE)) -> Iterator[Row]:
    """The rows: the recorded person, each invented one, each nesting, false alarms; `limit`: requests per person.

    Raises:
        DataError: the recording is not there.
    """
    path = leaks_file(data)
    requests = recorded(path, limit)
    yield asyncio.run(_person(requests, PERSONA, "recorded"))
    for person in PEOPLE[:people]:
        swap = Swap.of(tuple(zip(PERSONA.values, person.values, strict=True)))
        yield asyncio.run(_person([swapped(request, swap) for request in requests], person, "invented"))
    yield from asyncio.run(_nestings(PEOPLE[:people]))
    yield from _alarms([path.with_name(name) for name in FILES])


def _alarms(paths: Sequence[Path]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as home:
        guardian = guardian_of(Path(home), [PERSONA, *PEOPLE], names=False)
        yield from (alarms(guardian, path) for path in paths if path.is_file())
        asyncio.run(guardian.close())


async def _person(requests: Sequence[Request], person: Person, dataset: str) -> Row:
    with tempfile.TemporaryDirectory() as home:
        # Half of the time goes into names, which nobody registered alone: once is enough.
        guardian = guardian_of(Path(home), [person], names=dataset == "recorded")
        count = await measured(guardian, requests, Oracle.of(person.values), Count())
        await guardian.close()
    return row_of(count, dataset, person.email.partition("@")[2] if dataset == "recorded" else person.email)


async def _nestings(people: Sequence[Person]) -> list[Row]:
    rows = []
    with tempfile.TemporaryDirectory() as home:
        guardian = guardian_of(Path(home), people, names=False)
        for nesting in NESTED:
            count = Count()
            for person in people:
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


def render(rows: Sequence[Row]) -> str:
    """The rows for a person: one line each, then what was missed, what left and every false alarm."""
    lines = [f"{'dataset':10} {'who':44}" + "".join(f"{name:>13}" for name in COLUMNS)]
    notes: list[str] = []
    for row in rows:
        if "occurrences" not in row:
            notes.append(f"{row['dataset']}: {row['false_alarms']} false alarms in {row['requests']} requests")
            notes += [f"  {alarm}" for alarm in _listed(row, "alarms")]
            notes += [f"  a digest by the name of its field: {alarm}" for alarm in _listed(row, "named_digests")]
            continue
        numbers = "".join(f"{row[name]!s:>13}" for name in COLUMNS)
        lines.append(f"{row['dataset']!s:10} {row['who']!s:44}{numbers}")
        notes += [f"{row['who']}: {one}" for one in _listed(row, "missed")]
    return "\n".join([*lines, "", *notes]).rstrip()


def _listed(row: Row, name: str) -> list[object]:
    found = row[name]
    return found if isinstance(found, list) else []
