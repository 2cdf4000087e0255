"""Base64 within values: read as what it says, written back in the same spelling."""

import base64
import gzip
import json
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.actions import read, write
from guardian_core.vocabulary import Role
from tests.actions.kit import edit, find, post, swap, texts, the

MAIL = "dana.quill@example.com"
RECORD = json.dumps({"user": {"email": MAIL}, "n": [1, 2]})


def b64(text, *, url=False):
    data = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=") if url else base64.b64encode(data).decode()


@pytest.mark.parametrize(
    "packed",
    [
        b64(RECORD),
        b64(RECORD, url=True),
        b64(b64(RECORD)),
        b64(gzip.compress(RECORD.encode())),
        b64(zlib.compress(RECORD.encode())),
        "E" + b64(RECORD),
        f"v1.{b64(RECORD)};ok",
        b64(f"ev=1&d={b64(RECORD, url=True)}&z=9"),
    ],
    ids=["base64", "base64url", "twice", "gzip", "zlib", "behind a letter", "amid text", "query"],
)
@pytest.mark.parametrize("place", ["json", "form", "query", "cookie", "header"])
def test_reads_and_rewrites_what_is_packed(packed, place):
    escaped = packed.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D").replace(";", "%3B")
    request = {
        "json": lambda: post(json.dumps({"x": packed}).encode(), "application/json"),
        "form": lambda: post(f"a=1&x={escaped}&b=2".encode(), "application/x-www-form-urlencoded"),
        "query": lambda: post(target=f"/t?a=1&x={escaped}"),
        "cookie": lambda: post(Cookie=f"a=1; x={escaped}; b=2", Sec_Fetch_Site="cross-site"),
        "header": lambda: post(X_Visitor=escaped),
    }[place]()
    assert the(read(request), MAIL).text == MAIL
    changed = swap(request, MAIL, "u@example.org")
    reading = read(changed)
    assert the(reading, "u@example.org").text == "u@example.org"
    assert MAIL not in "".join(texts(reading))
    assert swap(changed, "u@example.org", MAIL).target == request.target or place != "query" or "H4s" in packed or "eJ" in packed


def test_keeps_every_other_byte():
    body = b'{"a":1.0,"x":"%s","y":"\\u00e9"}' % b64(RECORD).encode()
    changed = swap(post(body, "application/json"), MAIL, "u@example.org").body
    assert changed == body.replace(b64(RECORD).encode(), b64(RECORD.replace(MAIL, "u@example.org")).encode())


def test_packs_several_edits_of_one_pack():
    record = json.dumps({"a": "first value", "b": "second value"})
    reading = read(post(f"x={b64(record)}".encode(), "application/x-www-form-urlencoded"))
    edits = []
    for old in ("first", "second"):
        item, start = find(reading, old)
        edits.append(edit(item, start, start + len(old), '"other'))
    sent = write(reading, edits).body.removeprefix(b"x=").replace(b"%3D", b"=").replace(b"%2B", b"+").replace(b"%2F", b"/")
    assert json.loads(base64.b64decode(sent)) == {"a": '"other value', "b": '"other value'}


@pytest.mark.parametrize(
    "text",
    [
        "aHR0cHM",  # too short to tell
        "application/json-patch+json",
        "550e8400-e29b-41d4-a716-446655440000",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "q8Zk3xQ1vLr9TtYw2mNpB7sDfGhJkL0z",
        "createAnAccountPageForPeople",
        base64.b64encode(bytes(number * 91 % 256 for number in range(256))).decode(),
    ],
)
def test_leaves_what_says_nothing(text):
    assert texts(read(post(json.dumps({"x": text}).encode(), "application/json")), "body/x") == [text]


def test_leaves_signed_tokens_closed():
    token = f"{b64(json.dumps({'alg': 'HS256'}), url=True)}.{b64(RECORD, url=True)}.{'s' * 43}"
    assert texts(read(post(json.dumps({"x": token}).encode(), "application/json")), "body/x") == [token]


def test_takes_the_key_of_the_pack_for_a_lone_value():
    item = the(read(post(f"password={b64('correct horse battery')}".encode(), "application/x-www-form-urlencoded")), "horse")
    assert item.key == "password"


def test_does_not_unpack_a_bomb():
    bomb = b64(gzip.compress(b" " * 50_000_000))
    begin = time.process_time()
    reading = read(post(json.dumps({"x": bomb}).encode(), "application/json"))
    assert time.process_time() - begin < 4
    assert sum(len(item.text) for item in reading.items) < 1_000_000
    assert reading.opaque


def test_stops_at_the_deepest_layer():
    text = "a text that is packed again and again"
    for _ in range(12):
        text = b64(text)
    items = [
        item for item in read(post(json.dumps({"x": text}).encode(), "application/json")).items if item.role is not Role.STRUCTURE
    ]
    assert len(items) == 1


@settings(max_examples=20, deadline=None)
@given(st.text(st.characters(categories=["L", "N", "P"]), min_size=12, max_size=60))
def test_writes_back_what_it_read(text):
    request = post(json.dumps({"x": b64(text)}).encode(), "application/json")
    reading = read(request)
    assert write(reading, []) is request
    index = next((number for number, item in enumerate(reading.items) if item.packing and len(item.text) > 1), None)
    if index is not None:
        letter = reading.items[index].text[0]
        again = write(reading, [edit(index, 0, 1, letter)]).body
        assert base64.b64decode(json.loads(again)["x"]) == text.encode() or "%" in text or "\\" in text or "&" in text


@pytest.mark.parametrize("spell", [str.lower, str.upper])
def test_reads_text_in_hexadecimal_and_writes_it_back_so(spell) -> None:
    packed = spell(b'{"mail":"dana.quill@example.test"}'.hex())
    after = swap(post(b'{"a":"%s"}' % packed.encode()), "dana.quill@example.test", "x@example.org")
    assert after.body == b'{"a":"%s"}' % spell(b'{"mail":"x@example.org"}'.hex()).encode()


@pytest.mark.parametrize(
    "number", ["555555555555444455555555", "0af7651916cd43dd8448eb211c80319c", "64616E612e7175696c6c406578616d706c65"]
)
def test_takes_numbers_digests_and_mixed_letters_for_no_text(number) -> None:
    assert [item.text for item in read(post(b'{"a":"%s"}' % number.encode())).items][-1] == number


def test_leaves_a_login_closed_that_is_found_as_a_whole():
    """What stands behind "Basic" is one credential; a record in its place is opened."""
    login, record = (f"Authorization: Basic {b64(text)}" for text in ("dana.quill:hunter22", RECORD))
    assert login in texts(read(post(json.dumps({"log": login}).encode(), "application/json")))
    assert MAIL in texts(read(post(json.dumps({"log": record}).encode(), "application/json")))
