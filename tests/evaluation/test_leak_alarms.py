"""False alarms: counted by request, listed with what stands there."""

import hashlib
import json

from guardian_core.evaluation.leak_alarms import alarms, captured
from guardian_core.evaluation.leak_cases import PEOPLE
from guardian_core.evaluation.leaks import guardian_of


def written(path, *bodies):
    rows = [
        {
            "url": "https://t.example/c?a=1",
            "host": "t.example",
            "method": "POST",
            "headers": [{"name": "content-type", "value": "application/json"}],
            "body": body,
        }
        for body in bodies
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_counts_requests_and_lists_alarms(tmp_path):
    digest = hashlib.sha256(b"nobody@example.com").hexdigest()
    path = written(
        tmp_path / "some.jsonl",
        '{"a": 1}',
        json.dumps({"a": PEOPLE[0].email, "b": PEOPLE[0].email}),
        json.dumps({"em": digest}),
        None,
    )
    row = alarms(guardian_of(tmp_path / "home", PEOPLE[:1], names=False), path)
    assert (row["requests"], row["false_alarms"], row["per_1000"]) == (4, 1, 250.0)
    assert [alarm["stands"] for alarm in row["alarms"]] == [PEOPLE[0].email] * 2
    assert [alarm["path"] for alarm in row["named_digests"]] == ["body/em"]


def test_reads_bodies_as_they_were(tmp_path):
    path = written(tmp_path / "some.jsonl", "é\u2028", "\x1f\x8b\x08\xff", None)
    assert [request.body for request in captured(path)] == ["é\u2028".encode(), b"\x1f\x8b\x08\xff", b""]
