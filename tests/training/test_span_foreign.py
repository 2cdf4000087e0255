"""Texts in other languages: the same for a seed, with names and without, and no placeholder of a program's message."""

import sys

import pytest

from guardian_core.training import span_foreign
from guardian_core.training.span_foreign import TEMPLATES, foreign, is_sentence, messages
from guardian_core.training.span_templates import templates

CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "The page was saved."
msgstr "Die Seite wurde gespeichert."

msgid "The page %(name)s was saved."
msgstr "Die Seite %(name)s wurde gespeichert."

msgid "Norwegian Nynorsk"
msgstr "Norwegisch, die neue Sprache"

#, fuzzy
msgid "Nothing was found here."
msgstr "Hier steht etwas ganz anderes."
"""


def test_has_templates_with_names_and_without_in_many_languages():
    something, nothing = templates(TEMPLATES)
    assert len(something) > 80
    assert len(nothing) > 100
    assert all("«" in line for line in something)
    assert not any("«" in line for line in nothing)


def test_is_the_same_for_a_seed_and_marks_what_it_fills_in(monkeypatch):
    monkeypatch.setattr(span_foreign, "messages", lambda _: ())
    texts = foreign(300, seed=1)
    assert [text.text for text in texts] == [text.text for text in foreign(300, seed=1)]
    assert [text.text for text in texts] != [text.text for text in foreign(300, seed=2)]
    assert 0.4 < sum(bool(text.marks) for text in texts) / len(texts) < 0.8
    assert not any("«" in text.text or "‹" in text.text for text in texts)
    assert all(text.text[mark.start : mark.end].strip() for text in texts for mark in text.marks)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Die Seite wurde gespeichert.", True),
        ("Neue Seite", False),
        ("%(count)d Seiten wurden gelöscht", False),
        ("Bitte {name} nach oben schieben", False),
        ("Das ist <b>fett</b> und groß", False),
    ],
)
def test_takes_whole_sentences_alone(text, is_one):
    assert is_sentence(text) is is_one


def test_reads_the_sentences_of_a_package(tmp_path, monkeypatch):
    pytest.importorskip("polib")
    folder = tmp_path / "invented_package" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "invented_package" / "__init__.py").touch()
    (folder / "messages.po").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(span_foreign, "PACKAGES", ("invented_package", "no_such_package"))
    messages.cache_clear()
    assert messages("de") == ("Die Seite wurde gespeichert.",)
    assert messages("fr") == ()
    messages.cache_clear()
