"""actions.file_items: what archives say, and whether that is all."""

import base64
import io
import json
import sqlite3
import time
import zipfile
from contextlib import closing

import pytest

from guardian_core import actions
from guardian_core.detect import Detector
from guardian_core.errors import EditError
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity, Role
from tests.actions.kit import edit, find, post, texts

MAIL = "dana.quill@example.test"
TABLE = f"name,email,ssn\nDana Quill,{MAIL},524-71-3806\n" * 3
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def archive(entries, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, content in entries.items():
            file.writestr(name, content)
    return out.getvalue()


def form(content, name="customers.zip", fields=""):
    head = f'--B\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n{fields}\r\n'.encode()
    return post(head + content + b"\r\n--B--\r\n", "multipart/form-data; boundary=B")


def database():
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("create table person (name, mail, ssn)")
        made.execute("insert into person values (?, ?, ?)", ("Dana Quill", MAIL, "524713806"))
        made.commit()
        return made.serialize()


ENCRYPTED = bytearray(archive({"a.csv": TABLE}))
for header in (b"PK\x03\x04", b"PK\x01\x02"):
    ENCRYPTED[ENCRYPTED.index(header) + (6 if header[2] == 3 else 8)] |= 1
OPEN = {
    "deflated": archive({"customers.csv": TABLE}),
    "stored": archive({"customers.csv": TABLE}, zipfile.ZIP_STORED),
    "json": archive({"a/b.json": json.dumps({"who": {"mail": MAIL}})}),
    "utf-16": archive({"a.txt": TABLE.encode("utf-16")}),
    "utf-16 without a mark": archive({"a.txt": TABLE.encode("utf-16-le")}),
    "windows": archive({"a.txt": (TABLE + "Müller").encode("cp1252")}),
    "zip in zip": archive({"a.zip": archive({"a.csv": TABLE})}, zipfile.ZIP_STORED),
    "with a picture": archive({"a.png": PICTURE, "a.csv": TABLE}),
    "with a folder": archive({"a/": b"", "a/a.csv": TABLE}),
    "document with an enclosed file": archive({"[Content_Types].xml": "<x/>", "word/embeddings/a.zip": archive({"a.csv": TABLE})}),
}
SHUT = {
    "encrypted": bytes(ENCRYPTED),
    "damaged": archive({"a.csv": TABLE})[:-30],
    "damaged entry": archive({"a.csv": TABLE}, zipfile.ZIP_STORED).replace(b"524", b"525", 1),
    "of a version that does not exist": archive({"a.csv": TABLE}).replace(b"PK\x01\x02\x14\x03\x14", b"PK\x01\x02\x14\x03\xff"),
    "lzma": archive({"a.csv": TABLE}, zipfile.ZIP_LZMA),
    "too large": archive({"a.csv": b"0" * 3_000_000}),
    "too deep": archive({"a": archive({"a": archive({"a": archive({"a": archive({"a": "text"})})})})}),
    "database inside": archive({"a.db": database()}),
    "hidden between entries": b"PK\x03\x04" + bytes(range(256)) * 20 + archive({"a.txt": "nothing"}),
    "database": database(),
}


@pytest.mark.parametrize("name", OPEN)
def test_reads_the_entries_of_a_zip(name):
    """A zip in a form is read entry by entry, and refused or allowed by what they say."""
    reading = actions.read(form(OPEN[name]))
    found = {one.entity for one in Detector(DetectSettings(names=False)).find(reading.items)}
    assert Entity.EMAIL in found
    assert name == "json" or Entity.US_SSN in found
    assert not reading.opaque


@pytest.mark.parametrize("name", SHUT)
def test_says_so_of_what_it_cannot_read(name):
    assert actions.read(form(SHUT[name])).opaque


def test_a_bare_zip_is_binary_as_ever_and_searched():
    reading = actions.read(post(OPEN["deflated"], "application/zip"))
    assert reading.opaque
    assert any(MAIL in text for text in texts(reading))


def test_a_part_in_base64_is_read_as_one_that_is_not():
    coded = base64.encodebytes(OPEN["deflated"])
    reading = actions.read(form(coded, fields="Content-Transfer-Encoding: base64\r\n"))
    assert any(MAIL in text for text in texts(reading))
    assert not reading.opaque


@pytest.mark.parametrize("role", [Role.PROSE, Role.VALUE])
def test_writes_nothing_into_an_archive(role):
    content = TABLE if role is Role.PROSE else json.dumps({"mail": MAIL})
    reading = actions.read(form(archive({"a": content})))
    index, at = find(reading, MAIL)
    assert reading.items[index].role is role
    assert reading.items[index].load_bearing
    with pytest.raises(EditError):
        actions.write(reading, [edit(index, at, at + 4, "x")])


def test_a_bomb_costs_no_more_than_its_cap():
    bomb = archive({f"{number}.txt": b"a" * 1_900_000 for number in range(200)})
    begin = time.process_time()
    reading = actions.read(form(bomb))
    assert time.process_time() - begin < 3
    assert sum(map(len, texts(reading))) < 3_000_000
    assert reading.opaque


def test_many_entries_cost_no_time():
    many = archive({str(number): b"" for number in range(20_000)}, zipfile.ZIP_STORED)
    begin = time.process_time()
    assert actions.read(form(many)).opaque
    assert time.process_time() - begin < 1
