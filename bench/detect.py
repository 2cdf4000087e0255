"""Public annotated texts and recorded requests in; recall, false alarms and time of the detectors out.

GUARDIAN_DATA=../shared/data python bench/detect.py [recall|alarms|time]
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from guardian_core.actions import read
from guardian_core.detect import Detector, may_hold
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity, Item, Place, Request, Role

DATA = Path(os.environ.get("GUARDIAN_DATA", "../shared/data"))
# What the annotations call it, what counts as found.
KINDS: dict[str, frozenset[Entity]] = {
    "EMAIL": frozenset({Entity.EMAIL}),
    "PHONE": frozenset({Entity.PHONE}),
    "CREDIT_CARD": frozenset({Entity.CARD}),
    "IBAN_CODE": frozenset({Entity.IBAN}),
    "SSN": frozenset({Entity.US_SSN, Entity.TAX_ID}),
    "IP_ADDRESS": frozenset({Entity.IP}),
    "PERSON": frozenset({Entity.PERSON}),
    "ORGANIZATION": frozenset({Entity.ORGANIZATION}),
    "LOCATION": frozenset({Entity.PLACE, Entity.CITY, Entity.ADDRESS}),
    "STREET_ADDRESS": frozenset({Entity.ADDRESS}),
}
SAME = {"EMAIL_ADDRESS": "EMAIL", "PHONE_NUMBER": "PHONE", "US_SSN": "SSN", "GPE": "LOCATION", "ADDRESS": "STREET_ADDRESS"}


def prose(text: str) -> Item:
    return Item("body", "", text, Role.PROSE, Place.BODY, None, 0, len(text))


def annotated() -> Iterator[tuple[str, str, list[tuple[int, int, str]]]]:
    """(file, text, spans) of every annotated text."""
    for path in sorted((DATA / "pii").iterdir()):
        content = path.read_text(encoding="utf-8")
        rows = json.loads(content) if path.suffix == ".json" else [json.loads(line) for line in content.strip().split("\n")]
        for row in rows:
            spans = [
                (s.get("start_position", s.get("start")), s.get("end_position", s.get("end")), s["entity_type"])
                for s in row.get("spans", row.get("annotations"))
            ]
            yield path.stem, row.get("full_text", row.get("text")), spans


def recall() -> None:
    """Of the annotated spans, how many overlap a finding of their kind (or, second figure, of any kind)."""
    detector = Detector(DetectSettings())
    gold: Counter[tuple[str, str]] = Counter()
    same: Counter[tuple[str, str]] = Counter()
    some: Counter[tuple[str, str]] = Counter()
    for file, text, spans in annotated():
        found = detector.find([prose(text)])
        for start, end, name in spans:
            kind = SAME.get(name, name)
            if kind not in KINDS:
                continue
            key = (kind, "presidio" if file.startswith("presidio") else "ambientmeta")
            over = [f.entity for f in found if f.start < end and f.end > start]
            gold[key] += 1
            some[key] += bool(over)
            same[key] += any(entity in KINDS[kind] for entity in over)
    for key in sorted(gold):
        print(f"{key[0]:16}{key[1]:12}{gold[key]:5} spans  recall {same[key] / gold[key]:.3f}  covered {some[key] / gold[key]:.3f}")


def recorded(name: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    for line in (DATA / "requests" / name).read_text(encoding="utf-8").strip().split("\n"):
        row = json.loads(line)
        url = urlsplit(row["url"])
        body = row["body"] or ""
        wire = (
            body.encode("latin-1")
            if all(ord(c) < 256 for c in body) and "multipart" not in (row["content_type"] or "")
            else body.encode()
        )
        headers = ((b"content-type", (row["content_type"] or "").encode()),)
        target = (url.path or "/") + ("?" + url.query if url.query else "")
        yield row["host"], read(Request(row["method"], "https", url.hostname or "host.test", 443, target, headers, wire)).items


def alarms(shown: int = 30) -> None:
    """What is found in recorded requests, whose secrets were removed: the first distinct ones, to be judged by a person."""
    detector = Detector(DetectSettings())
    for name in ("post_requests.jsonl", "llm_api_requests.jsonl"):
        seen: dict[tuple[str, Entity], str] = {}
        kinds: Counter[str] = Counter()
        requests = 0
        for host, items in recorded(name):
            requests += 1
            for finding in detector.find(items):
                text = items[finding.item].text
                around = text[max(0, finding.start - 20) : finding.end + 12]
                line = f"{finding.entity:14}{finding.source:8}{finding.score:.2f} {host}: {items[finding.item].path} {around!r}"
                seen.setdefault((text[finding.start : finding.end], finding.entity), line)
                kinds[finding.entity.value] += 1
        print(f"{name}: {requests} requests, {dict(kinds.most_common())}")
        for line in list(seen.values())[:shown]:
            print("  ", line)


PLAIN = {"event": "page_view", "props": {f"metric_{n}": n * 17 for n in range(40)}, "tags": [f"tag-{n}" for n in range(25)]}
PERSONAL = PLAIN | {"name": "Dana Quill", "email": "dana.quill@example.test"}
PARAGRAPH = (
    "On Monday the committee met to discuss the budget for next year. Mira Okafor presented three options and explained why "
    "the second was cheaper. The chair asked whether the figures included travel, and was told that they did. After a short break "
    "the group agreed to ask for another quotation and to write to mira.okafor@example.test before Friday. "
)  # fmt: skip


def timed(name: str, items: list[tuple[Item, ...]]) -> None:
    """Median and worst processor time of ten over texts that differ, so that nothing is remembered."""
    detector = Detector(DetectSettings())
    detector.find([prose("warm up, Dana Quill")])
    spent = []
    for one in items:
        start = time.thread_time()
        detector.find(one)
        spent.append((time.thread_time() - start) * 1e3)
    print(f"{name:48} median {sorted(spent)[len(spent) // 2]:7.2f} ms, worst {max(spent):7.2f} ms")


def speed() -> None:
    """Milliseconds for bodies of 1 KB and a paragraph; and of the prefilter."""

    def body(content: dict[str, object]) -> tuple[Item, ...]:
        wire = json.dumps(content).encode()
        return read(Request("POST", "https", "host.test", 443, "/", ((b"content-type", b"application/json"),), wire)).items

    def named(n: int) -> dict[str, object]:
        return {**PERSONAL, "name": f"Dana{'abcdefghij'[n]} Quill"}

    timed(f"{len(json.dumps(PLAIN))} bytes of JSON, nothing personal", [body({**PLAIN, "n": n}) for n in range(10)])
    timed(f"{len(json.dumps(PERSONAL))} bytes of JSON, a name and an e-mail", [body(named(n)) for n in range(10)])
    paragraph = (PARAGRAPH * 4)[:1000]
    timed("1,000 characters of prose", [(prose(f"{n}. {paragraph}"[:1000]),) for n in range(10)])
    timed("1,200,000 characters, an e-mail at the end", [(prose("word " * 240_000 + "dana@example.test"),)])
    for name, data in (("no trace", b'{"event":"view","n":1}' * 45), ("words", json.dumps(PLAIN).encode())):
        start = time.thread_time()
        for _ in range(1000):
            may_hold(data)
        print(f"may_hold, {len(data)} bytes, {name:30} {(time.thread_time() - start) * 1e3:.1f} µs, says {may_hold(data)}")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ["recall", "alarms", "time"]:
        {"recall": recall, "alarms": alarms, "time": speed}[wanted]()
