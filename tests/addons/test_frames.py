"""How a message is cut, without a proxy; real frames are in tests/wire/test_frames.py."""

from guardian_addons import frames
from hypothesis import given
from hypothesis import strategies as st
from mitmproxy.proxy.layers.websocket import Fragmentizer


@given(text=st.text(max_size=40), lengths=st.lists(st.integers(0, 9), max_size=6))
def test_cuts_between_letters_and_loses_nothing(text, lengths):
    content = text.encode()
    pieces = Fragmentizer([b"x" * length for length in lengths], is_text=True)
    pieces.FRAGMENT_SIZE = 5
    cut = list(frames._cut(pieces, content))
    assert "".join(message.data for message in cut) == text
    assert [message.message_finished for message in cut] == [False] * (len(cut) - 1) + [True]


@given(content=st.binary(max_size=40), lengths=st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_keeps_the_pieces_of_bytes_that_stayed_as_long(content, lengths):
    pieces = Fragmentizer([b"x" * length for length in lengths], is_text=False)
    cut = [bytes(message.data) for message in frames._cut(pieces, content)]
    assert b"".join(cut) == content
    if sum(lengths) == len(content) and 0 not in lengths:
        assert [len(piece) for piece in cut] == lengths
