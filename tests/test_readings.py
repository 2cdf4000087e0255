"""Readings that are taken over from a request like it: the same as if the whole were read."""

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from guardian_core import actions, readings
from guardian_core.alike import Alike
from guardian_core.detect import identity, save_identities
from guardian_core.detect.still import Still
from guardian_core.familiar import Familiar
from guardian_core.guardian import Guardian
from guardian_core.looking import Looker
from guardian_core.readings import Readings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Edit, Entity, Level, Place, Request
from guardian_core.weighing import Weighings

SETTINGS = Settings.model_validate({"decision": {"domains": {"pagemetrics.test": {"recipient": "analytics"}}}})
BODY = {
    "event": "page_view",
    "at": 17,
    "items": [{"sku": "A-1", "title": "oak shelf"}],
    "email": "mira@example.test",
    "note": "it fits",
}
HEADERS = ((b"Content-Type", b"application/json"), (b"Origin", b"https://shop.test"), (b"Cookie", b"sid=4f9c; theme=dark"))


def request(body, headers=HEADERS, **more):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    length = (b"Content-Length", str(len(data)).encode())
    return replace(Request("POST", "https", "pagemetrics.test", 443, "/collect?v=2", (*headers, length), data), **more)


class Reader:
    """Reads as the proxy does, and counts what it read whole."""

    def __init__(self, by=SETTINGS, *, every_header=False):
        self.settings, self.every_header, self.wholes = by, every_header, 0
        self.readings = Readings(Alike())

    def whole(self, one):
        self.wholes += 1
        reading = actions.read(one, max_body=self.settings.proxy.max_body, every_header=self.every_header)
        reading = replace(reading, items=actions.classify(one, reading.items, self.settings.decision))
        return actions.settled(one, reading, self.settings.restore)

    def read(self, one):
        return self.readings.read(one, self.settings, every_header=self.every_header, whole=self.whole)

    def check(self, one):
        """The reading, which must be that of the whole; and whether the whole was read for it."""
        before = self.wholes
        found, read = self.read(one), self.wholes > before
        assert found == Reader(self.settings, every_header=self.every_header).whole(one)
        assert [item.offsets for item in found.items] == [item.offsets for item in self.whole(one).items]
        return read


def learned(*bodies, **more):
    reader = Reader(**more)
    for body in (*bodies, *bodies):
        reader.check(request(body))
    return reader


def test_a_frame_is_learned_when_it_is_seen_again():
    reader = Reader()
    assert [reader.check(request({**BODY, "at": at})) for at in (1, 22, 333, 4)] == [True, True, False, False]


def test_values_of_other_lengths_move_what_stands_behind_them():
    reader = learned(BODY)
    assert not reader.check(request({**BODY, "event": "a", "note": "it does not fit at all", "email": "x"}))
    assert not reader.check(request({**BODY, "at": 12345678, "items": [{"sku": "", "title": "oak"}]} | {"items": BODY["items"]}))


@pytest.mark.parametrize(
    "changed",
    [
        {"note": "https://shop.test/?email=mira%40example.test"},
        {"note": "a=1&b=2"},
        {"note": '{"a": 1}'},
        {"note": "eyJhIjogIm1pcmFAZXhhbXBsZS50ZXN0In0="},
        {"note": "mira%40example.test"},
        {"note": ""},
        {"note": "x" * readings.LONGEST},
        {"note": "caf\u00e9"},
        {"note": 'a "quoted" word'},
        {"at": "17"},
        {"more": 1},
    ],
)
def test_what_is_more_than_one_value_is_read_whole(changed):
    assert learned(BODY).check(request({**BODY, **changed}))


def test_conversations_are_read_whole():
    talk = {"model": "m", "messages": [{"role": "user", "content": "I am Mira"}]}
    reader = learned(talk)
    assert reader.check(request({**talk, "messages": [{"role": "system", "content": "I am Mira"}]}))


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ((*HEADERS, (b"Signature", b"sig1=:bWlyYQ==:")), BODY),
        ((*HEADERS, (b"Content-Range", b"bytes 0-99/1000")), BODY),
        (HEADERS, {"payload": "eyJhIjoxfQ", "protected": "eyJhbGciOiJIUzI1NiJ9", "signature": "bWlyYQ"}),
        (HEADERS, {"query": "query { me { id } }", "variables": {"email": "mira@example.test"}}),
        (((b"Content-Type", b"text/html"),), BODY),
    ],
)
def test_what_is_more_than_a_record_is_read_whole(headers, body):
    reader = Reader()
    assert [reader.check(request(body, headers)) for _ in range(3)] == [True, True, True]


def test_a_length_that_is_not_the_bodys_is_read_whole():
    reader = learned(BODY, every_header=True)
    one = request(BODY)
    assert reader.check(replace(one, headers=(*HEADERS, (b"Content-Length", b"4111111111111111"))))
    assert not reader.check(one)


def test_other_heads_and_settings_are_read_whole():
    reader = learned(BODY)
    assert reader.check(request(BODY, target="/other"))
    assert not reader.check(request(BODY))
    reader.settings = SETTINGS.model_copy(update={"decision": SETTINGS.decision.model_copy()})
    assert reader.check(request(BODY))
    reader.settings = SETTINGS.model_copy(update={"proxy": SETTINGS.proxy.model_copy(update={"max_body": 40})})
    assert reader.check(request(BODY))
    reader.every_header = True
    assert reader.check(request(BODY))


def test_a_credential_is_marked_by_what_it_is_now():
    reader = learned({"password": "Heron-and-7", "n": 1}, {"state": "f00dcafe", "code": "4f9c1d3e", "client_id": "a", "n": 1})
    assert not reader.check(request({"password": "I would rather not say", "n": 1}))
    assert not reader.check(request({"state": "mira is here", "code": "4f9c1d3e77aa", "client_id": "abc", "n": 2}))


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(readings, "TOGETHER", 1_000)
    reader = Reader()
    for number in range(40):
        for _ in range(2):
            reader.check(request({f"key{'abcdefghij'[number % 10]}{'klmn'[number // 10]}": "x" * 200, "n": number}))
    assert reader.readings._bytes == sum(len(one.reading.body) for known in reader.readings._known.values() for one in known)
    assert 0 < reader.readings._bytes <= 1_000
    assert "xxx" not in repr(reader.readings._known)


def test_forgets_what_comes_no_more(monkeypatch):
    reader = learned(BODY)
    seconds = readings.time.monotonic() + readings._SECONDS + 1
    monkeypatch.setattr(readings.time, "monotonic", lambda: seconds)
    for _ in range(2):
        reader.check(request({"other": 1}))
    assert [len(known) for known in reader.readings._known.values()] == [1]
    assert reader.check(request(BODY))


NAMES = st.sampled_from(
    ["event", "id", "name", "value", "key", "items", "em", "domain", "values", "label", "email", "text", "note", "password",
     "state", "token", "scope", "address", "card", "client_id", "code", "user[email]", "tags"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text("abcXYZ 019.:-_/@?=&", max_size=20),
    st.sampled_from(
        ["https://shop.test/a?b=c", "ssn", "dob", "e30=", "[1]", '{"a":1}', "4f9c1d3e-77aa-4b1c-9d55-0c1e8f6a2b34", "Mira Okafor",
         "mira@example.test", "&#64;", "\\x40", "a&amp;b", "bWlyYUBleGFtcGxlLnRlc3Q=",
         "6d697261406578616d706c652e74657374", "it fits well now"]
    ),
)  # fmt: skip
SCALARS = st.one_of(TEXTS, st.integers(-10, 10**12), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none())
BODIES = st.dictionaries(
    NAMES,
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=8),
    min_size=1,
)


def exchanged(body, fresh, which):
    """The body with some of its values replaced by others of their kind."""
    if isinstance(body, dict):
        return {key: exchanged(value, fresh, which) for key, value in body.items()}
    if isinstance(body, list):
        return [exchanged(value, fresh, which) for value in body]
    which.append(which.pop(0))
    texts, numbers = fresh
    kind = texts if isinstance(body, str) else numbers if isinstance(body, int | float) and not isinstance(body, bool) else None
    if kind is None or not which[-1]:
        return body
    kind.append(kind.pop(0))
    return kind[-1]


@settings(max_examples=150, deadline=None)
@given(
    BODIES,
    st.lists(TEXTS, min_size=1, max_size=5),
    st.lists(st.integers(-10, 10**12) | st.floats(0, 1e9), min_size=1, max_size=3),
    st.lists(st.booleans(), min_size=1, max_size=7),
    st.sampled_from(["/collect", "/login", "/v1/chat/completions", "/checkout"]),
    st.booleans(),
)
@example({"a": ["x", "x y z"]}, ["&#64; x y"], [1], [True], "/collect", False)
def test_is_what_reading_the_whole_gives(body, texts, numbers, which, target, every_header):
    """Whatever the values become, layers and encodings among them; and what edits make of it, read again."""
    reader = Reader(every_header=every_header)
    for _ in range(5):
        one = request(body, target=target)
        reader.check(one)
        reading = reader.read(one)
        edits = [
            Edit(number, 0, len(item.text), new, Entity.PERSON, Level.TAGS)
            for number, item in enumerate(reading.items)
            if item.place is Place.BODY
            and not item.ambient
            and item.packing is None
            and item.role.value not in {"structure", "binary"}
            for new in [texts[number % len(texts)]]
            if which[number % len(which)] and "json-number" not in item.encoders
        ]
        reader.check(actions.write(reading, edits))
        body = exchanged(body, (texts, numbers), which)


KESTREL = "a2VzdHJlbCBoYXJib3Vy"  # base64
WORDS = st.sampled_from(
    ["Mira Okafor", "MIRA  OKAFOR", "Okafor", "Mira", "mira.okafor@example.test", "mira.okafor", "gmail.com",
     "Kestrel Harbour", KESTREL, "6b65737472656c20686172626f7572", "kestrel%20harbour", "order 10000123 fits well",
     "it fits well", "oak shelf", "524-71-3806", "write to mira.okafor@example.test, thanks, Mira", "x",
     "mira\u200b.okafor@example.test", "bWlyYS5va2Fmb3JAZXhhbXBsZS50ZXN0", "dob", "1/2/80"]
)  # fmt: skip
FIELDS = st.sampled_from(["note", "email", "first", "last", "name", "value", "username", "domain", "comment", "id", "title"])
NESTED = st.one_of(WORDS, st.integers(0, 10**8), st.dictionaries(FIELDS, WORDS, max_size=3), st.lists(WORDS, max_size=2))
RECORDS = st.dictionaries(FIELDS, NESTED, min_size=1, max_size=5)


@pytest.fixture(scope="module")
def guardian(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    save_identities(home / "identities.json", [identity("name", "Kestrel Harbour")])
    told = {"home": home, "policy": {"enabled": False}, "decision": {"domains": {"pagemetrics.test": {"recipient": "analytics"}}}}
    made = Guardian(Settings.model_validate(told), rehearsal=True)
    yield made
    asyncio.run(made.close())


def forget(guardian):
    """As if nothing had been read, searched or weighed; but what became of a value stays the same."""
    alike = Alike()
    guardian.familiar = Familiar(guardian.detector, alike)
    guardian.looker = Looker(lambda: guardian.settings, guardian.detector, alike)
    guardian.weighings = Weighings()
    guardian.detector._still, guardian.detector._quiet = Still(), {}


def decided(guardian, record):
    one = asyncio.run(guardian.handle(request(record)))
    return replace(one, timings=(), kept=None)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    RECORDS,
    st.lists(WORDS, min_size=1, max_size=5),
    st.lists(st.integers(0, 10**8), min_size=1, max_size=2),
    st.lists(st.booleans(), min_size=1, max_size=5),
)
def test_what_is_remembered_changes_no_decision(guardian, record, texts, numbers, which):
    """Values split over neighbours, encoded, registered: decided, rewritten and read again as if for the first time."""
    records = [record]
    for _ in range(3):
        records.append(exchanged(records[-1], (texts, numbers), which))
    for each in records:
        decided(guardian, each)  # so that every value has what stands for it
    forget(guardian)
    warm = [decided(guardian, each) for each in (*records, *records)]
    for each, found in zip((*records, *records), warm, strict=True):
        forget(guardian)
        fresh = decided(guardian, each)
        assert (found.decision, found.findings, found.edits, found.rewritten) == (
            fresh.decision,
            fresh.findings,
            fresh.edits,
            fresh.rewritten,
        )
        assert found.reading == fresh.reading or not found.reading.items, "what is like an earlier one is not read"
