"""Where sentences end."""

import pytest

from guardian_core.sentences import before_full_stop, ends_sentence, is_abbreviation


def test_knows_an_abbreviation():
    assert [word for word in ("Dr", "no", "J", "Ltd", "Leeds", "knows", "") if is_abbreviation(word)] == ["Dr", "no", "J", "Ltd"]
    assert ends_sentence("Really? Yes", 6)
    assert ends_sentence("I am 34. You", 7)


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("born on 3 May. She left", "3 May.", "3 May"),
        ("born 3 Mar. 1995 in", "3 Mar.", "3 Mar."),
        ("by Quill Inc. and", "Quill Inc.", "Quill Inc."),
        ("by Quill Inc. She", "Quill Inc.", "Quill Inc"),
        ("by Quill Inc.", "Quill Inc.", "Quill Inc"),
        ("is 34. Then", "34.", "34"),
        ("in Leeds", "Leeds", "Leeds"),
        (".", ".", "."),
    ],
)
def test_the_full_stop_of_a_sentence_is_not_taken(text, found, left):
    start = text.index(found)
    assert text[start : before_full_stop(text, start, start + len(found))] == left
