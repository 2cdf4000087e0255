"""Exact places in the notations people and programs use."""

import pytest

from guardian_core.vocabulary import Entity, Role


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("at 51.50853, -0.12574 now", "51.50853, -0.12574"),
        ("48°51'24\"N 2°21'03\"E", "48°51'24\"N 2°21'03\"E"),
        ("48° 51.400' N, 2° 21.050' E", "48° 51.400' N, 2° 21.050' E"),
        ("N 48.85661 E 2.35222", "N 48.85661 E 2.35222"),
        ("geo:48.8566,2.3522", "48.8566,2.3522"),
        ("POINT(2.35222 48.85661)", "2.35222 48.85661"),
        ("https://maps.example.test/@48.85837,2.29448,17z", "48.85837,2.29448"),
        ("https://maps.example.test/?q=48.85837%2C2.29448", "48.85837%2C2.29448"),
        ("meet at 8FW4V75V+8Q6", "8FW4V75V+8Q6"),
        ("///filled.count.soap", "///filled.count.soap"),
    ],
)
def test_finds_a_place(found, text, place):
    assert found(text) == [(place, Entity.COORDINATES)]


@pytest.mark.parametrize(
    "text",
    [
        "0.123, 0.456", "1.234, 5.678, 9.012", "91.123, 10.456", "version 1.234/2.345.6", "turn 90° left", "it was 20°C, then 25°C",
        "file:///home.dir.name/x", "a+b", "12+34", "3.14159 2.71828 1.41421",
    ],
)  # fmt: skip
def test_leaves_other_numbers(found, text):
    assert [one for one in found(text) if one[1] is Entity.COORDINATES] == []


@pytest.mark.parametrize(
    ("key", "value", "is_place"),
    [
        ("lat", "51.5085", True),
        ("userLongitude", "-0.12574", True),
        ("широта", "55.7558", True),
        ("coordinates", "2.35222", True),
        ("coordinates", "12.5", False),
        ("coordinates", "120", False),
        ("ratio", "51.5085", False),
    ],
)
def test_reads_one_number_by_its_field(found, key, value, is_place):
    assert bool(found(value, key, Role.VALUE)) is is_place
