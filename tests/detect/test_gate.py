"""What the names model is spared."""

from dataclasses import replace

import pytest

from guardian_core.detect.gate import may_hold_name
from guardian_core.vocabulary import Place, Role


@pytest.mark.parametrize(
    ("text", "key", "role"),
    [
        ("I am Dana Quill", "content", Role.PROSE),
        ("dana quill", "q", Role.VALUE),
        ("Dana Quill", "name", Role.VALUE),
        ("Dana", "author", Role.VALUE),
        ("中村さん", "name", Role.VALUE),
        ("Nora Quist CV.pdf", "file", Role.VALUE),
        ("Nora_Quist_CV.pdf", "filename", Role.VALUE),
    ],
)
def test_lets_through_what_may_name_somebody(item, text, key, role):
    assert may_hold_name(item(text, key, role), text)


@pytest.mark.parametrize(
    ("text", "key", "role"),
    [
        ("page_view", "event", Role.VALUE),
        ("Laptop", "title", Role.VALUE),
        ("https://example.test/Dana", "link", Role.VALUE),
        ("Mozilla/5.0 (X11; Linux) Gecko/20100101", "agent", Role.VALUE),
        ("text/html", "accept", Role.VALUE),
        ("12345 678", "n", Role.VALUE),
        ("nav-item col-lg-4", "class", Role.PROSE),
        ("Dana Quill", "name", Role.IDENTIFIER),
        ("Dana Quill", "name", Role.STRUCTURE),
        ("Dana Quill", "name", Role.BINARY),
        ("\x01\x02Da\x03na\x04 Qu\x05ill", "", Role.PROSE),
        ("IFRAME", "tagName", Role.VALUE),
    ],
)
def test_spares_the_model_what_cannot(item, text, key, role):
    assert not may_hold_name(item(text, key, role), text)


def test_spares_the_model_cookies(item):
    assert not may_hold_name(item("Dana Quill", "n", Role.VALUE, place=Place.COOKIE), "Dana Quill")


def test_lets_through_a_name_in_a_header_of_a_program(item):
    def asked(key: str, text: str) -> bool:
        return may_hold_name(replace(item(text, key, Role.IDENTIFIER), place=Place.HEADER), text)

    assert asked("x-name", "Dana Quill")
    assert asked("x-contact", "Quill, Dana")
    assert not asked("x-request-id", "Dana Quill")
    assert not asked("x-requested-with", "XMLHttpRequest")
    assert not asked("x-trace", "a1b2c3 d4e5f6")
