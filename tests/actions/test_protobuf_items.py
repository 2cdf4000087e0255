"""actions.protobuf_items: strings of messages, and lengths that stay true."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core import actions
from guardian_core.actions.protobuf_items import BARE, FRAMED, kind_of, parse, splice_protobuf
from guardian_core.errors import EditError
from guardian_core.vocabulary import Edit, Entity, Level
from tests.actions.kit import post


def size(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number, value):
    """One field: text or bytes are length-delimited, a number is a varint, a list is a message."""
    if isinstance(value, int):
        return size(number << 3) + size(value)
    data = b"".join(value) if isinstance(value, list) else value.encode() if isinstance(value, str) else value
    return size(number << 3 | 2) + size(len(data)) + data


def frame(message, flags=0):
    return bytes([flags]) + len(message).to_bytes(4, "big") + message


def strings(body, kind="application/proto"):
    reading = actions.read(post(body, kind))
    return {item.path: item.text for item in reading.items if item.place == "body"}, reading


PERSON = [field(1, "Dana Quill"), field(2, 34), field(3, [field(1, "dana.quill@example.test"), field(15, "Malmö")])]


def test_reads_strings_by_their_field_numbers():
    found, reading = strings(b"".join(PERSON))
    assert found == {"body/1": "Dana Quill", "body/3/1": "dana.quill@example.test", "body/3/15": "Malmö"}
    assert reading.content_type == BARE
    assert not reading.opaque


@pytest.mark.parametrize(
    "label", ["application/grpc", "application/grpc+proto", "application/grpc-web+proto", "application/connect+proto"]
)
def test_reads_envelopes(label):
    found, reading = strings(frame(b"".join(PERSON)) + frame(field(1, "second")), label)
    assert found["body/0/3/1"] == "dana.quill@example.test"
    assert found["body/1/1"] == "second"
    assert reading.content_type == FRAMED


def test_reads_json_and_trailers_in_envelopes():
    found, _ = strings(
        frame(b'{"mail":"dana.quill@example.test"}') + frame(b"grpc-status: 0\r\n", 0x80), "application/connect+json"
    )
    assert "dana.quill@example.test" in found.values()


def rewrite(body, label, old, new):
    reading = actions.read(post(body, label))
    edits = [
        Edit(index, at, at + len(old), new, Entity.EMAIL, Level.AGGRESSIVE)
        for index, item in enumerate(reading.items)
        if (at := item.text.find(old)) >= 0
    ]
    assert edits
    return actions.write(reading, edits).body


@pytest.mark.parametrize("new", ["x", "someone@example.org", "a text that takes more than a hundred and twenty-seven bytes " * 4])
def test_corrects_every_length_around_an_edit(new):
    deep = field(9, [field(3, [field(1, "dana.quill@example.test"), field(2, 7)]), field(4, b"\x00\xff" * 30)])
    expected = deep.replace(b"dana", b"dana")
    after = rewrite(deep, "application/proto", "dana.quill@example.test", new)
    assert after == field(9, [field(3, [field(1, new), field(2, 7)]), field(4, b"\x00\xff" * 30)])
    framed = rewrite(frame(expected) + frame(field(1, "b")), "application/grpc", "dana.quill@example.test", new)
    assert framed == frame(after) + frame(field(1, "b"))


@given(
    st.recursive(
        st.one_of(st.text(max_size=40), st.binary(max_size=40), st.integers(0, 2**63)),
        lambda inner: st.lists(inner, max_size=4),
        max_leaves=12,
    ),
    st.text(min_size=1, max_size=200),
)
def test_a_string_that_grows_or_shrinks_leaves_all_else(tree, new):
    def message(value, number=1):
        return (
            field(number, [message(one, i + 1) for i, one in enumerate(value)]) if isinstance(value, list) else field(number, value)
        )

    old = "dana.quill@example.test"
    around = [message(tree, 1), field(2, old), message(tree, 3)]
    body = b"".join(around)
    fields = parse(body, BARE)
    assert fields is not None
    begin = body.index(old.encode())
    after = splice_protobuf(body, [(begin, begin + len(old), new.encode())], BARE)
    assert after == around[0] + field(2, new) + around[2]


@given(st.binary(max_size=200), st.sampled_from([BARE, FRAMED]))
def test_takes_any_bytes(data, kind):
    fields = parse(data, kind)
    assert fields is None or splice_protobuf(data, [], kind) == data


def test_takes_a_text_for_a_text():
    for text in ("anna-mary", "Bob", "22 Hill Road", "zebra", "rrrr", "b", '"quoted" words', "(((((", "*star"):
        found, _ = strings(field(1, text))
        assert found == {"body/1": text}


@pytest.mark.parametrize(
    "text", ["zx" + "a" * 119 + "éx12345678", "(5(5(5", "R"], ids=["a field cut within a letter", "numbers", "a tag alone"]
)
def test_edits_a_text_whose_letters_happen_to_be_fields(text):
    body = field(1, text)
    assert strings(body)[0] == {"body/1": text}
    assert splice_protobuf(body, [(len(body) - len(text.encode()), len(body), b"Ann")], BARE) == field(1, "Ann")


def test_reads_a_message_whose_every_byte_is_a_letter():
    inner = field(4, "x" * 40)  # '"(' and forty letters
    assert inner.isascii()
    found, _ = strings(field(1, inner))
    assert found == {"body/1/4": "x" * 40}


def test_is_opaque_where_a_field_is_bytes_of_no_known_kind():
    _, reading = strings(field(1, bytes(range(128, 256)) * 2))
    assert reading.opaque
    _, reading = strings(frame(b"\x1f\x8b" + bytes(90), 1), "application/grpc")
    assert reading.opaque


def test_what_is_no_message_is_binary_as_ever():
    _, reading = strings(b"\xff\xff\xff dana.quill@example.test")
    assert reading.opaque
    assert any("dana.quill" in item.text for item in reading.items)


@pytest.mark.parametrize("splices", [[(0, 1, b"x")], [(2, 4, b"x"), (3, 5, b"y")], [(2, 99, b"x")]])
def test_refuses_edits_outside_a_field(splices):
    with pytest.raises(EditError):
        splice_protobuf(field(1, "Dana"), splices, BARE)


def test_refuses_what_is_no_message():
    with pytest.raises(EditError):
        splice_protobuf(b"\xff", [], BARE)


def test_takes_linear_time():
    nested = b"x" * 10
    for _ in range(60):
        nested = field(1, nested)
    start = time.process_time()
    parse(b"".join(field(n % 15 + 1, nested) for n in range(300)), BARE)
    assert time.process_time() - start < 2.0


def test_tells_labels():
    labels = (
        "application/grpc",
        "application/x-protobuf",
        "application/json",
        "application/grpc-web-text",
        "application/connect+proto",
    )
    assert [kind_of(label) for label in labels] == [FRAMED, BARE, None, None, FRAMED]
