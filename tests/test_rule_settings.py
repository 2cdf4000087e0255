"""Rules of the user's own: what cannot be right is told at the start."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.rule_settings import check_named, compiled, refuse_slow, squeezed
from guardian_core.settings import Settings

PATTERN = '[[detect.patterns]]\nname = "ticket"\ncategory = "DeviceID"\nregex = {}\n'


@pytest.fixture
def load(tmp_path):
    def read(text: str) -> Settings:
        path = tmp_path / "guardian.toml"
        path.write_text(text, encoding="utf-8")
        return Settings.load(path)

    return read


def test_reads_words_and_patterns(load):
    settings = load('[detect]\nallow = ["Willow Labs"]\ndeny = { "Project Heron" = "Content" }\n' + PATTERN.format(r"'HRN-\d{6}'"))
    assert settings.detect.allow == ("Willow Labs",)
    assert settings.detect.patterns[0].name == "ticket"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PATTERN.format("'HRN-('"), "not a regular expression"),
        (PATTERN.format("'x*'"), "matches the empty text"),
        (PATTERN.format("'(?:a|aa)+$'"), "exponential"),
        (PATTERN.format(r"'(?:\d|\d\d)+x'"), "exponential"),
        (PATTERN.format("'x'") + 'validator = "nope"\n', "no check is called 'nope'"),
        (PATTERN.format("'x'") + 'regexp = "y"\n', "did you mean 'regex'"),
        (PATTERN.format("'x'") + PATTERN.format("'y'"), "same name"),
        ('[detect]\ndeny = { "x" = "Content" }\n', "two characters"),
        ('[detect]\ndeny = { "heron" = "Contents" }\n', "deny"),
        ('[detect]\nallow = ["Project  heron"]\ndeny = { "project HERON" = "Content" }\n', "keep it in one"),
    ],
)
def test_refuses_what_cannot_be_right(load, text, said):
    with pytest.raises(SettingsError) as caught:
        load(text)
    assert said in str(caught.value)


def test_takes_ordinary_patterns_at_once():
    for text in (r"HRN-\d{6}", r"(?i)\b(?:case|file) (?P<value>[A-Z]{2}\d{4,9})\b", r"[a-z]+@[a-z]+\.test"):
        refuse_slow(compiled(text))


@pytest.mark.parametrize("name", ["luhn", "iban", "verhoeff", "pl.pesel"])
def test_knows_checks_by_name(name):
    assert check_named(name)("x") is False


@pytest.mark.parametrize("name", ["os", "..", "pl", "numdb", "pl.pesel.x", ""])
def test_takes_no_other_module_for_a_check(name):
    with pytest.raises(ValueError, match="no check is called"):
        check_named(name)


def test_compares_words_without_case_and_spacing():
    assert squeezed(" Project\n HERON") == squeezed("project heron")
