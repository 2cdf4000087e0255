"""What is packed in values and files, through a real proxy: none of it reaches somebody who may not have what it says."""

import base64
import gzip
import io
import json
import zipfile
from urllib.parse import urlencode

import brotli
import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, status_of
from tests.wire.test_codings import raw_deflate, zstd

RECORD = b'{"email":"%s"}' % MAIL.encode()
ASSERTION = (
    b'<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><NameID>%s</NameID></samlp:Response>' % MAIL.encode()
)
FORM = b"Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize("name", ["csrf_token", "RelayState", "id_token", "code_challenge", "g-recaptcha-response", "SAMLResponse"])
def test_a_value_with_the_name_of_a_protocols_is_opened(wire, name):
    said = ASSERTION if name == "SAMLResponse" else RECORD
    body = urlencode({name: base64.b64encode(said).decode()}).encode()
    assert status_of(wire.post(DENIES, body, FORM)) == 403
    assert wire.origin.raw == b""
    assert status_of(wire.post(ALLOWS, body, FORM)) == 200
    assert body in wire.origin.raw


def form(content, name):
    head = '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nbackup\r\n--B\r\n'
    head += f'Content-Disposition: form-data; name="f"; filename="{name}"\r\n\r\n'
    return head.encode() + content + b"\r\n--B--\r\n"


def archive(text, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        file.writestr("customers.csv", text)
    return out.getvalue()


HELD = f"name,email\nDana Quill,{MAIL}\n" * 3
PICTURE = b"\xff\xd8\xff\xe1\x00\x18Exif\x00\x00" + bytes(range(128, 256)) * 40
MULTIPART = b"Content-Type: multipart/form-data; boundary=B"


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("customers.zip", archive(HELD), 403),
        ("weather.zip", archive("day,rain\nMonday,4\n" * 20), 200),
        ("customers.zip", archive(HELD, zipfile.ZIP_LZMA), 403),
        ("customers.7z", b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(range(256)), 403),
        ("letter.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), 403),
        ("people.db", b"SQLite format 3\x00" + bytes(600), 403),
        ("photo.jpg", PICTURE, 200),
        ("photo.jpg", PICTURE + MAIL.encode("utf-16-le"), 403),
    ],
    ids=["zip", "harmless zip", "zip in lzma", "7z", "old office", "database", "photo", "photo with an address"],
)
def test_files_in_forms_go_by_what_they_say_or_by_whether_they_can_be_read(wire, name, content, status):
    """What cannot be read goes by `[fail] opaque` like a body of its own; to whom that is open, all of it goes."""
    body = form(content, name)
    assert status_of(wire.post(DENIES, body, MULTIPART)) == status
    assert (body in wire.origin.raw) is (status == 200)
    wire.origin.forget()
    assert status_of(wire.post(ALLOWS, body, MULTIPART)) == 200
    assert body in wire.origin.raw


JSON = b"Content-Type: application/json"
VALUES = {
    "zip": base64.b64encode(archive(HELD)).decode(),
    "zip as data URL": "data:application/zip;base64," + base64.b64encode(archive(HELD)).decode(),
    "raw deflate": base64.b64encode(raw_deflate(RECORD * 2)).decode(),
    "zstd": base64.b64encode(zstd.compress(RECORD)).decode(),
    "brotli": base64.b64encode(brotli.compress(RECORD)).decode(),
    "bytes around an address": base64.b64encode(b"\x08\x07\x12\x17" + MAIL.encode()).decode(),
    "hexadecimal of gzip": gzip.compress(RECORD).hex(),
    "hexadecimal with colons": MAIL.encode().hex(":"),
    "Buffer": {"type": "Buffer", "data": list(RECORD)},
    "typed array": {str(at): byte for at, byte in enumerate(RECORD)},
    "base32": base64.b32encode(RECORD).decode(),
    "base85": base64.b85encode(RECORD).decode(),
    "a word of a mail header": "=?utf-8?Q?" + MAIL.replace("@", "=40") + "?=",
    "escaped units": "".join(f"%u{ord(letter):04x}" for letter in MAIL),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_opened_however_they_are_packed(wire, name):
    body = json.dumps({"n": 1, "x": VALUES[name]}).encode()
    assert status_of(wire.post(DENIES, body, JSON)) == 403
    assert wire.origin.raw == b""
    assert status_of(wire.post(ALLOWS, body, JSON)) == 200
    assert body in wire.origin.raw
    wire.origin.forget()
    rewritten = {"escaped units"}  # all others are refused, with the reason
    assert status_of(wire.post(REWRITES, body, JSON)) == (200 if name in rewritten else 403)
    assert body not in wire.origin.raw
