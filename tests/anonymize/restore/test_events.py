"""Events come out in their order, each once, with the restored text cut anew among them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.restore.events import MOST_WAITING, SENTINEL, Event, Events, leaves
from guardian_core.anonymize.restore.texts import Originals, restored, text_restorer

KNOWN = Originals({"[PERSON_1]": "Dana Quill", "[PERSON_10]": 'Zo "Z" Roe', "[EMAIL_1]": "dana@mailbox.example"})
TEXTS = st.lists(
    st.sampled_from(["[PERSON_1]", "[PERSON_10]", "[EMAIL_1]", "[PER", "[", " ", "hi", "é", "\n", "](", ")"]), max_size=12
).map("".join)


def event(value):
    raw = json.dumps(value).encode() if not isinstance(value, str) else value.encode()
    return Event(raw.decode(), raw, lambda new: new.encode())


def run(values):
    events = Events(KNOWN)
    return [piece for value in values for piece in events.feed(event(value))] + events.finish()


def chunk(text, index=0, finish=None):
    return {"choices": [{"delta": {"content": text} if text is not None else {}, "index": index, "finish_reason": finish}]}


def said(pieces, index=0):
    choices = [choice for piece in pieces for choice in json.loads(piece)["choices"] if choice["index"] == index]
    return "".join(choice["delta"].get("content") or "" for choice in choices)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.randoms())
def test_restores_interleaved_texts_cut_anywhere(texts, random):
    """Parallel choices: each is a text of its own, whatever comes between its pieces."""
    left = [list(text) for text in texts]
    values = []
    while any(left):
        index = random.choice([number for number, letters in enumerate(left) if letters])
        size = random.randint(1, 4)
        values.append(chunk("".join(left[index][:size]), index))
        left[index] = left[index][size:]
    pieces = run(values)
    assert len(pieces) == len(values)
    for index, text in enumerate(texts):
        assert said(pieces, index) == restored(text, text_restorer(KNOWN))


@given(st.lists(TEXTS, max_size=6))
def test_leaves_the_bytes_of_events_without_placeholders(texts):
    values = [chunk(text.replace("]", "")) for text in texts]
    assert run(values) == [event(value).raw for value in values]


@given(st.lists(TEXTS, min_size=1, max_size=3), st.randoms())
def test_lets_nothing_wait_where_nothing_can(texts, random):
    """Messages of a WebSocket: each is sent at once, and all that was said is said by the end."""
    events, told = Events(KNOWN, wait=False), []
    left = [list(text) for text in texts]
    while any(left):
        index = random.choice([number for number, letters in enumerate(left) if letters])
        (piece,) = events.feed(event(chunk(left[index].pop(0), index)))
        told.append(piece)
    for index in range(len(texts)):
        told += events.feed(event(chunk(None, index, finish="stop")))
    assert events.finish() == []
    for index, text in enumerate(texts):
        assert said(told, index) == restored(text, text_restorer(KNOWN))


def test_sends_a_tail_before_the_event_that_ends_its_text():
    events = Events(KNOWN)
    assert events.feed(event(chunk("Dear [PER"))) == []
    first, last = events.feed(event(chunk(None, finish="stop")))
    assert said([first]) == "Dear [PER"
    assert json.loads(last)["choices"][0]["finish_reason"] == "stop"


def test_sends_at_once_what_can_be_no_placeholder():
    events = Events(KNOWN)
    for text in ("Dear", " [note] ", "[X", "[PERSONS", "[1] "):
        (piece,) = events.feed(event(chunk(text)))
        assert piece == event(chunk(text)).raw


@pytest.mark.parametrize(
    "last",
    [
        SENTINEL,
        {"type": "response.output_text.done", "text": "[PER", "item_id": "m", "output_index": 0},
        {"type": "response.completed", "response": {}},
        {"type": "error", "error": {"message": "x"}},
    ],
    ids=["[DONE]", "done", "completed", "error"],
)
def test_holds_nothing_back_at_an_end(last):
    events = Events(KNOWN)
    delta = {"type": "response.output_text.delta", "delta": "[PER", "item_id": "m", "output_index": 0}
    assert events.feed(event(delta)) == []
    assert events.feed(event(last)) == [event(delta).raw, event(last).raw]


def test_waits_with_what_comes_between():
    """A ping between two halves does not overtake the first of them."""
    events = Events(KNOWN)
    half = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "[PERSON"}}
    rest = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "_1]!"}}
    assert events.feed(event(half)) == []
    assert events.feed(event({"type": "ping"})) == []
    texts = [json.loads(piece).get("delta", {}).get("text") for piece in events.feed(event(rest))]
    assert texts == ["Dana Quill", None, "!"]


def test_does_not_touch_what_a_model_has_sealed():
    thinking = {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "of [PERSON_1]"}}
    seal = {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "[PERSON_1]"}}
    assert run([thinking, seal]) == [event(thinking).raw, event(seal).raw]


def test_restores_plain_text_and_strings_as_data():
    assert b"".join(run(["Dear [PER", "SON_1]", "! [", " end"])) == b"Dear Dana Quill! [ end"
    assert [json.loads(piece) for piece in run(['"Dear [PER"', '"SON_1]"'])] == ["Dear Dana Quill", ""]


def test_passes_broken_json_on():
    assert run(['{"delta": "[PERSON_1]', "{" * 100_000]) == [b'{"delta": "[PERSON_1]', b"{" * 100_000]


def test_does_not_let_more_than_so_many_wait():
    events = Events(KNOWN)
    assert events.feed(event(chunk("[PER", 0))) == []
    count = sum(len(events.feed(event(chunk("x", 1)))) for _ in range(MOST_WAITING + 5))
    assert count >= MOST_WAITING


def test_tells_under_which_identifier_the_reply_is_kept():
    heard = []
    events = Events(KNOWN, heard.append)
    events.feed(event({"type": "response.created", "response": {"id": "resp_1"}}))
    events.feed(event({"id": "chatcmpl-2"}))
    assert heard == ["resp_1", "chatcmpl-2"]


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
    )
)
def test_finds_every_string_where_it_stands(value):
    text = json.dumps(value)
    found = list(leaves(text))
    for path, start, end, meant in found:
        assert json.loads(text[start - 1 : end + 1]) == meant
        here = value
        for part in path:
            here = here[part]
        assert here == meant
