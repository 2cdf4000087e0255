"""The user's own words and patterns."""

import json

import pytest

from guardian_core.detect import Detector
from guardian_core.detect.custom import ENTITY_OF, OwnRules, lowered
from guardian_core.errors import RuleTimeoutError
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import QUASI, Category, Entity, Role


@pytest.fixture
def find(item):
    """(text, category, source) of what is found in one item under the given rules."""

    def run(text, key="", role=Role.PROSE, **rules):
        detector = Detector(DetectSettings.model_validate({"names": False, **rules}))
        return [(text[f.start : f.end], f.category, f.source) for f in detector.find([item(text, key, role)])]

    return run


TICKET = {"name": "ticket", "regex": r"HRN-\d{6}", "category": "DeviceID"}


def test_a_denied_word_is_always_found(find):
    rules = {"deny": {"Project Heron": "Content", "q-77": "Credentials"}}
    assert find("we call it project\nHERON here", **rules) == [("project\nHERON", Category.CONTENT, "deny")]
    assert find("q-77", "x", Role.VALUE, **rules) == [("q-77", Category.CREDENTIALS, "deny")]
    assert find("projectheron, Project Herons", **rules) == []
    assert find("пРОЕКТ Цапля", deny={"Проект цапля": "Content"})[0][0] == "пРОЕКТ Цапля"


def test_an_allowed_word_is_never_found(find):
    assert find("write to Support@willow.example", allow=["support@willow.example"]) == []
    assert find("write to dana@willow.example", allow=["willow.example"]) == [("dana@willow.example", Category.EMAIL, "pattern")]


def test_an_allowed_word_switches_off_no_credential(find):
    assert find("password: Heron22!x", allow=["Heron22!x"]) == [("Heron22!x", Category.CREDENTIALS, "pattern")]


def test_a_pattern_finds_its_own_category(find):
    assert find("see HRN-204113.", patterns=[TICKET]) == [("HRN-204113", Category.DEVICE_ID, "rule ticket")]


def test_a_group_named_value_is_what_is_found(find):
    rule = TICKET | {"regex": r"staff (?P<value>[A-Z]\d{4})"}
    assert find("ask staff K1234 now", patterns=[rule]) == [("K1234", Category.DEVICE_ID, "rule ticket")]


def test_a_check_must_hold(find):
    rule = TICKET | {"regex": r"\b\d{12}\b", "validator": "luhn"}
    assert find("no 123456789015 here", patterns=[rule]) == [("123456789015", Category.DEVICE_ID, "rule ticket")]
    assert find("no 123456789016 here", patterns=[rule]) == []


def test_a_word_must_stand_before_it_or_name_its_field(find):
    rule = TICKET | {"regex": r"\b[A-Z]\d{4}\b", "context": ["badge"]}
    assert find("badge: K1234", patterns=[rule])
    assert find("K1234", "badge_no", Role.VALUE, patterns=[rule])
    assert not find("model K1234", patterns=[rule])


def test_a_pattern_that_is_slow_after_all_is_stopped():
    """The probe at the start tries some texts only; time is what counts."""
    settings = DetectSettings.model_validate(
        {"names": False, "pattern_time": 50, "patterns": [TICKET | {"regex": "(?:qr|qrqr)+y"}]}
    )
    with pytest.raises(RuleTimeoutError, match="'ticket' took longer than 50 ms"):
        OwnRules(settings).find([("qr" * 60, None)])


def test_without_rules_nothing_is_searched():
    rules = OwnRules(DetectSettings())
    assert not rules.search_everything
    assert rules.find([("text", None)]) == [[]]


def test_every_category_has_an_entity_that_counts_alone():
    assert set(ENTITY_OF) == set(Category)
    assert not QUASI & set(ENTITY_OF.values())


def test_small_letters_keep_every_place():
    assert len(lowered("İSTANBUL ẞ")) == len("İSTANBUL ẞ")


def test_no_rule_shows_in_a_repr(find):
    assert Entity.USERNAME
    assert "Heron" not in json.dumps(repr(OwnRules(DetectSettings.model_validate({"deny": {"Heron": "Content"}}))))
