"""Which strings of an event go on with an earlier one's, and what ends them."""

import pytest

from guardian_core.anonymize.restore.deltas import continues, ends, kind_of, lane_of


@pytest.mark.parametrize(
    ("value", "path", "goes_on"),
    [
        ({"choices": [{"delta": {"content": "a"}}]}, ("choices", 0, "delta", "content"), True),
        ({"choices": [{"delta": {"role": "a"}}]}, ("choices", 0, "delta", "role"), False),
        ({"id": "x", "choices": [{"text": "a"}]}, ("id",), False),
        ({"type": "response.output_text.delta", "delta": "a"}, ("delta",), True),
        ({"type": "response.output_text.done", "text": "a"}, ("text",), False),
        ({"type": "content_block_delta", "delta": {"partial_json": "a"}}, ("delta", "partial_json"), True),
        ({"type": "content_block_start", "content_block": {"text": "a"}}, ("content_block", "text"), False),
        ({"event_type": "text-generation", "text": "a"}, ("text",), True),
        ({"event_type": "stream-end", "response": {"text": "a"}}, ("response", "text"), False),
        ({"response": "a", "done": False}, ("response",), True),
    ],
)
def test_tells_pieces_from_whole_texts(value, path, goes_on):
    assert continues(value, path) is goes_on


def test_knows_texts_by_the_numbers_they_give_themselves():
    def lane(place, index):
        return lane_of(
            {"choices": [{}] * place + [{"index": index, "delta": {"content": ""}}]}, ("choices", place, "delta", "content")
        )

    assert lane(0, 1) == lane(1, 1)
    assert lane(0, 0) != lane(0, 1)
    blocks = [lane_of({"type": "content_block_delta", "index": n, "delta": {"text": ""}}, ("delta", "text")) for n in (0, 1)]
    assert blocks[0] != blocks[1]


def test_ends_the_texts_that_an_event_names():
    first, second = ("choices/0/delta/content", ("",)), ("choices/1/delta/content", ("",))
    over = ends({"choices": [{"index": 1, "finish_reason": "stop"}]})
    assert (over(first), over(second)) == (False, True)
    block = lane_of({"type": "content_block_delta", "index": 3, "delta": {"text": ""}}, ("delta", "text"))
    assert ends({"type": "content_block_stop", "index": 3})(block)
    assert not ends({"type": "content_block_stop", "index": 2})(block)
    assert ends({"type": "message_stop"})(block)


@pytest.mark.parametrize(
    "value", [{"choices": [{"delta": {}}]}, {"type": "ping"}, {"type": "content_block_start", "index": 0}, [], "x", {}]
)
def test_ends_nothing_otherwise(value):
    assert ends(value) is None


@pytest.mark.parametrize("value", [{"done": True}, {"stopReason": "end_turn"}, {"is_finished": True}])
def test_ends_everything_where_the_reply_ends(value):
    assert ends(value)(("x", ("",)))


def test_takes_a_kind_for_text_only():
    assert kind_of({"type": 5, "event_type": "text-generation"}) == "text-generation"
    assert kind_of([]) == ""
