"""Elements: what is not markup is escaped, wherever it stands."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.control.html import Markup, element, joined

HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="x',
    "' onload='x",
    "</title><img src=x onerror=y>",
    "&lt;b&gt;",
    "a\x1b[2J",
    "\u202egnp.exe",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_text(text):
    made = BeautifulSoup(element("p", text, title=text, data_x=text), "html.parser")
    assert [tag.name for tag in made.find_all(True)] == ["p"]
    assert made.p.attrs.keys() == {"title", "data-x"}
    assert "\x1b" not in str(made)
    assert "\u202e" not in str(made)


@given(st.text(), st.text())
def test_text_never_becomes_structure(content, attribute):
    made = BeautifulSoup(element("p", content, title=attribute), "html.parser")
    assert [tag.name for tag in made.find_all(True)] == ["p"]
    assert made.p.attrs.keys() == {"title"}


def test_nests_markup_and_lists():
    inner = [element("b", "1 < 2"), None, "&", [Markup("<hr>")]]
    assert element("p", inner, hidden=True, class_="a", id=None) == '<p hidden class="a"><b>1 &lt; 2</b>&amp;<hr></p>'
    assert element("br") == "<br>"
    assert joined([]) == ""


def test_what_is_joined_from_text_is_no_markup():
    """`+` and formatting give plain text again, which is escaped."""
    assert element("p", element("b", "x") + "<i>") == "<p>&lt;b&gt;x&lt;/b&gt;&lt;i&gt;</p>"
