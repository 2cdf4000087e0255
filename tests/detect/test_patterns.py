"""All patterns together: no text takes more than linear time (BUGS B37)."""

import re
import time
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from guardian_core.detect import births, patterns, quoted_headers, secrets
from guardian_core.detect.context import Context
from guardian_core.detect.patterns import PATTERNS, Row, candidates
from guardian_core.detect.spans import disjoint
from guardian_core.vocabulary import Entity, Role

# A unit, how often it is repeated, and what stands at the end.
HARD = {
    "dots": ("a.", 50_000, "@"),
    "at signs": ("a@", 50_000, ""),
    "digits": ("1", 200_000, ""),
    "groups": ("12345 ", 40_000, ""),
    "private keys": ("-----BEGIN PRIVATE KEY-----", 5_000, ""),
    "tickets": ("eyJ", 60_000, ""),
    "brackets": ("(", 200_000, "1"),
    "assignments": ("password: ", 20_000, ""),
    "addresses": ("1.", 100_000, ""),
    "bank": ("DE89 ", 40_000, ""),
    "born": ("born on ", 20_000, "1"),
    "spaces": (" ", 200_000, "1"),
    "letters": ("a", 200_000, "@"),
    "local part": ("=a/", 60_000, "@b.test"),
    "official numbers": ("DNI 12 34 ", 12_000, ""),
    "wallets": ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ", 2_000, ""),
    "base58": ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 ", 2_000, ""),
    "vehicles": ("license plate: A1 ", 8_000, ""),
    "degrees": ("1° 1' ", 20_000, "N"),
    "forms": ("phone: ", 20_000, ""),
    "lines": ("name: a\n", 12_000, ""),
    "tables": ("a,b,", 20_000, "\n"),
    "one long line": ("a.b@c.example, ", 12_000, ""),
    "one long row": ("a;b\t", 40_000, ""),
    "spelled out": ("a at b dot ", 12_000, ""),
    "commands": ("curl -u a", 12_000, ":"),
    "basic": ("Basic aaaaaaaa", 12_000, ""),
    "tokens": ("sk-a1b2c3d4", 12_000, ""),
    "seed phrase": ("seed phrase: abandon ", 8_000, ""),
    "hooks": ("https://hooks.slack.com/services/", 6_000, ""),
}


@pytest.mark.parametrize(("unit", "count", "tail"), HARD.values(), ids=HARD)
def test_takes_linear_time(unit, count, tail):
    """Twice the text takes about twice the time: below the factor of four of a quadratic search."""

    def spent(times: int) -> float:
        text = unit * times + tail
        start = time.thread_time()
        candidates(text, Context(regions=("US", "GB", "DE", "FR")))
        return time.thread_time() - start

    half = min(spent(count // 2) for _ in range(3))
    whole = min(spent(count) for _ in range(3))
    assert whole < 3.2 * half + 0.02
    assert whole < 8


def test_finds_an_email_address_at_the_end_of_a_long_text():
    text = "word " * 240_000 + "dana@example.test"
    assert [(s.entity, text[s.start : s.end]) for s in candidates(text, Context())] == [(Entity.EMAIL, "dana@example.test")]


def test_finds_nothing_in_ordinary_words():
    assert candidates("The quick brown fox: jumps = over", Context()) == []


def test_finds_an_address_beside_long_unbroken_runs(found):
    text = "A" * 600 + "/dana.quill@example.test/" + "B" * 600
    assert found(text, "x", Role.VALUE) == [("dana.quill@example.test", Entity.EMAIL)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call me at 212-555-0143. SSN: 524-71-3806", [Entity.PHONE, Entity.US_SSN]),
        ("Please call me about my claim. My SSN is 524-71-3806.", [Entity.US_SSN]),
        ("phone 212-555-0143, SSN 524-71-3806, card 4111 1111 1111 1111", [Entity.PHONE, Entity.US_SSN, Entity.CARD]),
        ("my social is 524 71 3806", [Entity.US_SSN]),
        ("SSN 524-71-3806, phone 212-555-0143", [Entity.US_SSN, Entity.PHONE]),
        ("text me at the office, my account is 524713806", []),
    ],
)
def test_the_nearest_word_says_what_a_number_is(text, found):
    settled = disjoint(candidates(text, Context("", Role.PROSE, ("US", "GB"))), text)
    assert [span.entity for span in settled] == found


KNOWN = [births._BORN, births._PASSPORT, births._LICENCE, births._NATIONAL, secrets._TYPED, secrets._BEARER, quoted_headers._BASIC]
SAID = st.sampled_from(
    ["born on 3 May 1980", "DOB: 1/2/80", "D.O.B. 3.5.1980", "née le 3 mai 1980", "nato il 3/5/1980", "passport no: X1234567",
     "nie X1234567", "driver's license number D1234567", "NHS number 943 476 5919", "write to mira at example dot test",
     "mira (AT) example DOT test", "10.0.0.7", "fe80::1", "51.50072, -0.12345", "51° 30' N", "9C3W+QP", "///filled.count.soap",
     "4111 1111 1111 1111", "GB82 WEST 1234 5698 7654 32", "524-71-3806", "call 020 7946 0958", "VIN 1M8GDM9AXKP042788",
     "license plate: AB12 CDE", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "name: Mira Okafor", "dni   : 00000000T",
     "Surname (family) : Okafor", "name,email\nMira,mira@example.test\n", '<input type="password" value="hunter2!">',
     "Bearer 4f9cA1d3e77aa4b1c9d550c1e8f6a2b34", "Authorization: Basic bWlyYTpodW50ZXIyIQ==", "password: hunter2!",
     "Cookie: session=8f14e45fceea167a", "<password>hunter</password>", "sort code 20-00-00 account 55779911",
     "IMEI 490154203237518",
     '#define PASSWORD "heron22"', "ENV TOKEN 4f9cA1d3e77aa4b1", "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",
     "my key is sk-ant-api03-9fK2mQ7xLp0Zt4Vb8Nc1Rd5Ws6Yh3Jg", "the shelf fits", "12345678"]
)  # fmt: skip
FILLER = st.text("abz DO019.:,;-/@=+()<>\n\té°\u017f\u0131", max_size=12)


@example("date de naissance\x85\n0000/0/0", "", Role.PROSE)
@example("Phone (home)\n020 7946 0958", "", Role.PROSE)
@example("Bearer\x850000000000000000123A", "", Role.PROSE)
@example("Bearer\x1f7f3kd92mfk20dk", "", Role.PROSE)
@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.one_of(SAID, FILLER, SAID.map(str.upper), *(st.from_regex(known) for known in KNOWN)), max_size=4).map(" ".join),
    st.sampled_from(["", "phone", "comment", "session"]),
    st.sampled_from([Role.PROSE, Role.VALUE]),
)
def test_passes_over_no_pattern_that_finds_something(text, key, role):
    """What is asked before a pattern is tried never hides what it would find."""
    context = Context(key, role, ("US", "GB", "DE"))
    everything = tuple(Row(re.compile(""), row.pattern, frozenset(text)) for row in PATTERNS)
    with pytest.MonkeyPatch.context() as patch:
        found = candidates(text, context)
        patch.setattr(patterns, "PATTERNS", tuple(replace(row, needs=frozenset(text), words=()) for row in PATTERNS))
        assert candidates(text, context) == found
        patch.setattr(patterns, "PATTERNS", everything)
        patch.setattr(secrets, "_SCHEMES", ("",))
        assert set(candidates(text, context)) == set(found) or not patterns._ANY.search(text)


def test_reads_a_label_with_blanks_before_its_colon():
    found = [span.entity for span in candidates("Surname   : Okafor", Context())]
    assert found == [Entity.PERSON]


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text("0123456789 .-/+@:,ABGNSE°abehtPV%()", max_size=40),
        st.sampled_from(
            ["4242 4242 4242 4242", "GB82WEST12345698765432", "+44 20 7946 0958", "8FVC9G8F+6X", "48.8584, 2.2945", "a%40b.test",
             "10.0.0.7", "geo:48.85,2.29", "born 3.5.1980", "756.9217.0769.85", "-----BEGIN PRIVATE KEY-----", "dana(at)mail.test"]
        ),
    ),
    st.sampled_from(["", "phone", "ssn", "card", "lat", "dni"]),
)  # fmt: skip
def test_texts_that_differ_in_digits_are_tried_alike(text, key):
    """What is remembered of one shape misses nothing in another text of it."""
    context = Context(key, Role.VALUE, ("US", "GB", "DE"))
    assert {row.pattern for row in PATTERNS if row.trigger.search(text)} <= {
        row.pattern for row in PATTERNS if row.trigger.search(text.translate(patterns._SHAPE))
    }
    expected = [span for row in PATTERNS if row.trigger.search(text) for span in row.pattern(text, context)]
    if patterns._ANY.search(text) and "-----BEGIN" not in text:
        assert set(expected) <= set(candidates(text, context))


def test_what_is_remembered_of_shapes_is_bounded(monkeypatch):
    monkeypatch.setattr(patterns, "_SHAPES", 3)
    for number in range(30):
        candidates("a" * number + " 12", Context())
    assert len(patterns._shaped) <= 3


@pytest.mark.parametrize("scale", ["{}9991", "0.{}7919"], ids=["ints", "floats"])
def test_lists_of_numbers_hold_nothing(scale):
    """What they cost is measured by bench/lists.py."""
    context = Context("v", Role.VALUE, ("US", "GB", "DE"))
    values = [scale.format(number) for number in range(5_000)]
    assert not any(candidates(value, context) for value in values)
