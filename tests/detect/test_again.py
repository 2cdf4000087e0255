"""Requests like earlier ones in which something is personal: what a search of all would say, from the values that differ."""

import json
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from guardian_core.actions import read
from guardian_core.detect import Detector, again, identity, save_identities
from guardian_core.detect.again import Again
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Item, Request

BODY = {
    "event": "page_view",
    "at": 1_700_000_000_123,
    "items": [{"sku": "A-0001", "title": "oak shelf"}, {"sku": "A-0002", "title": "lamp"}],
    "comment": "order 10: the shelf arrived on time, thanks, Mira Okafor",
    "email": "mira.okafor@example.test",
}


class Counting(Detector):
    """The detector, and how often it searched all."""

    whole = 0

    def search(self, items):
        self.whole += 1
        return super().search(items)


@pytest.fixture(scope="module")
def detector():
    made = Counting(DetectSettings())
    made.load()
    return made


def items_of(body: object, kind: bytes = b"application/json") -> tuple[Item, ...]:
    written = urlencode(body).encode() if b"form" in kind else json.dumps(body).encode()
    head = ((b"content-type", kind), (b"origin", b"https://shop.willow.test"))
    return read(Request("POST", "https", "pagemetrics.test", 443, "/collect/1?q=a", head, written)).items


def same(one, other) -> bool:
    """Whether two searches say the same, of spans and loud items, too."""
    spans = [list(map(list, each.spans)) for each in (one, other)]
    return one == other and spans[0] == spans[1]


def taken_over(detector, before: object, after: object) -> bool:
    """Whether what is in `after` is said without a search of all; fails where it is not what that says."""
    memory = Again(detector)
    for _ in range(2):
        memory.search(items_of(before))
    asked = detector.whole
    found = memory.search(items_of(after))
    done = detector.whole == asked
    assert same(found, detector.search(items_of(after)))
    return done


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"at": 5},
        {"comment": "order 11: it came, thanks, Mira Okafor"},
        {"comment": "order 12: Dana Quill says thanks"},
        {"items": [{"sku": "B-1", "title": "oak shelf"}, {"sku": "A-0002", "title": "lamp 2"}]},
        {"email": "dana.quill@example.test"},
        {"email": "dana.quill@example.test", "comment": "order 12: Dana Quill says thanks", "at": 12},
    ],
)
def test_only_what_differs_is_searched(detector, changed):
    """Also what is found in: by the same means, of the same kind."""
    assert taken_over(detector, BODY, {**BODY, **changed})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"comment": "order 11: it came"}),  # nothing is found any more
        ({}, {"event": "dana.quill@example.test"}),  # something new is
        ({"name": "x1", "n": 1}, {"name": "Quill", "n": 1}),  # beside an address a name is a person's
        ({"gender": "x", "name": "Quill"}, {"gender": "male", "name": "Quill"}),
        ({"key": "city", "value": "524-71-3806"}, {"key": "ssn", "value": "524-71-3806"}),
        ({"key": "ssn", "value": "x"}, {"key": "ssn", "value": "524713806"}),
        ({"columns": ["a", "ssn"], "rows": [["x", "y"]]}, {"columns": ["a", "ssn"], "rows": [["x", "524713806"]]}),
        ({"user": "dana.q71", "domain": "x"}, {"user": "dana.q71", "domain": "gmail.com"}),
        ({"n": ["the ssn is 524-71-", "it fits"]}, {"n": ["the ssn is 524-71-", "3806"]}),
        ({"n": ["the ssn is 524-71-", "3806"]}, {"n": ["the ssn is 524-71-", "it fits"]}),
        ({"cc1": "4242", "cc2": "4242", "cc3": "4242", "cc4": "1"}, {"cc1": "4242", "cc2": "4242", "cc3": "4242", "cc4": "4242"}),
        ({"x": {"user": "x", "id": "2079460958"}}, {"x": {"user": "+44", "id": "2079460958"}}),
        # Five of ten numbers are cards, and five of eleven are but chance.
        ({"x": [4111111111111111] * 5 + [4111111111111112] * 5 + [1]}, {"x": [4111111111111111] * 5 + [4111111111111112] * 6}),
        ({"x": [4111111111111111] * 5 + [4111111111111112] * 6}, {"x": [4111111111111111] * 6 + [4111111111111112] * 5}),
        (
            {"religion": ["Buddhist", "Hindu", "Muslim", "Jewish", "x"]},
            {"religion": ["Buddhist", "Hindu", "Muslim", "Jewish", "Sikh"]},
        ),
        ({"n": ["plan", "524713806"]}, {"n": ["ssn", "524713806"]}),
        ({"n": ["ssn", "none"]}, {"n": ["ssn", "524713806"]}),
        ({"n": ["name,ssn", "x,y"]}, {"n": ["name,ssn", "x,524713806"]}),
        ({"header": "name,ssn", "rows": ["x,1"]}, {"header": "name,ssn", "rows": ["x,524713806"]}),
        ({"id_type": "plan", "id_number": 524713806}, {"id_type": "ssn", "id_number": 524713806}),
        ({"op": "add", "path": "/plan", "value": 524713806}, {"op": "add", "path": "/ssn", "value": 524713806}),
        ({"k[1]": "plan", "v[1]": 524713806}, {"k[1]": "ssn", "v[1]": 524713806}),
        ({"users": {"Dana Quill": {"mail": "x", "n": 1}}}, {"users": {"Dana Quill": {"mail": "dana@example.test", "n": 1}}}),
    ],
)
def test_all_is_searched_where_one_value_says_something_of_another(detector, before, after):
    """Or where another kind of thing is found than before."""
    assert not taken_over(detector, {**BODY, **before}, {**BODY, **after})


def test_all_is_searched_where_an_attribute_names_its_element(detector):
    memory = Again(detector)

    def searched(name: str):
        body = f'<r><mail>mira.okafor@example.test</mail><f name="{name}">524713806</f></r>'
        kind = ((b"content-type", b"application/xml"),)
        items = read(Request("POST", "https", "pagemetrics.test", 443, "/", kind, body.encode())).items
        assert same(memory.search(items), detector.search(items))

    for name in ("plan", "plan", "ssn"):
        searched(name)


def test_an_item_elsewhere_of_another_kind_or_name_is_another_request(detector):
    items = items_of(BODY)
    number = next(number for number, item in enumerate(items) if item.path == "body/comment")
    for other in (
        replace(items[number], key="ssn"),
        replace(items[number], encoders=("json", "percent")),
        replace(items[number], registered_only=True),
        replace(items[number], role=items[0].role),
    ):
        memory = Again(detector)
        for _ in range(2):
            memory.search(items)
        changed = (*items[:number], other, *items[number + 1 :])
        assert same(memory.search(changed), detector.search(changed))


def test_sees_what_is_registered_in_between(tmp_path):
    """What nobody looked for before may be one of the user's values now."""
    file = tmp_path / "identities.json"
    detector = Detector(DetectSettings(names=False), identities=file)
    memory = Again(detector)
    for _ in range(3):
        memory.search(items_of({**BODY, "note": "kestrel harbour"}))
    save_identities(file, [identity("name", "Kestrel Harbour")])
    for note in ("kestrel harbour", "a2VzdHJlbCBoYXJib3Vy", "it fits"):
        items = items_of({**BODY, "note": note})
        assert same(memory.search(items), detector.search(items))


def test_what_is_remembered_is_bounded(detector, monkeypatch):
    monkeypatch.setattr(again, "FRAMES", 3)
    memory = Again(detector)
    for _ in range(2):
        for number in range(8):
            memory.search(items_of({**BODY, f"key{'abcdefgh'[number]}": "x"}))
    assert len(memory._known) == 3
    assert "Okafor" not in repr(list(memory._known.values()))
    monkeypatch.setattr(again, "CHARACTERS", 100)
    asked = detector.whole
    for _ in range(3):
        memory.search(items_of(BODY))
    assert detector.whole - asked == 3


NAMES = [
    "note", "event", "name", "gender", "id", "value", "key", "text", "em", "fn", "username", "domain", "city", "user", "label", "n",
    "cc1", "cc2", "ssn", "email", "first", "last", "religion", "Dana Quill", "columns", "rows", "year", "month", "dob",
    "name1", "value1",
]  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from([
        "", "it fits", "Dana Quill", "dana quill", "dob", "1/2/80", "f", "male", "Leeds", "gmail.com", "dana.quill", "password",
        "hunter2!", "call 020 7946 0958", "48 Sedge Road", "GB82WEST12345698765432", "order 1234567", "Mx", "ssn", "524-71-3806",
        "524-71-", "3806", "524", "71", "4242", "dana@exa", "mple.test", "@", "+44", "20 7946", "0958", "GB82WEST",
        "12345698765432", "input[type=password]", "https://example.test/a", "born 3 May 1980", "10.0.0.7", "mira@example.test",
        "Sikh", "Hindu", "thanks, Mira Okafor", "Mr Quill of Leeds said so", "the ssn is 524-71-",
        "4111111111111111", "4111111111111112",
        "dana\uff20example.test", "name,ssn", "x,524713806", "524713806",
    ]),
    st.text("abcdefgh DQ0123456789.@-", max_size=12),
)  # fmt: skip
NUMBERS = st.one_of(st.integers(0, 10**10), st.sampled_from([4111111111111111, 4111111111111112, 51.50072, 2025550142, 19800503]))
VALUES = st.one_of(TEXTS, TEXTS, NUMBERS)
RECORDS = st.dictionaries(
    st.sampled_from(NAMES),
    st.one_of(
        VALUES,
        st.lists(VALUES, max_size=9),
        st.lists(st.fixed_dictionaries({"t": VALUES}), max_size=3),
        st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4),
    ),
    min_size=1,
    max_size=6,
)


def with_others(record: object, texts: list[str], numbers: list[float], which: list[bool]) -> object:
    """The same record with some of its values replaced by the next of their kind."""
    if isinstance(record, dict):
        return {key: with_others(value, texts, numbers, which) for key, value in record.items()}
    if isinstance(record, list):
        return [with_others(value, texts, numbers, which) for value in record]
    which.append(which.pop(0))
    kind: list = texts if isinstance(record, str) else numbers
    kind.append(kind.pop(0))
    return kind[-1] if which[-1] else record


@example({"gender": "male", "name": "x"}, ["Quill", "x"], [1], [True], False)
@example({"n": ["x"] * 9}, ["4111111111111111", "4111111111111112"], [1], [True, False], False)
@given(
    record=RECORDS,
    texts=st.lists(TEXTS, min_size=1, max_size=6),
    numbers=st.lists(NUMBERS, min_size=1, max_size=3),
    which=st.lists(st.booleans(), min_size=1, max_size=7),
    form=st.booleans(),
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_says_what_a_search_of_all_says(detector, record, texts, numbers, which, form):
    """Against the real detector with its names model, over requests that follow one another; JSON and forms."""
    kind = b"application/x-www-form-urlencoded" if form else b"application/json"
    if form:
        record = {key: value for key, value in record.items() if not isinstance(value, dict | list)}
    memory = Again(detector)
    for step in range(6):
        items = items_of(record, kind)
        assert same(memory.search(items), detector.search(items))
        record = with_others(record, texts, numbers, which) if step else record
