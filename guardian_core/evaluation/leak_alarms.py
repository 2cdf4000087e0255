"""Captured requests that are nobody's leaks in; out, what was taken in them for a registered value, somebody's digest, or a value
that is cut over neighbouring fields."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from guardian_core import actions
from guardian_core.detect import CUT
from guardian_core.guardian import Guardian
from guardian_core.vocabulary import Request

FILES = ("post_requests.jsonl", "llm_api_requests.jsonl")
SHOWN = 60  # characters of a value that the list shows


def captured(path: Path) -> Iterator[Request]:
    """The requests of one file: url, method, headers [{name, value}], body (null: none)."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        url = urlsplit(row["url"])
        target = ((url.path or "/") + (f"?{url.query}" if url.query else "")).encode().decode("latin-1")
        text = row["body"] or ""
        compressed = text.startswith("\x1f\x8b") and max(map(ord, text)) < 256
        headers = tuple((header["name"].encode(), header["value"].encode()) for header in row["headers"])
        host = (url.hostname or row["host"]).lower()
        yield Request(row["method"], "https", host, 443, target, headers, text.encode("latin-1" if compressed else "utf-8"))


def alarms(guardian: Guardian, path: Path) -> dict[str, object]:
    """One row: requests, those with a false alarm, and each alarm: host, path of the item, encoding, what stands there.

    A digest in a field named for a contact (`em`) is listed apart: it is somebody's, though nobody knows whose.
    """
    requests, hit = 0, 0
    listed: list[dict[str, object]] = []
    named: list[dict[str, object]] = []
    for request in captured(path):
        requests += 1
        reading = actions.read(request)
        before = len(listed)
        for finding in guardian.detector.find(reading.items):
            item = reading.items[finding.item]
            if finding.source in {"identity", CUT} or finding.encoding:
                shown = item.text[finding.start : finding.end][:SHOWN]
                where: dict[str, object] = {
                    "host": request.host,
                    "path": item.path,
                    "encoding": "+".join(finding.encoding),
                    "stands": shown,
                }
                (listed if finding.source in {"identity", CUT} else named).append(where)
        hit += len(listed) > before
    return {
        "dataset": path.name,
        "requests": requests,
        "false_alarms": hit,
        "per_1000": round(1000 * hit / requests, 2) if requests else 0.0,
        "alarms": listed,
        "named_digests": named,
    }
