"""Whole replies: what is restored, by its type, and what passes as it came."""

import gzip
import json

import pytest

from guardian_core.anonymize.restore.replies import Head, open_reply

WORDS = {"[PERSON_1]": "Dana Quill", "[EMAIL_1]": "dana.quill@mailbox.example"}
JSON = "application/json"


def run(data, kind, *, coding="", streaming=False, size=None, heard=None, accept=""):
    reply = open_reply(Head(kind, coding, streaming, accept), WORDS, *([heard] if heard else []))
    pieces = [data] if size is None else [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(reply.feed(piece) for piece in pieces) + reply.finish()


@pytest.mark.parametrize("size", [None, 1, 3])
@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("text/plain; charset=utf-8", "Zoë: [PERSON_1] [PER", "Zoë: Dana Quill [PER"),
        (JSON, '{"a": "[PERSON_1] é\\n", "n": 1.0}\n', '{"a": "Dana Quill é\\n", "n": 1.0}\n'),
        ("application/problem+json", '{"a": "[PERSON_1]"}', '{"a": "Dana Quill"}'),
        (
            "application/x-ndjson",
            '{"response": "[PERSON"}\n{"response": "_1]"}\n',
            '{"response": "Dana Quill"}\n{"response": ""}\n',
        ),
        ("text/event-stream", "data: [PERSON\n\ndata: _1]\n\n", "data: Dana Quill\n\ndata: \n\n"),
        ("application/stream+json", '{"text": "[PERSON_1]"}\n', '{"text": "Dana Quill"}\n'),
    ],
)
def test_restores_by_type_whatever_the_cut(kind, before, after, size):
    assert run(before.encode(), kind, size=size).decode() == after


def test_reads_a_streamed_array_as_events_and_a_document_as_one():
    pieces = [{"candidates": [{"content": {"parts": [{"text": text}]}}]} for text in ("Dear [PER", "SON_1]")]
    told = json.loads(run(b"  " + json.dumps(pieces).encode(), JSON, streaming=True, size=5))
    assert "".join(one["candidates"][0]["content"]["parts"][0]["text"] for one in told) == "Dear Dana Quill"
    assert json.loads(run(b'{"error": "[PERSON_1]"}', JSON, streaming=True)) == {"error": "Dana Quill"}
    assert run(b"", JSON, streaming=True) == b""


def test_decodes_what_is_compressed():
    assert run(gzip.compress(b'{"a": "[PERSON_1]"}'), JSON, coding="gzip", size=4) == b'{"a": "Dana Quill"}'


def test_keeps_bytes_that_are_no_utf8():
    assert run(b'{"a": "\xff[PERSON_1]\xc3"}', JSON, size=1) == b'{"a": "\xffDana Quill\xc3"}'


@pytest.mark.parametrize(
    "head",
    [
        Head("text/html", "", streaming=False),
        Head("image/png", "", streaming=False),
        Head("", "", streaming=False),
        Head("application/octet-stream", "", streaming=False),
        Head(JSON, "aws-chunked", streaming=False),
        Head("text/plain; charset=iso-8859-1", "", streaming=False),
    ],
)
def test_passes_other_kinds(head):
    assert open_reply(head, WORDS) is None


def test_takes_a_reply_without_type_for_the_stream_that_was_asked_for():
    assert run(b"data: [PERSON_1]\n\n", "", accept="text/event-stream") == b"data: Dana Quill\n\n"


def test_has_nothing_to_do_without_originals():
    assert open_reply(Head(JSON, "", streaming=False), {}) is None


@pytest.mark.parametrize(
    ("kind", "data"),
    [(JSON, b'{ "id": "resp_1", "output": []}'), ("text/event-stream", b'data: {"type": "x", "response": {"id": "resp_1"}}\n\n')],
)
def test_tells_under_which_identifier_the_reply_is_kept(kind, data):
    heard = []
    run(data, kind, size=1, heard=heard.append)
    assert heard == ["resp_1"]
