"""Requests like earlier ones: known at once where nothing is in them, and never where the detectors find something."""

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from guardian_core import actions, familiar
from guardian_core.detect import Detector, identity, save_identities
from guardian_core.detect.found import ABOUT_NOBODY
from guardian_core.detect.keys import SOCIAL
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

HEADERS = ((b"content-type", b"application/json"), (b"origin", b"https://shop.willow.test"))
BODY = {"event": "page_view", "at": 1_700_000_000_123, "items": [{"sku": "A-0001", "title": "oak shelf"}], "note": "it fits well"}


def request(body: object, headers: tuple[tuple[bytes, bytes], ...] = HEADERS) -> Request:
    return Request("POST", "https", "pagemetrics.test", 443, "/collect", headers, json.dumps(body).encode())


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def guardian(home):
    listed = {"pagemetrics.test": {"recipient": "analytics"}}
    made = Guardian(Settings.model_validate({"home": home, "policy": {"enabled": False}, "decision": {"domains": listed}}))
    yield made
    asyncio.run(made.close())


@pytest.fixture(autouse=True)
def _nothing_known(guardian):
    guardian.familiar = familiar.Familiar(guardian.detector)


def decided(guardian, one):
    outcome = asyncio.run(guardian.handle(one))
    return outcome.decision.verdict, outcome.timings[0][0]


def test_knows_what_differs_in_harmless_values(guardian):
    assert decided(guardian, request(BODY)) == (Verdict.ALLOW, "read")
    assert decided(guardian, request(BODY)) == (Verdict.ALLOW, "familiar")
    other = {**BODY, "at": 1_700_000_111_999, "items": [{"sku": "B-7", "title": "lamp"}], "note": "order 20000017 fits well, too"}
    assert decided(guardian, request(other)) == (Verdict.ALLOW, "familiar")


@pytest.mark.parametrize(
    "changed",
    [
        {"note": "thanks, Mira Okafor"},
        {"note": "write to mira.okafor@example.test"},
        {"note": "call +44 20 7946 0958"},
        {"event": "mira.okafor@example.test"},
        {"at": 4111111111111111},
        {"note": "my key is sk-ant-api03-9fK2mQ7xLp0Zt4Vb8Nc1Rd5Ws6Yh3Jg"},
        {"items": [{"sku": "A-0001", "title": "Mira Okafor, 48 Sedge Road, Leeds"}]},
        {"note": "%6dira.okafor%40example.test"},
        {"note": "bWlyYS5va2Fmb3JAZXhhbXBsZS50ZXN0"},
    ],
)
def test_sees_a_value_that_is_personal(guardian, changed):
    """In the same frame, after others like it had nothing."""
    for number in range(3):
        decided(guardian, request({**BODY, "at": number}))
    verdict, stage = decided(guardian, request({**BODY, **changed}))
    assert (verdict is Verdict.ALLOW, stage) == (False, "read")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"x": ["it fits", "well"]}, {"x": ["the ssn is 524-71-", "3806"]}),
        ({"columns": ["a", "b"], "rows": [["x", "524713806"]]}, {"columns": ["a", "ssn"], "rows": [["x", "524713806"]]}),
        ({"columns": [{"name": "b"}], "rows": [["524713806"]]}, {"columns": [{"name": "ssn"}], "rows": [["524713806"]]}),
        ({"columns": ["ssn"], "rows": [["x"]]}, {"columns": ["ssn"], "rows": [["524713806"]]}),
        ({"x": [["a", "b"], ["x", "524713806"]]}, {"x": [["a", "ssn"], ["x", "524713806"]]}),
        ({"dob": {"year": 0, "month": 5, "day": 32}}, {"dob": {"year": 1995, "month": 5, "day": 3}}),
        ({"x": [["b", "524713806"]]}, {"x": [["ssn", "524713806"]]}),
        ({"dob": [0, 5, 3]}, {"dob": [1995, 5, 3]}),
        ({"q": "b", "a": "524713806"}, {"q": "ssn", "a": "524713806"}),
        ({"x": ["1111", "4242", "4242", "4242"]}, {"x": ["4242", "4242", "4242", "4242"]}),
        ({"x": [{"t": "dana.quill"}, {"t": "mple.test"}]}, {"x": [{"t": "dana.quill@exa"}, {"t": "mple.test"}]}),
        (
            {"x": [{"role": "a", "t": "it fits"}, {"role": "b", "t": "well"}, {"role": "a", "t": "3806"}]},
            {"x": [{"role": "a", "t": "the ssn is 524-71-"}, {"role": "b", "t": "well"}, {"role": "a", "t": "3806"}]},
        ),
        # Five of eleven numbers are cards by chance, five of nine are not; all religions are nobody's, four are somebody's.
        ({"x": [4111111111111111] * 5 + [4111111111111112] * 6}, {"x": [4111111111111111] * 5 + [7] * 6}),
        ({"religion": ["Hindu", "Sikh", "Jewish", "Muslim", "Jain"]}, {"religion": ["Hindu", "Sikh", "Jewish", "Muslim", "x"]}),
        ({"cc1": "4242", "cc2": "4242", "cc3": "4242", "cc4": "1"}, {"cc1": "4242", "cc2": "4242", "cc3": "4242", "cc4": "4242"}),
        ({"x": ["plan", "524713806"]}, {"x": ["ssn", "524713806"]}),
        ({"x": ["ssn", 1]}, {"x": ["ssn", 524713806]}),
        ({"x": ["ssn", "none"]}, {"x": ["ssn", "524713806"]}),
        ({"x": ["name,plan", "x,524713806"]}, {"x": ["name,ssn", "x,524713806"]}),
        ({"x": ["name,ssn", *["x,y"] * 20, "x,y"]}, {"x": ["name,ssn", *["x,y"] * 20, "x,524713806"]}),
        ({"header": "name,plan", "row": "x,524713806"}, {"header": "name,ssn", "row": "x,524713806"}),
        ({"header": "name,ssn", "rows": ["x,1"]}, {"header": "name,ssn", "rows": ["x,524713806"]}),
        ({"columns": "plan", "values": 524713806}, {"columns": "ssn", "values": 524713806}),
        ({"name1": "plan", "value1": 524713806}, {"name1": "ssn", "value1": 524713806}),
        ({"question": "plan", "value": 524713806}, {"question": "ssn", "value": 524713806}),
        ({"field": {"title": "plan"}, "text": 524713806}, {"field": {"title": "ssn"}, "text": 524713806}),
        ({"field": {"title": "ssn"}, "text": 1}, {"field": {"title": "ssn"}, "text": 524713806}),
        ({"type": "plan", "number": 524713806}, {"type": "ssn", "number": 524713806}),
        ({"type": "ssn", "number": 1}, {"type": "ssn", "number": 524713806}),
        ({"ssn": {"data": 1}}, {"ssn": {"data": 524713806}}),
        ({"op": "add", "path": "/plan", "value": 524713806}, {"op": "add", "path": "/ssn", "value": 524713806}),
        ({"name1": "ssn", "value1": 1}, {"name1": "ssn", "value1": 524713806}),
    ],
)
def test_sees_a_value_that_is_cut_over_what_changes_and_what_stays(guardian, before, after):
    """Neighbours are tied: neither is read without the other."""
    assert [decided(guardian, request({**BODY, **before}))[1] for _ in range(2)] == ["read", "familiar"]
    verdict, stage = decided(guardian, request({**BODY, **after}))
    assert (verdict is Verdict.ALLOW, stage) == (False, "read")


def test_head_and_frame_must_be_the_same(guardian):
    decided(guardian, request(BODY))
    for other in (
        request({**BODY, "more": 1}),
        request(BODY, (*HEADERS, (b"x-user", b"Mira Okafor"))),
        replace(request(BODY), target="/collect?e=mira.okafor@example.test"),
        replace(request(BODY), host="ads.test"),
        replace(request(BODY), method="PUT"),
        replace(request({**BODY, "mira.okafor@example.test": 1})),
    ):
        assert not guardian.familiar.knows(other)


def test_length_is_no_part_of_the_head(guardian):
    long, longer = ((*HEADERS, (b"content-length", length)) for length in (b"120", b"121"))
    decided(guardian, request(BODY, long))
    assert decided(guardian, request({**BODY, "at": 5}, longer))[1] == "familiar"


def test_what_was_refused_or_rewritten_is_not_learned(guardian):
    personal = {**BODY, "note": "write to mira.okafor@example.test"}
    for _ in range(2):
        assert decided(guardian, request(personal))[1] == "read"


def test_a_gender_is_not_learned_since_it_makes_its_neighbour_a_name(guardian):
    for _ in range(2):
        assert decided(guardian, request({"gender": "female", "name": "x1", "n": 1}))[1] == "read"
    assert ABOUT_NOBODY <= actions.categories.ABOUT_NOBODY
    assert ABOUT_NOBODY.isdisjoint(SOCIAL)


def test_conversations_are_read_each_time_for_their_replies_get_words_back(guardian):
    talk = {"model": "m", "messages": [{"role": "user", "content": "does it rain"}]}
    for _ in range(2):
        assert decided(guardian, request(talk))[1] == "read"


def test_bodies_that_are_no_json_are_known_whole(guardian):
    text = replace(request(0), headers=((b"content-type", b"text/plain"),), body=b"it fits well")
    assert decided(guardian, text)[1] == "read"
    assert decided(guardian, text)[1] == "familiar"
    assert decided(guardian, replace(text, body=b"it fits well!"))[1] == "read"
    get = replace(text, method="GET", body=b"", headers=())
    assert [decided(guardian, get)[1] for _ in range(2)] == ["read", "familiar"]


def test_forgets_everything_when_the_registered_values_change(guardian, home):
    """What nobody looked for before may be one of the user's values now."""
    decided(guardian, request({**BODY, "note": "kestrel harbour"}))
    assert decided(guardian, request({**BODY, "note": "kestrel harbour"}))[1] == "familiar"
    save_identities(home / "identities.json", [identity("name", "Kestrel Harbour")])
    try:
        verdict, stage = decided(guardian, request({**BODY, "note": "kestrel harbour"}))
        assert (verdict is Verdict.ALLOW, stage) == (False, "read")
        decided(guardian, request(BODY))
        assert decided(guardian, request({**BODY, "note": "a2VzdHJlbCBoYXJib3Vy"}))[0] is not Verdict.ALLOW
    finally:
        (home / "identities.json").unlink()
        assert guardian.detector.registered_stamp is None


def test_rules_are_asked_about_what_is_known(home):
    rule = {"name": "held", "site": "pagemetrics.test", "decide": "deny"}
    made = Guardian(
        Settings.model_validate({"home": home, "policy": {"enabled": False}, "detect": {"names": False}, "rules": [rule]})
    )
    assert [decided(made, request(BODY)) for _ in range(2)] == [(Verdict.DENY, "read"), (Verdict.DENY, "familiar")]
    asyncio.run(made.close())


def test_the_users_own_words_are_found(home):
    detect = {"names": False, "deny": {"heron": "Content"}}
    made = Guardian(Settings.model_validate({"home": home, "policy": {"enabled": False}, "detect": detect}))
    decided(made, request(BODY))
    assert decided(made, request({**BODY, "note": "a heron"}))[0] is not Verdict.ALLOW
    asyncio.run(made.close())


def test_expressions_of_the_users_are_never_tried_on_the_event_loop(home):
    detect = {"names": False, "patterns": [{"name": "x", "regex": "(a+)+b", "category": "Content"}]}
    made = Guardian(Settings.model_validate({"home": home, "policy": {"enabled": False}, "detect": detect}))
    decided(made, request(BODY))
    assert decided(made, request({**BODY, "note": "a" * 40})) == (Verdict.ALLOW, "read")
    asyncio.run(made.close())


def test_what_is_remembered_is_bounded(guardian, monkeypatch):
    monkeypatch.setattr(familiar, "FRAMES", 3)
    monkeypatch.setattr(familiar, "VALUES", 10)
    memory = guardian.familiar
    for number in range(20):
        decided(guardian, request({**BODY, f"key{'abcdefghijklmnopqrst'[number]}": number}))
    assert len(memory._known) == 3
    assert len(memory._harmless) == 10
    monkeypatch.setattr(familiar, "CHARACTERS", 10)
    decided(guardian, request({**BODY, "last": 1}))
    assert memory._characters <= 10
    assert "page_view" not in repr(list(memory._known.values()))


NAMES = [
    "note",
    "event",
    "name",
    "gender",
    "id",
    "value",
    "key",
    "text",
    "em",
    "fn",
    "username",
    "domain",
    "city",
    "user",
    "label",
    "n",
    "cc1",
    "cc2",
    "ssn",
    "columns",
    "rows",
    "name1",
    "value1",
]
TEXTS = st.one_of(
    st.sampled_from(
        ["", "it fits", "Dana Quill", "dana quill", "dob", "1/2/80", "f", "male", "Leeds", "gmail.com", "dana.quill", "password",
         "hunter2!", "call 020 7946 0958", "48 Sedge Road", "GB82WEST12345698765432", "order 1234567", "Mx", "ssn", "524-71-3806",
         "524-71-", "3806", "524", "71", "4242", "dana@exa", "mple.test", "@", "+44", "20 7946", "0958", "GB82WEST",
         "12345698765432",
         "name,ssn", "x,524713806", "524713806",
         "input[type=password]", "https://example.test/a", "R2D2", "born 3 May 1980", "d", "10.0.0.7", "mira@example.test"]
    ),
    st.text("abcdefgh DQ0123456789.@-", max_size=12),
)  # fmt: skip
NUMBERS = st.one_of(st.integers(0, 10**10), st.sampled_from([4111111111111111, 51.50072, 2025550142, 19800503]))
BLANKS = st.sampled_from(["x", "it fits", "a1", 0, 7])
RECORDS = st.dictionaries(
    st.sampled_from(NAMES),
    st.one_of(
        BLANKS,
        st.lists(BLANKS, max_size=4),
        st.lists(st.fixed_dictionaries({"t": BLANKS}), max_size=3),
        st.dictionaries(st.sampled_from(NAMES), BLANKS, max_size=4),
    ),
    min_size=1,
    max_size=5,
)


def exchanged(record: object, texts: list[str], numbers: list[float]) -> object:
    """The same record with every value replaced by the next of its kind."""
    if isinstance(record, dict):
        return {key: exchanged(value, texts, numbers) for key, value in record.items()}
    if isinstance(record, list):
        return [exchanged(value, texts, numbers) for value in record]
    kind: list = texts if isinstance(record, str) else numbers
    kind.append(kind.pop(0))
    return kind[-1]


@example({"account": "x", "domain": "x"}, ["two words", "gmail.com", "dq71", "gmail.com"], [1])
@example({"n": ["x", "x"]}, ["the ssn is", "it fits", "the ssn is 524-71-", "3806"], [1])
@example({"n": {"user": "x", "id": "x"}}, ["x", "y", "+44", "2079460958"], [1])
@example({"n": ["x", "x", "x", "x"]}, ["1111", "4242", "4242", "4242", "4242"], [1])
@example({"gender": "x", "name": "x"}, ["male", "x", "male", "Quill"], [1])
@given(record=RECORDS, texts=st.lists(TEXTS, min_size=1, max_size=6), numbers=st.lists(NUMBERS, min_size=1, max_size=3))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_never_knows_what_the_detectors_would_weigh(guardian, record, texts, numbers):
    """Against the real detectors, the names model among them: fields that name each other, siblings, social ones."""
    memory = guardian.familiar = familiar.Familiar(guardian.detector)
    asyncio.run(guardian.handle(request(record)))
    for _ in range(3):
        one = request(exchanged(record, texts, numbers))
        if memory.knows(one):
            reading = guardian.looker.read(one)
            found = guardian.detector.search(reading.items).findings
            assert not actions.relevant(one, reading, found, guardian.settings.decision)


def test_a_detector_says_what_was_loud_also_where_it_is_allowed(home):
    """What the user allows is no finding, and still says what its neighbour is."""
    settings_ = Settings.model_validate({"home": home, "detect": {"names": False, "allow": ["mira.okafor@example.test"]}})
    detector = Detector(settings_.detect)
    items = actions.read(request({"email": "mira.okafor@example.test", "n": 1})).items
    search = detector.search(items)
    assert search.findings == ()
    assert {items[number].path for number in search.loud} == {"body/email"}
