"""actions.charset: exact byte offsets in every charset, and replacements in its letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.actions.charset import choose, express, known, label_of, sizes_utf8, view_of

CHOICES = {
    "ascii": (b"abc", "", "utf-8", 0),
    "label": (b"a\xeb", "text/plain; charset=windows-1252", "cp1252", 0),
    "latin-1 is windows-1252": (b"a", 'x; CHARSET="ISO-8859-1"', "cp1252", 0),
    "utf-8 mark": (b"\xef\xbb\xbfa", "text/plain; charset=windows-1252", "utf-8", 3),
    "utf-16 mark": (b"\xff\xfea\0", "", "utf-16-le", 2),
    "utf-16 without mark": (b'{\0"\0a\0"\0', "", "utf-16-le", 0),
    "unknown label": (b"\xc3\xab", "text/plain; charset=nope", "utf-8", 0),
    "no charset": (b"a", "text/plain; charset=rot13", "utf-8", 0),
    "legacy": (b"Zo\xeb", "", "cp1252", 0),
    "one broken byte": ("Zoë, Malmö".encode() + b"\xff", "", "utf-8", 0),
}


@pytest.mark.parametrize(("data", "content_type", "charset", "mark"), CHOICES.values(), ids=CHOICES)
def test_chooses_by_mark_label_and_content(data: bytes, content_type: str, charset: str, mark: int) -> None:
    assert choose(data, content_type) == (charset, mark)


@pytest.mark.parametrize(
    "charset", ["utf-8", "cp1252", "cp1251", "utf-16-le", "utf-16-be", "utf-32-le", "shift_jis", "gbk", "big5", "euc_kr", "koi8-r"]
)
@given(text=st.text("abé ЖщяあカÄ中文가나😀", max_size=30))
def test_leads_every_code_point_to_its_bytes(charset: str, text: str) -> None:
    text = express(text, charset)
    data = text.encode(charset)
    view = view_of(b"xx" + data, 2, 2 + len(data), charset)
    assert view.text == text
    offsets = range(2, 3 + len(text)) if view.offsets is None else view.offsets
    for index, letter in enumerate(text):
        assert (b"xx" + data)[offsets[index] : offsets[index + 1]] == letter.encode(charset)


@given(
    data=st.binary(max_size=60),
    charset=st.sampled_from(["utf-8", "cp1252", "utf-16-le", "utf-16-be", "utf-32-le", "shift_jis", "gbk", "gb18030"]),
)
def test_decodes_any_bytes(data: bytes, charset: str) -> None:
    view = view_of(data, 0, len(data), charset)
    view.text.encode()
    offsets = range(len(view.text) + 1) if view.offsets is None else view.offsets
    assert len(offsets) == len(view.text) + 1
    assert view.end <= len(data)


def test_keeps_broken_bytes_in_their_place() -> None:
    view = view_of(b"a\xffb\xed\xa0\x80\xc3\xab", 0, 8, "utf-8")
    assert view.text == "a\ufffdb\ufffd\ufffd\ufffdë"
    assert list(view.offsets or ()) == [0, 1, 2, 3, 4, 5, 6, 8]


@pytest.mark.parametrize(
    ("text", "charset", "expected"),
    [
        ("Zoë", "cp1252", "Zoë"),
        ("Žižek", "iso8859-15", "Žižek"),
        ("Dvořák", "cp1252", "Dvorák"),
        ("“a” – b…", "iso8859-15", '"a" - b...'),
        ("Łódź ß", "utf-8", "Łódź ß"),
        ("王 x", "cp1252", "x x"),
        ("😀", "cp1251", "-"),
        ("e\u0301", "cp1251", "e"),
    ],
)
def test_expresses_text_in_the_letters_of_a_charset(text: str, charset: str, expected: str) -> None:
    assert express(text, charset) == expected


@given(st.text(), st.sampled_from(["cp1252", "cp1251", "shift_jis", "gbk", "iso8859-7"]))
def test_expresses_anything_without_question_marks(text: str, charset: str) -> None:
    assert express(text, charset).encode(charset).count(b"?") <= text.count("?") + sum(
        1 for c in text if ord(c) > 127 and "?" in express(c, charset)
    )
    express(text.replace("?", ""), charset).encode(charset)


def test_knows_charsets_and_not_codecs() -> None:
    assert [known(name) for name in ("UTF8", "rot13", "base64", "idna", "utf-7", "x\0y", "windows-1251")] == [
        "utf-8",
        None,
        None,
        None,
        None,
        None,
        "cp1251",
    ]
    assert (label_of("a; charset=x"), label_of("a")) == ("x", None)
    assert sizes_utf8("") == [0]


@pytest.mark.parametrize("label", ["utf-16", "utf-32be", "cp037", "cp500"])
def test_reads_ascii_under_a_label_that_cannot_be(label):
    assert choose(b'{"a":"b"}', f"application/json; charset={label}") == ("utf-8", 0)
    text = '{"a":"dana"}'
    real = choose(text.encode(label), f"text/plain; charset={label}")[0]
    assert view_of(text.encode(label), 0, len(text.encode(label)), real).text.lstrip("\ufeff") == text
