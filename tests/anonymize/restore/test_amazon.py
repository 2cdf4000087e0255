"""Binary frames with checksums."""

import base64
import json
import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.restore.amazon import AmazonFrames


def frame(payload, headers=b"\x0b:event-type\x07\x00\x05chunk"):
    lengths = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    body = lengths + struct.pack(">I", zlib.crc32(lengths)) + headers + payload
    return body + struct.pack(">I", zlib.crc32(body))


FIRST, SECOND = (
    frame(b'{"delta":{"text":"a"}}'),
    frame(json.dumps({"bytes": base64.b64encode(b'{"t":1}').decode(), "p": "ab"}).encode()),
)


@given(st.lists(st.integers(0, 20)))
def test_cuts_frames_anywhere(sizes):
    frames, events, position, data = AmazonFrames(), [], 0, FIRST + SECOND + FIRST
    for size in [*sizes, len(data)]:
        events += frames.feed(data[position : position + size])
        position += size
    assert [event.text for event in events] == ['{"delta":{"text":"a"}}', '{"t":1}', '{"delta":{"text":"a"}}']
    assert b"".join(event.raw for event in events) == data


def test_writes_another_payload_with_its_checksums():
    (event,) = AmazonFrames().feed(FIRST)
    assert event.write('{"delta":{"text":"longer é"}}') == frame('{"delta":{"text":"longer é"}}'.encode())
    (event,) = AmazonFrames().feed(SECOND)
    (again,) = AmazonFrames().feed(event.write('{"t":"two"}'))
    assert again.text == '{"t":"two"}'


def test_passes_on_what_is_no_frame():
    frames = AmazonFrames()
    broken = FIRST[:8] + b"\0\0\0\0" + FIRST[12:]
    events = [*frames.feed(broken[:14]), *frames.feed(broken[14:]), *frames.feed(FIRST), *frames.finish()]
    assert b"".join(event.raw for event in events) == broken + FIRST
    assert {event.text for event in events} == {"{}"}


def test_passes_on_frames_without_json():
    (event,) = AmazonFrames().feed(frame(b"\xff\x00"))
    assert event.text == "{}"
