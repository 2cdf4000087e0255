"""actions.encoders: what is written reads back as the same."""

import html
import json
from urllib.parse import unquote, unquote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.actions.encoders import encode, unbase64
from guardian_core.errors import EditError

ANY = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(ANY)
def test_reads_back(text: str) -> None:
    assert json.loads(b'"' + encode(text, ("json",), "utf-8") + b'"') == text
    assert unquote_plus(encode(text, ("form",), "utf-8").decode()) == text
    assert unquote(encode(text, ("percent",), "utf-8").decode()) == text
    assert unquote(encode(text, ("cookie",), "utf-8").decode()) == text.replace("%25", "%") or "%" in text
    assert html.unescape(encode(text.replace("&", ""), ("xml",), "utf-8").decode()) == text.replace("&", "")
    assert unbase64(encode(text, ("base64",), "utf-8").decode()) == text.encode()
    assert json.loads(json.loads(b'"' + encode(text, ("json", "json"), "utf-8") + b'"').join(['"', '"'])) == text


@given(ANY)
def test_cannot_break_out(text: str) -> None:
    """A replacement never ends the place it stands in."""
    assert not set(encode(text, ("form",), "utf-8")) & set(b"&=\r\n #")
    assert not set(encode(text, ("parameter",), "utf-8")) & set(b'"\r\n')
    assert not set(encode(text, ("header",), "utf-8")) & set(b"\r\n\0")
    assert not set(encode(text, ("cookie",), "utf-8")) & set(b'"; ,\\\r\n')
    assert not set(encode(text, ("xml",), "utf-8")) & set(b"<>")
    assert not set(encode(text, ("xml-attribute",), "utf-8")) & set(b"<>\"'")
    assert not set(encode(text, ("xml-markup",), "utf-8")) & set(b"<>-")


@pytest.mark.parametrize(
    ("text", "encoders", "charset", "expected"),
    [
        ("12", ("json-number",), "utf-8", b"12"),
        ("-1.5e3", ("json-number",), "utf-8", b"-1.5e3"),
        ("01", ("json-number",), "utf-8", b'"01"'),
        ("", ("json-number",), "utf-8", b'""'),
        ("x", ("json-number", "form"), "utf-8", b"%22x%22"),
        ("ë", ("form/cp1252",), "utf-8", b"%EB"),
        ("ë", ("json", "charset/cp1252"), "utf-8", b"\xeb"),
        ("王", ("xml",), "cp1252", b"&#29579;"),
        ("😀", ("json",), "cp1252", b"\\ud83d\\ude00"),
        ("]]>", ("xml-cdata",), "utf-8", b"]]]]><![CDATA[>"),
        ("a=é", ("quoted-printable",), "utf-8", b"a=3D=C3=A9"),
        ("é", (), "utf-16-le", b"\xe9\0"),
    ],
)
def test_spells(text: str, encoders: tuple[str, ...], charset: str, expected: bytes) -> None:
    assert encode(text, encoders, charset) == expected


@pytest.mark.parametrize("encoder", ["raw", "json", "form", "percent", "cookie", "xml", "base64", "parameter", "quoted-printable"])
def test_writes_half_characters_as_something_else(encoder: str) -> None:
    assert b"?" not in encode("a\ud83d", (encoder,), "utf-8") + encode("a\ud83d", (encoder,), "cp1252")


def test_refuses_an_unknown_encoder() -> None:
    with pytest.raises(EditError):
        encode("a", ("rot13",), "utf-8")


@pytest.mark.parametrize(
    ("text", "data"),
    [("YQ==", b"a"), ("YQ", b"a"), ("Y Q\n==", b"a"), ("_-8=", b"\xff\xef"), ("a@b", None), ("YWFh" + "Y", b"aaa")],
)
def test_forgives_base64(text: str, data: bytes | None) -> None:
    assert unbase64(text) == data
