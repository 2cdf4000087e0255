"""Items in, findings out."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardian_core.detect import Detector, NameSpan
from guardian_core.detect import detector as detector_module
from guardian_core.errors import ModelError
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Category, Entity, Item, Place, Role

PIECES = st.sampled_from(
    ["dana@example.test", "4111 1111 1111 1111", "+44 20 7946 0958", "DE89 3704 0044 0532 0130 00", "203.0.113.7",
     "\u200b", "é", "\u00ad", " ", "x", "\U0001f600"]
)  # fmt: skip


def spans(detector, *items):
    return [(items[f.item].text[f.start : f.end], f.entity) for f in detector.find(items)]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_counts_code_points_of_the_original_whatever_its_form(detector, item, form):
    text = unicodedata.normalize(form, "Hi \U0001f600\U0001f600 I'm Zoë Quill")
    assert spans(detector, item(text)) == [(unicodedata.normalize(form, "Zoë Quill"), Entity.PERSON)]


def test_finds_a_name_an_address_and_a_number_in_one_sentence(detector, item):
    text = "I'm Dana Quill, dana.quill@example.test, 020 7946 0958."
    assert spans(detector, item(text)) == [
        ("Dana Quill", Entity.PERSON),
        ("dana.quill@example.test", Entity.EMAIL),
        ("020 7946 0958", Entity.PHONE),
    ]


def test_calls_a_name_content_in_prose_and_contact_in_a_field(detector, item):
    found = detector.find([item("I am Dana Quill"), item("Dana", "firstName", Role.VALUE)])
    assert [(f.item, f.category) for f in found] == [(0, Category.CONTENT), (1, Category.CONTACT)]


def test_sorts_by_item_and_start_and_says_where_from(detector, item):
    items = [item("x@example.test y@example.test"), item("Malmö", "city", Role.VALUE), item("I am Dana Quill")]
    found = detector.find(items)
    assert [(f.item, f.source) for f in found] == [(0, "pattern"), (0, "pattern"), (1, "key"), (2, "names")]
    assert list(found) == sorted(found, key=lambda f: (f.item, f.start))


@pytest.mark.parametrize("role", [Role.BINARY, Role.STRUCTURE, Role.IDENTIFIER])
def test_reads_only_patterns_in_what_is_no_prose_and_no_value(detector, item, role):
    assert spans(detector, item("I am Dana Quill dana@example.test", "", role)) == [("dana@example.test", Entity.EMAIL)]


def test_takes_a_whole_password_whatever_it_looks_like(detector, item):
    assert spans(detector, item("dana@example.test", "password", Role.VALUE)) == [("dana@example.test", Entity.PASSWORD)]


def test_works_without_the_model(patterns_only, item):
    assert spans(patterns_only, item("Dana Quill, dana@example.test")) == [("dana@example.test", Entity.EMAIL)]


LONG = "I am Dana Quill. " + "So we went to the lake again. " * 60 + "Yours, Mira Okafor, mira@example.test"


def test_says_when_the_model_ran_out_of_characters(item):
    search = Detector(DetectSettings(max_model_chars=1_700)).search([item(LONG)])
    assert [LONG[f.start : f.end] for f in search.findings] == ["Dana Quill", "mira@example.test"]
    assert not search.complete


def test_says_when_the_model_ran_out_of_time(item):
    search = Detector(DetectSettings(model_time=0)).search([item(LONG)])
    assert [LONG[f.start : f.end] for f in search.findings] == ["mira@example.test"]
    assert not search.complete


def test_finds_names_in_every_stretch_of_a_long_text(detector, item):
    search = detector.search([item(LONG)])
    assert [LONG[f.start : f.end] for f in search.findings] == ["Dana Quill", "Mira Okafor", "mira@example.test"]
    assert search.complete


def test_tells_at_the_start_that_the_model_is_missing(tmp_path):
    with pytest.raises(ModelError, match="lacks"):
        Detector(DetectSettings(model=tmp_path)).load()
    Detector(DetectSettings(names=False, model=tmp_path)).load()


def test_asks_the_model_that_it_is_given(item):
    class Scripted:
        def spans(self, texts):
            return [[NameSpan(0, 4, Entity.PERSON, 0.99)] for _ in texts]

    assert spans(Detector(DetectSettings(), names=Scripted()), item("Zork is here")) == [("Zork", Entity.PERSON)]


class Doubting:
    """A model that is sure of "Zork" and doubts about "otter"."""

    def spans(self, texts):
        return [
            [
                NameSpan(text.index(word), text.index(word) + len(word), entity, score, doubtful)
                for word, entity, score, doubtful in (
                    ("Zork", Entity.PERSON, 0.99, False),
                    ("otter", Entity.MISC, 0.02, True),
                )
                if word in text
            ]
            for text in texts
        ]


def test_what_is_doubtful_stands_apart_from_what_is_found(item):
    items = [item("Zork has an otter"), item("an otter by itself"), item("Zork otter", "name", Role.VALUE)]
    search = Detector(DetectSettings(), names=Doubting()).search(items)
    assert [items[f.item].text[f.start : f.end] for f in search.findings] == ["Zork", "Zork"]
    assert [(f.item, items[f.item].text[f.start : f.end]) for f in search.doubtful] == [(0, "otter")]
    assert 1 not in search.loud


def test_a_word_that_is_allowed_is_not_doubtful_either(item):
    search = Detector(DetectSettings(allow=["otter"]), names=Doubting()).search([item("Zork has an otter")])
    assert search.doubtful == ()


def test_leaves_ordinary_requests_to_models_alone(detector, item):
    quiet = [
        item("gpt-4o-mini", "model", Role.VALUE),
        item("Write a function that sorts a list and explain how it works.", "content"),
        item("0.7", "temperature", Role.VALUE),
        item("get_weather", "name", Role.VALUE),
        item("4096", "max_tokens", Role.VALUE),
        item("chatcmpl-AbCdEf1234567890", "id", Role.IDENTIFIER),
    ]
    assert detector.find(quiet) == ()


@given(st.lists(PIECES, max_size=12).map("".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_findings_never_overlap_and_lie_inside_the_text(patterns_only, text):
    one = Item("body", "", text, Role.PROSE, Place.BODY, None, 0, len(text))
    found = patterns_only.find([one])
    assert all(0 <= f.start < f.end <= len(text) for f in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_shows_no_private_text_in_the_repr_of_findings(detector, item):
    assert "Quill" not in repr(detector.find([item("I am Dana Quill")]))


def test_remembers_texts_in_which_the_patterns_found_nothing_and_no_others(item, monkeypatch):
    """In memory, bounded; what was found in is looked at each time, and the field's name counts."""
    monkeypatch.setattr(detector_module, "_QUIET", 3)
    detector = Detector(DetectSettings(names=False))
    texts = ["it fits", "8 of 12", "mira.okafor@example.test", "no: 7", "x = 9", "many = words", "4111 1111 1111 1111"]
    first = [detector.find([item(text)]) for text in texts]
    assert len(detector._quiet) <= 3
    assert [detector.find([item(text)]) for text in texts] == first
    assert not any("mira" in text or "4111" in text for text, *_ in detector._quiet)
    assert not detector.find([item("20 50 14 22", "count")])
    assert detector.find([item("20 50 14 22", "phone")])
