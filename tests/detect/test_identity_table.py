"""Registered values found in texts: plain, encoded, as digests, nested; nothing else found; in linear time."""

import base64
import hashlib
import time
from urllib.parse import quote

import pytest

from guardian_core.detect.identity_forms import identity
from guardian_core.detect.identity_table import CHAINS, IdentityTable
from guardian_core.vocabulary import Entity

MAIL = "dana.quill@example.com"
TABLE = IdentityTable(
    [
        identity("email", MAIL),
        identity("name", "Dana Quill"),
        identity("phone", "+44 20 7946 0958"),
        identity("address", "48 Sedge Road, Lower Marl, LM4 7QX"),
        identity("username", "wader1984"),
    ]
)


def found(text):
    return [(text[hit.start : hit.end], hit.form.entity, hit.form.chain) for hit in TABLE.search([text])[0]]


def hexed(name, text):
    return hashlib.new(name, text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("write to Dana.Quill@Example.COM, soon", "Dana.Quill@Example.COM", Entity.EMAIL),
        ("I am dana quill.", "dana quill", Entity.PERSON),
        ("QUILL, Dana", "QUILL, Dana", Entity.PERSON),
        ("user dana_quill", "dana_quill", Entity.PERSON),
        ("call 020 7946 0958 now", "020 7946 0958", Entity.PHONE),
        ("call +44 (0)20 7946-0958 now", "+44 (0)20 7946-0958", Entity.PHONE),
        ("n=442079460958&", "442079460958", Entity.PHONE),
        ("at 48 sedge road", "48 sedge road", Entity.ADDRESS),
        ("48 Sedge Road\nLower Marl\nLM4 7QX", "48 Sedge Road\nLower Marl\nLM4 7QX", Entity.ADDRESS),
        ("(wader1984)", "wader1984", Entity.USERNAME),
    ],
)
def test_finds_plain_values_however_written(text, value, entity):
    assert found(text) == [(value, entity, ())]


@pytest.mark.parametrize("chain", CHAINS, ids=["+".join(chain) for chain in CHAINS])
def test_finds_every_digest(chain):
    data = MAIL.encode()
    for name in chain:
        data = {
            "hex": lambda d: d.hex().encode(),
            "HEX": lambda d: d.hex().upper().encode(),
            "base64": base64.b64encode,
            "base64-bare": lambda d: base64.b64encode(d).rstrip(b"="),
            "percent": lambda d: quote(d, safe="").encode(),
        }.get(name, lambda d, name=name: hashlib.new(name, d).digest())(data)
    for text in (data.hex(), data.hex().upper(), base64.b64encode(data).decode(), base64.urlsafe_b64encode(data).decode()):
        (hit,) = found(f"v={text}&")
        assert hit[0].rstrip("=") == text.rstrip("=")
        assert hit[1] is Entity.EMAIL


@pytest.mark.parametrize("spelling", [MAIL, MAIL.upper(), "Dana.quill@example.com", "Dana.Quill@example.com"])
def test_finds_digests_of_other_cases(spelling):
    table = IdentityTable([identity("email", "Dana.Quill@example.com")])
    assert table.search([hexed("sha256", spelling)])[0]


@pytest.mark.parametrize("before", ["", "x", "xy", "xyz", "\x00\x01\xff"])
@pytest.mark.parametrize("inner", [MAIL, hexed("md5", MAIL), hexed("sha256", MAIL), quote(MAIL)])
def test_finds_values_at_any_place_inside_base64(before, inner):
    data = before.encode("latin-1") + inner.encode() + b"\xfe tail"
    (hit,) = found(base64.b64encode(data).decode())
    assert hit[1] is Entity.EMAIL
    widened = base64.b64decode(hit[0] + "=" * (-len(hit[0]) % 4))
    assert inner.encode() in widened
    assert len(widened) - len(inner) <= 5


@pytest.mark.parametrize(
    "text",
    [
        hexed("md5", "mira@example.com"),
        hexed("md5", MAIL)[:-1],
        "danaquillen was there",
        "Dana and Quill",
        "wader19845",
        "120 7946 09581",
        "48 sedges road",
        base64.b64encode(b"mira.okafor@example.com and others").decode(),
        "",
    ],
)
def test_finds_nothing_else(text):
    assert found(text) == []


def test_finds_no_part_of_a_longer_domain():
    table = IdentityTable([identity("email", MAIL)])
    assert table.search([MAIL + "puter", MAIL + ".au", MAIL + "."])[:2] == [[], []]


def test_finds_a_digest_whatever_stands_around_it():
    digest = hexed("sha1", MAIL)
    assert [one[0] for one in found(f"ea{digest}f0")] == [digest]


def test_counts_code_points_of_each_text():
    hits = TABLE.search(["é dana quill", "", "İ " + MAIL])
    assert [[(hit.start, hit.end) for hit in own] for own in hits] == [[(2, 12)], [], [(2, 2 + len(MAIL))]]


def test_is_empty_without_values():
    assert not IdentityTable(())
    assert IdentityTable(()).search([MAIL]) == [[]]


@pytest.mark.parametrize("text", ["ab" * 20_000, "word " * 8_000, "0 7 9 4 " * 5_000, "A" * 40_000, "a@example.com " * 3_000])
def test_takes_linear_time(text):
    def spent(text):
        begin = time.process_time()
        TABLE.search([text])
        return time.process_time() - begin

    assert spent(text * 8) < 20


def test_hides_what_it_looks_for():
    assert "quill" not in repr(TABLE.search([MAIL]))
