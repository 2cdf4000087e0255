"""Bodies cut into frame and values: a value that is exchanged changes its own item and nothing else."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.actions import read, slots
from guardian_core.paths import alike
from guardian_core.vocabulary import Place, Request, Role

NAMES = st.sampled_from(
    ["event", "page", "id", "name", "value", "key", "items", "em", "domain", "user", "values", "label", "email", "text", "note"]
)
TEXTS = st.one_of(
    st.text("abcXYZ 019.:-_/@?=", max_size=24),
    st.sampled_from(["https://shop.test/a?b=c", "ssn", "dob", "e30=", "[1]", '{"a":1}', "4f9c1d3e-77aa-4b1c-9d55-0c1e8f6a2b34"]),
)
SCALARS = st.one_of(TEXTS, st.integers(-10, 10**12), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none())
BODIES = st.dictionaries(
    NAMES,
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=8),
)


def request(body: bytes) -> Request:
    return Request("POST", "https", "shop.example.test", 443, "/", ((b"Content-Type", b"application/json"),), body)


def test_cuts_values_from_what_stands_around_them():
    frame = slots.cut(request(b'{"a": "x,]", "n": -1.5e3, "l": [1, ""], "t": true}\n'))
    assert frame
    assert frame.values == ('"x,]"', "-1.5e3", "1", '""')
    again = slots.cut(request(b'{"a": "other", "n": 7, "l": [22, "c"], "t": true}\n'))
    assert again
    assert again.around == frame.around
    assert slots.cut(request(b'{"a": "x", "n": 7, "l": [22, "c"], "t": false}\n')).around != frame.around
    assert slots.cut(request(b'{"a": 3, "n": 7, "l": [22, "c"], "t": true}\n')).around != frame.around


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"a=1",
        b'"text"',
        '{"a": "é"}'.encode(),
        b'{"a": "\\u0041"}',
        b'{"a": 1-2}',
        b'{"a": "x" "y"}',
        b'{"a": "x',
        b'{"a": 01x}',
        b'{"a": "\x00"}',
        b'{"a": "' + b"x" * slots.LONGEST + b'"}',
    ],
)
def test_cuts_nothing_that_could_be_read_otherwise(body):
    assert slots.cut(request(body)) is None


def test_cuts_no_frames_of_a_socket():
    assert slots.cut(replace(request(b'{"a": 1}'), method="WEBSOCKET")) is None


@pytest.mark.parametrize(
    ("headers", "is_json"),
    [
        ((), True),
        (((b"content-type", b"application/vnd.api+json; charset=utf-8"),), True),
        (((b"content-type", b"text/plain"),), True),
        (((b"content-type", b"application/x-protobuf"),), False),
        (((b"content-type", b"multipart/form-data; boundary=x"),), False),
        (((b"content-type", b"application/json"), (b"content-encoding", b"gzip")), False),
    ],
)
def test_goes_by_the_label(headers, is_json):
    assert slots.labelled(replace(request(b"{}"), headers=headers)) is is_json


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ({"a": "x", "b": [{"c": 1}]}, [True, True]),
        ({"a": ""}, [False]),
        ({"url": "https://shop.test/?q=a&b=c"}, [False]),  # it makes several items
        ({"name": "dob", "value": "1/2/80"}, [False, False]),  # one says what the other is
        ({"name": "compact", "size": 3}, [True, True]),
    ],
)
def test_frees_what_stands_for_itself(body, free):
    one = request(json.dumps(body).encode())
    frame = slots.cut(one)
    assert [slot is not None for slot in slots.slots(one, read(one), frame)] == free


@pytest.mark.parametrize(
    "body", [{"query": "{ a }"}, {"payload": "e30", "protected": "e30", "signature": "x"}, {"ciphertext": "x"}]
)
def test_frees_nothing_in_documents_and_tokens(body):
    one = request(json.dumps(body).encode())
    assert slots.slots(one, read(one), slots.cut(one)) is None


@given(body=BODIES, other=st.lists(SCALARS, min_size=1, max_size=8))
@settings(max_examples=400, deadline=None)
def test_the_items_of_a_like_body_are_those_of_its_values(body, other):
    """The theorem that the memory of bodies rests on: what is read of one body holds for every one of the same frame."""
    one = request(json.dumps(body).encode())
    frame = slots.cut(one)
    places = slots.slots(one, read(one), frame) if frame else None
    if places is None:
        return
    values = list(frame.values)
    for number, (slot, value) in enumerate(zip(places, frame.values, strict=True)):
        new = json.dumps(other[number % len(other)])
        if slot and new[0] not in "tfn" and (new[0] == '"') == (value[0] == '"') and new != slots.EMPTY:
            values[number] = new
    pieces = frame.around.split("\1")
    written = "".join(piece[:-1] + value for piece, value in zip(pieces, values, strict=False)) + pieces[-1]
    like = request(written.encode())
    if (cut := slots.cut(like)) is None:
        return
    assert (cut.around, list(cut.values)) == (frame.around, values)
    expected = {(alike(i.path), i.key, i.text, i.role) for i in read(like).items if i.place is Place.BODY}
    before = {(alike(i.path), i.key, i.text, i.role) for i in read(one).items if i.place is Place.BODY}
    made = set()
    for slot, value in zip(places, values, strict=True):
        if slot is None:
            continue
        item = slots.item_at(slot, value)
        if item is None:
            return
        made.add((item.path, item.key, item.text, item.role))
    assert made <= expected
    assert {one for one in expected - made if one[3] is not Role.STRUCTURE} <= before


def test_makes_no_item_of_what_is_no_single_value():
    slot = slots.Slot("body/a", "a")
    assert slots.item_at(slot, '"dana%40example.test"') is None
    assert slots.item_at(slot, "\"{'a': 1}\"".replace("'", '"')) is None
    assert slots.item_at(slot, '""') is None
    assert slots.item_at(slot, '"two words"').text == "two words"
    assert slots.item_at(slot, "12").encoders == ("json-number",)
