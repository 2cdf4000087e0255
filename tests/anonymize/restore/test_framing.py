"""Events are cut where they end, however the bytes arrive, and written back as they were."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.restore.framing import Elements, EventStream, Lines, sse_event

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.sampled_from(['data: {"a":1}', "data:x", "data: ", "event: m", ": note", "id: 7", "data", "retry: 5"])


def run(frames, data, sizes):
    events, position = [], 0
    for size in [*sizes, len(data)]:
        events += frames.feed(data[position : position + size])
        position += size
    return events + list(frames.finish())


@given(ENDS, st.lists(st.lists(LINES, min_size=1, max_size=4), max_size=4), st.lists(st.integers(0, 9)))
def test_cuts_event_streams_anywhere(end, blocks, sizes):
    data = "".join("".join(line + end for line in block) + end for block in blocks).encode()
    events = run(EventStream(), data, sizes)
    assert b"".join(event.raw for event in events) == data
    whole = run(EventStream(), data, [])
    assert [event.text for event in events] == [event.text for event in whole]
    assert len(whole) == len(blocks)


@given(ENDS, st.lists(LINES, min_size=1, max_size=5), st.text(alphabet="ab\n", max_size=6))
def test_writes_another_text_into_an_event_and_leaves_its_other_fields(end, lines, text):
    event = sse_event(("".join(line + end for line in lines) + end).encode())
    if not any(line.startswith("data") for line in lines):
        assert event.text == "{}"
        return
    again = sse_event(event.write(text))
    assert again.text == text
    others = [line for line in lines if not line.startswith("data")]
    written = event.write(text).decode().split(end)
    assert [line for line in written if line and not line.startswith("data") and line in others] == others
    assert event.write(text).endswith((end + end).encode())


@given(st.lists(st.dictionaries(st.text(), st.text() | st.lists(st.integers()))), st.lists(st.integers(0, 9)), st.booleans())
def test_cuts_arrays_into_their_elements(values, sizes, spaced):
    data = json.dumps(values, indent=1 if spaced else None).encode()
    events = run(Elements(), data, sizes)
    assert b"".join(event.raw for event in events) == data
    texts = [json.loads(event.text) for event in events if event.raw[:1] == b"{"]
    assert texts == values
    assert b"".join(event.write(event.text) if event.raw[:1] == b"{" else event.raw for event in events) == data


@given(st.lists(st.sampled_from(['{"a":1}', "", '{"b":"\\n"}', " "])), st.lists(st.integers(0, 9)), st.booleans())
def test_cuts_lines(lines, sizes, ended):
    data = ("\n".join(lines) + ("\n" if ended else "")).encode()
    events = run(Lines(), data, sizes)
    assert b"".join(event.raw for event in events) == data


@pytest.mark.parametrize("frames", [EventStream, Lines, Elements])
def test_passes_bytes_that_are_no_text(frames):
    data = b"data: \xff\xfe\n\n[{\xff}]\n"
    assert b"".join(event.raw for event in run(frames(), data, [])) == data
