"""places.py: positions and network addresses."""

import ipaddress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize import places
from guardian_core.anonymize.shapes import Stream

COORDINATES = [
    ("48.8566", "48.9", "49", "0.0000"),
    ("-0.04,2.3522", "0.0,2.4", "0,2", "0.00,0.0000"),
    ("48.8566, -2.3522", "48.9, -2.4", "49, -2", "0.0000, 0.0000"),
    ("geo:48.85", "geo:48.9", "geo:49", "geo:0.00"),
    ("48", "48", "48", "0"),
]


@pytest.mark.parametrize(("written", "one", "none", "nowhere"), COORDINATES, ids=[c[0] for c in COORDINATES])
def test_rounds(written, one, none, nowhere):
    assert places.rounded(written, 1) == one
    assert places.rounded(written, 0) == none
    assert places.nowhere(written) == nowhere


def test_zeroes_minutes_and_seconds():
    assert places.rounded("48°51'24\"N 2°21'03\"E", 1) == "48°00'00\"N 0°00'00\"E"
    assert places.rounded("51'24\"", 1) == "00'00\""


@pytest.mark.parametrize(
    ("written", "network"),
    [
        ("8.8.4.77", "8.8.4.0"),
        ("2a00:1450:4001:81b::200e", "2a00:1450:4001::"),
        ("x", "x"),
        ("[2a00:1450:4001:81b::1]", "2a00:1450:4001::"),
    ],
)
def test_keeps_the_network(written, network):
    assert places.network(written) == network


@settings(deadline=None)
@given(st.integers(0, 40), st.text(max_size=5))
def test_draws_addresses_that_are_nobodys(attempt, salt):
    assert not ipaddress.ip_address(places.unassigned("8.8.8.8", Stream(b"k", salt), attempt)).is_global
    six = ipaddress.ip_address(places.unassigned("2a00::1", Stream(b"k", salt), attempt))
    assert six in ipaddress.ip_network("2001:db8::/32")
