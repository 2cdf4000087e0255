"""Fields that are not searched again: what is found does not depend on what was searched before."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from guardian_core.actions import read
from guardian_core.detect import Detector, still
from guardian_core.detect.still import Still
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Item, Place, Request, Role

NAMES = st.sampled_from(
    ["note", "event", "name", "gender", "id", "value", "key", "text", "em", "fn", "username", "domain", "city", "user", "label",
     "n", "email", "first", "last", "password", "card", "condition", "patient", "tags", "d4f1c2"]
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(
        ["", "it fits", "Dana Quill", "dana quill", "dob", "1/2/80", "f", "male", "Leeds", "gmail.com", "dana.quill",
         "password", "hunter2!", "call 020 7946 0958", "48 Sedge Road", "GB82WEST12345698765432", "order 1234567", "ssn",
         "524-71-3806", "asthma", "input[type=password]", "R2D2", "born 3 May 1980", "10.0.0.7", "mira@example.test",
         "0cc175b9c0f1b6a831c399e269772661", "4111111111111111", "4111111111111112", "Quill", "M\u00ecra"]
    ),
    st.text("abcdefgh DQ0123456789.@-", max_size=12),
)  # fmt: skip
VALUES = st.one_of(TEXTS, st.integers(0, 10**10), st.sampled_from([4111111111111111, 51.50072, 2025550142]))
BODIES = st.dictionaries(
    NAMES, st.one_of(VALUES, st.lists(VALUES, max_size=9), st.dictionaries(NAMES, VALUES, max_size=4)), min_size=1, max_size=6
)
SERIES = {"ids": [4111111111111111, *range(4000000000000001, 4000000000000009)]}


def items_of(body):
    return read(
        Request("POST", "https", "h.test", 443, "/", ((b"content-type", b"application/json"),), json.dumps(body).encode())
    ).items


@pytest.fixture(scope="module")
def detector():
    made = Detector(DetectSettings())
    made.load()
    return made


@example([SERIES, {"ids": [4111111111111111]}, SERIES])
@example([{"name": "Quill"}, {"name": "Quill", "email": "mira@example.test"}, {"name": "Quill"}])
@example([{"value": "1/2/80", "name": "x"}, {"value": "1/2/80", "name": "dob"}])
@given(bodies=st.lists(BODIES, min_size=2, max_size=5))
@settings(max_examples=150, deadline=None)
def test_finds_what_it_would_find_had_it_searched_nothing_before(detector, bodies):
    """The same, be it in a field, beside others or in a series; by the real detectors, the names model among them."""
    fresh = []
    for body in bodies:
        detector._still, detector._quiet = Still(), {}
        fresh.append(detector.search(items_of(body)))
    detector._still, detector._quiet = Still(), {}
    assert [detector.search(items_of(body)) for body in (*bodies, *bodies)] == [*fresh, *fresh]


def item(text, *, place=Place.BODY, role=Role.VALUE):
    return Item("body/a", "a", text, role, place, None, 0, len(text))


def test_knows_short_fields_of_bodies_alone():
    known = Still()
    every = [item("oak"), item("oak", place=Place.HEADER), item("x" * 81), item("oak", role=Role.STRUCTURE)]
    known.add(every[:3])
    assert known.others(every) == [1, 2, 3]


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(still, "KEPT", 3)
    known = Still()
    known.add([item(f"t{number}") for number in range(10)])
    assert len(known._known) <= 3
