"""Telephone numbers: BUGS B31, B32."""

import pytest

from guardian_core.detect import Detector
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity, Role


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ring 020 7946 0958", "020 7946 0958"),
        ("01 99 00 12 34", "01 99 00 12 34"),
        ("it is +44 20 7946 0958.", "+44 20 7946 0958"),
        ("+442079460958", "+442079460958"),
        ("(202) 555-0142", "(202) 555-0142"),
        ("(202) 5550142", "(202) 5550142"),
        ("(202)5550142", "(202)5550142"),
        ("at 1 (202)5550142", "1 (202)5550142"),
        ("202-555-0142 or write", "202-555-0142"),
        ("Tel 2025550142, please check", "2025550142"),
        ("call (020 7946 0958)", "020 7946 0958"),
        ("0044 20 7946 0958", "0044 20 7946 0958"),
        ("phone: 202.555.0142 x123", "202.555.0142 x123"),
        ("Main Line: 596-781-9271", "596-781-9271"),
        ("through +02 553.585-4432, please", "+02 553.585-4432"),
        ("416 60 039 office", "416 60 039"),
        ("+44\u00a020\u00a07946\u00a00958", "+44\u00a020\u00a07946\u00a00958"),
    ],
)
def test_finds_a_number_that_its_form_or_a_word_gives_away(found, text, number):
    assert found(text) == [(number, Entity.PHONE)]


@pytest.mark.parametrize(
    "text",
    [
        '{"serial":2026110701,"ttl":604800,"epoch":1799500000}',
        "2026-11-07 12:30:00",
        "01.02.2023",
        "07/11/2026",
        "0.1234567 and 12.3456789",
        "build 2025550142",
        "1 000 000 000",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "v10.20.30.40",
        "2019 2020 2021",
        "$1,234,567,890",
    ],
)
def test_leaves_other_numbers(found, text):
    assert found(text) == []


def test_finds_bare_digits_in_a_field_for_them(found):
    assert found("2025550142", "mobilePhone", Role.VALUE) == [("2025550142", Entity.PHONE)]
    assert found("2026110701", "serial", Role.VALUE) == []


def test_finds_national_forms_of_configured_regions_only(item):
    text = "01 99 00 12 34"
    assert Detector(DetectSettings(names=False, phone_regions=("FR",))).find([item(text)])
    assert not Detector(DetectSettings(names=False, phone_regions=("US",))).find([item(text)])
