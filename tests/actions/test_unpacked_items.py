"""Values that are packed in ways that are read and never written: archives, compressed text, records of bytes, rarer spellings."""

import base64
import gzip
import hashlib
import json
import time
import zlib
from functools import partial

import brotli
import pytest

from guardian_core.actions import read
from guardian_core.actions.coding import encode
from guardian_core.alike import Alike
from guardian_core.detect import Detector
from guardian_core.obstacles import why_not_rewritable
from guardian_core.readings import Readings
from guardian_core.settings import DetectSettings, Settings
from guardian_core.vocabulary import Entity
from tests.actions.kit import post, swap, texts
from tests.actions.test_file_items import archive, database

MAIL = "dana.quill@example.test"
RECORD = json.dumps({"user": {"email": MAIL}, "n": [1, 2]}).encode()
TABLE = f"name,email\nDana Quill,{MAIL}\n".encode() * 3
WORD = archive({"[Content_Types].xml": "<x/>", "word/document.xml": f"<w:p><w:t>{MAIL}</w:t></w:p>"})
PROTOBUF = b"\x08\x07\x12\x0aDana Quill\x1a\x17" + MAIL.encode() + b"\x22\x0b524-71-3806"
MSGPACK = b"\x83\xa2id\x07\xa4name\xaaDana Quill\xa5email\xb7" + MAIL.encode()


def b64(data):
    return base64.b64encode(data).decode()


def raw(data):
    return encode(data, ("deflate-raw",))


SAID = {
    "zip": b64(archive({"a.csv": TABLE})),
    "document": b64(WORD),
    "zip as data URL": "data:application/zip;base64," + b64(archive({"a.csv": TABLE})),
    "document as data URL": "data:application/octet-stream;base64," + b64(WORD),
    "raw deflate": b64(raw(RECORD)),
    "raw deflate of XML": b64(raw(b"<samlp:AuthnRequest><NameID>%s</NameID></samlp:AuthnRequest>" % MAIL.encode())),
    "raw deflate, base64url": base64.urlsafe_b64encode(raw(TABLE)).decode().rstrip("="),
    "zstd": b64(encode(RECORD, ("zstd",))),
    "brotli": b64(brotli.compress(RECORD)),
    "quick brotli": b64(brotli.compress(TABLE, quality=1)),
    "gzip of a record of bytes": b64(gzip.compress(PROTOBUF * 2)),
    "zlib of a record of bytes": b64(zlib.compress(MSGPACK * 2)),
    "Protocol Buffers": b64(PROTOBUF),
    "MessagePack": b64(MSGPACK),
    "three bytes and an address": b64(b"\x00\x01\x02" + MAIL.encode()),
    "an address and noise": b64(hashlib.sha512(b"a").digest() + b"\x17" + MAIL.encode() + b"\x00" + hashlib.sha512(b"b").digest()),
    "hexadecimal of gzip": gzip.compress(RECORD).hex(),
    "hexadecimal of a record of bytes": PROTOBUF.hex().upper(),
    "hexadecimal with a prefix": "0x" + MAIL.encode().hex(),
    "hexadecimal of a database's": "\\x" + RECORD.hex(),
    "hexadecimal with colons": MAIL.encode().hex(":"),
    "hexadecimal with hyphens": MAIL.encode().hex("-").upper(),
    "base32": base64.b32encode(RECORD).decode(),
    "base32 without padding": base64.b32encode(MAIL.encode()).decode().rstrip("="),
    "base85": base64.b85encode(RECORD).decode(),
}


VALUES = {
    "Buffer": {"type": "Buffer", "data": list(RECORD)},
    "bytes": list(MAIL.encode()),
    "bytes of a record of bytes": {"payload": list(PROTOBUF)},
    "bytes of gzip": list(gzip.compress(RECORD)),
    "typed array": {str(at): byte for at, byte in enumerate(RECORD)},
    "lines of base64": base64.encodebytes(TABLE).decode(),
    "short lines of base64": "\r\n".join(b64(RECORD)[at : at + 16] for at in range(0, len(b64(RECORD)), 16)),
    "lines of base64 of a zip": base64.encodebytes(archive({"a.csv": TABLE})).decode(),
    "a word of a mail header": "=?utf-8?Q?" + "".join(f"={byte:02X}" for byte in MAIL.encode()) + "?=",
    "words of a mail header": "To: =?utf-8?Q?dana=2Equill?= =?utf-8?Q?=40example=2Etest?=\r\n\r\nhello",
}


@pytest.mark.parametrize(
    "spell",
    [
        lambda data: data.hex(),
        lambda data: "0x" + data.hex(),
        lambda data: data.hex(":"),
        b64,
        list,
        lambda data: b64(b"\x08\x07\x12\x0b" + data),
    ],
    ids=["hexadecimal", "with a prefix", "with colons", "base64", "bytes", "a record"],
)
@pytest.mark.parametrize(("number", "entity"), [("524-71-3806", Entity.US_SSN), ("5555 5555 5555 4444", Entity.CARD)])
def test_reads_what_is_as_short_as_a_number(spell, number, entity):
    reading = read(post(json.dumps({"x": spell(number.encode())}).encode(), "application/json"))
    assert entity in {one.entity for one in Detector(DetectSettings(names=False)).find(reading.items)}


def found_in(value):
    reading = read(post(json.dumps({"x": value}).encode(), "application/json"))
    findings = Detector(DetectSettings(names=False)).find(reading.items)
    return reading, [one for one in findings if one.entity is Entity.EMAIL]


@pytest.mark.parametrize("name", SAID)
def test_reads_what_a_value_holds_and_says_why_it_is_not_rewritten(name):
    reading, findings = found_in(SAID[name])
    assert findings
    assert not reading.opaque
    if "prefix" not in name and "database's" not in name:  # these are text, and written back
        assert "cannot be rewritten" in (why_not_rewritable(reading, findings) or "")


@pytest.mark.parametrize("name", VALUES)
def test_reads_what_several_values_or_words_spell_together(name):
    reading, findings = found_in(VALUES[name])
    assert findings
    assert why_not_rewritable(reading, findings)


def test_a_string_of_escaped_units_is_rewritten():
    body = "k=" + "".join(f"%u{byte:04x}" for byte in MAIL.encode())
    changed = swap(post(body.encode(), "application/x-www-form-urlencoded"), MAIL, "u").body
    assert changed == b"k=u"


@pytest.mark.parametrize("numbers", [[1, 0, 0, 1] * 5, [255] * 40, [300, 40] * 20, list(range(60, 100)), [1.5] * 20])
def test_lists_of_numbers_are_lists_of_numbers(numbers):
    assert not found_in({"x": numbers})[1]


def test_lists_of_bytes_are_read_anew_each_time():
    """What was learned of a request with such a list is not taken over for one with other bytes in it."""
    noise, said = list(hashlib.sha256(b"a").digest()), list(f"to {MAIL}, hello".encode()[:32])
    assert len(noise) == len(said)
    readings = Readings(Alike())
    before, after = (post(json.dumps({"n": 1, "x": one}).encode(), "application/json") for one in (noise, said))
    take = partial(readings.read, settings=Settings(), every_header=False, whole=read)
    for _ in range(3):
        take(before)
    assert take(after).items == read(after).items


@pytest.mark.parametrize("name", ["zip", "raw deflate", "brotli", "Protocol Buffers", "base32"])
@pytest.mark.parametrize("place", ["form", "query", "cookie", "header", "text"])
def test_reads_them_wherever_values_are_read(name, place):
    value = SAID[name]
    escaped = value.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    request = {
        "form": lambda: post(f"a=1&x={escaped}&b=2".encode(), "application/x-www-form-urlencoded"),
        "query": lambda: post(target=f"/t?a=1&x={escaped}"),
        "cookie": lambda: post(Cookie=f"a=1; x={escaped}; b=2", Sec_Fetch_Site="cross-site"),
        "header": lambda: post(X_Visitor=value),
        "text": lambda: post(value.encode(), "text/plain"),
    }[place]()
    assert any(MAIL in text for text in texts(read(request)))


@pytest.mark.parametrize(
    "value",
    [
        hashlib.md5(b"a", usedforsecurity=False).hexdigest(),
        hashlib.sha256(b"a").hexdigest(),
        hashlib.sha512(b"a").hexdigest().upper(),
        b64(hashlib.sha256(b"a").digest()),
        b64(b"".join(hashlib.sha512(bytes([number])).digest() for number in range(40))),
        "550e8400-e29b-41d4-a716-446655440000",
        "GA1.2.1234567890.1700000000",
        "createAnAccountPageForPeople2ndEdition",
        "assets/img/2024/summer-Sale_banner-1280x720",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "9f:86:d0:81:88:4c:7d:65:9a:2f:ea:a0:c5:5a:d0:15:a3:bf:4f:1b",
        "projects/alpha-7/locations/eu-West4/keyRings/k1",
        "k3Jd92-fLm01Qz8k3Jd92-fLm01Qz8!k3Jd92",
    ],
)
def test_takes_digests_keys_and_noise_for_nothing(value):
    assert texts(read(post(json.dumps({"x": value}).encode(), "application/json")), "body/x") == [value]


def test_a_database_in_base64_cannot_be_read():
    assert read(post(json.dumps({"x": b64(database())}).encode(), "application/json")).opaque
    assert read(post(json.dumps({"x": b64(b"7z\xbc\xaf\x27\x1c" + bytes(60))}).encode(), "application/json")).opaque


@pytest.mark.parametrize("pack", [raw, brotli.compress, lambda data: encode(data, ("zstd",))], ids=["deflate", "brotli", "zstd"])
def test_unpacks_no_more_than_there_is_room_for(pack):
    """A value that grows too large is not unpacked, and what was not unpacked was not read."""
    bomb = b64(pack(b"a" * 20_000_000))
    begin = time.process_time()
    reading = read(post(json.dumps({"x": [bomb] * 30}).encode(), "application/json"))
    assert time.process_time() - begin < 4
    assert sum(len(text) for text in texts(reading)) < 8_000_000
    assert reading.opaque


def test_noise_costs_little_time():
    noise = b"".join(hashlib.sha512(number.to_bytes(4)).digest() for number in range(60_000))
    begin = time.process_time()
    read(post(json.dumps({"x": b64(noise)}).encode(), "application/json"))
    many = [b64(hashlib.sha256(number.to_bytes(4)).digest()) for number in range(20_000)]
    read(post(json.dumps(many).encode(), "application/json"))
    assert time.process_time() - begin < 4
