"""actions.escapes: decoded text leads back to the escapes it came from."""

import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.actions.escapes import percent_charset, unescape_form, unescape_json, unescape_percent, unescape_xml
from guardian_core.actions.views import View

ANY = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


def spelled(view: View, source: str) -> list[str]:
    """The stretch of source behind each code point."""
    offsets = view.offsets or range(view.start, view.start + len(view.text) + 1)
    return [source[a:b] for a, b in zip(offsets, list(offsets)[1:], strict=False)]


@given(ANY)
def test_decodes_every_code_point_from_its_own_escape(text: str) -> None:
    source = json.dumps(text)[1:-1]
    view = unescape_json(View(source, None, 0))
    assert view.text == text
    assert [json.loads(f'"{piece}"') for piece in spelled(view, source)] == list(text)
    for source, view in ((quote(text, safe=""), unescape_percent), (quote_plus(text), unescape_form)):
        decoded = view(View(source, None, 0), "utf-8")
        assert decoded.text == text
        assert spelled(decoded, source) == [(quote if view is unescape_percent else quote_plus)(letter, safe="") for letter in text]


@pytest.mark.parametrize(
    ("source", "text", "encoder"),
    [
        ("Zo%EB", "Zoë", "form/cp1252"),
        ("%C3%AB", "ë", "form"),
        ("%zz+%4", "%zz %4", "form"),
        ("a%2Bb", "a+b", "form"),
        ("%F0%9F%98%80", "😀", "form"),
    ],
)
def test_decodes_form_values(source: str, text: str, encoder: str) -> None:
    view = unescape_form(View(source, None, 0), "utf-8")
    assert (view.text, view.encoders) == (text, (encoder,))


def test_composes_offsets_of_layers() -> None:
    source = "%5C%75%30%30%34%30x"  # \u0040x, percent-encoded
    view = unescape_json(unescape_form(View(source, None, 5), "utf-8"))
    assert (view.text, list(view.offsets or ()), view.encoders) == ("@x", [5, 23, 24], ("json", "form"))


def test_makes_no_half_characters() -> None:
    assert unescape_json(View("\\ud83d \\ude00\\ud83d\\ude00", None, 0)).text == "\ufffd \ufffd😀"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("&lt;&#64;&#x40;&eacute;", "<@@é"),
        ("&nope; & &amp", "&nope; & &amp"),
        ("&#0;&#xd800;&#1114112;", "\ufffd\ufffd\ufffd"),
        ("&nGt;", "&nGt;"),
    ],
)
def test_decodes_entities(source: str, text: str) -> None:
    assert unescape_xml(View(source, None, 0), "xml").text == text


def test_uses_utf8_where_the_charset_is_not_ascii() -> None:
    assert [percent_charset(name) for name in ("utf-8", "cp1252", "utf-16-le", "cp037")] == ["utf-8", "cp1252", "utf-8", "utf-8"]
    assert unescape_form(View("%83%7D", None, 0), "shift_jis").text == "ƒ}"
    assert unescape_form(View("%EB", None, 0), "cp1251").text == "л"
