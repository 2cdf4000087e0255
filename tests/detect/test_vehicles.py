"""Vehicles."""

import pytest

from guardian_core.detect.vehicles import vin_valid
from guardian_core.vocabulary import Entity, Role


@pytest.mark.parametrize("vin", ["1M8GDM9AXKP042788", "5GZCZ43D13S812715", "11111111111111111"])
def test_knows_the_check_digit(vin):
    assert vin_valid(vin)


def test_finds_a_vin_that_proves_itself_or_is_named(found):
    assert found("bought 1M8GDM9AXKP042788 new") == [("1M8GDM9AXKP042788", Entity.DEVICE_ID)]
    assert found("VIN: WVWZZZ1JZXW000001") == [("WVWZZZ1JZXW000001", Entity.DEVICE_ID)]
    assert found("WVWZZZ1JZXW000001", "fahrgestellnummer", Role.VALUE) == [("WVWZZZ1JZXW000001", Entity.DEVICE_ID)]


@pytest.mark.parametrize("text", ["id WVWZZZ1JZXW000001", "token a1b2c3d4e5f6a7b8c", "11111111111111111", "VIN 12345678901234567"])
def test_leaves_other_runs_of_seventeen(found, text):
    assert [one for one in found(text) if one[1] is Entity.DEVICE_ID] == []


@pytest.mark.parametrize(
    ("text", "plate"),
    [
        ("license plate: 7ABC123", "7ABC123"),
        ("Kennzeichen B-MW 1234", "B-MW 1234"),
        ("number plate AB12 CDE.", "AB12 CDE"),
        ("plaque d'immatriculation : AB-123-CD", "AB-123-CD"),
        ("matrícula 1234 BCD", "1234 BCD"),
        ("targa AB 123 CD", "AB 123 CD"),
        ("kenteken: 12-ABC-3", "12-ABC-3"),
    ],
)
def test_finds_a_plate_after_its_word(found, text, plate):
    assert found(text) == [(plate, Entity.DEVICE_ID)]


@pytest.mark.parametrize("text", ["plate 12 is hot", "AB-123-CD", "the registration is open", "license plates are metal"])
def test_leaves_what_no_word_calls_a_plate(found, text):
    assert found(text) == []
