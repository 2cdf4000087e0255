"""Names in Arabic, Hebrew and Devanagari letters."""

import pytest

from guardian_core.detect.families import runs


def found(text: str, **how: bool) -> list[str]:
    return [text[start:end] for start, end in runs(text, **how)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("اتصل بي عبد الله سالم صباحا", ["عبد الله سالم"]),
        ("رسالة لمحمد الحداد", ["لمحمد الحداد"]),
        ("مريم بنت منصور", ["مريم بنت منصور"]),
        ("السيد باسل حمدان", ["باسل حمدان"]),
        ("المستلم: لجين الصقر", ["لجين الصقر"]),
        ("شكرا على التصويت", []),
        ("كريم مرطب للبشرة", []),
        ("اقرأ المزيد", []),
        ("ליוסף כהן", ["ליוסף כהן"]),
        ("שמי אלון זילבר", ["אלון זילבר"]),
        ("שחר של יום חדש", []),
        ("नाम: कविता जोशी", ["कविता जोशी"]),
        ("पूजा की थाली", []),
        ("Dana Quill", []),
        ("", []),
    ],
)
def test_a_name_is_a_run_of_words_that_people_are_called_by(text, names):
    assert found(text) == names


def test_a_word_that_is_a_name_too_is_one_where_it_is_called_so():
    assert found("نور") == []
    assert found("نور", named=True) == ["نور"]


def test_two_words_that_no_list_has_are_a_name_in_what_somebody_wrote():
    text = "أرسل الطرد إلى وجدان شلهوبي غدا"
    assert not found(text)
    assert found(text, told=True) == ["وجدان شلهوبي"]
