"""All patterns together: no text takes more than linear time (BUGS B37)."""

import time

import pytest

from guardian_core.detect.context import Context
from guardian_core.detect.patterns import candidates
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
    assert whole < 3


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
