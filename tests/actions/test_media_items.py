"""actions.media_items: what is binary, and what of it is searched."""

import base64
import json
import time

import pytest

from guardian_core.actions import read
from guardian_core.actions.media_items import is_text
from guardian_core.vocabulary import Role
from tests.actions.kit import post, texts, the

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(128, 160)) * 4 + b"IEND\xaeB`\x82"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\tb\r\n", True),
        (b"a\0b", False),
        (PNG, False),
        (b"\x01\x02\x03", False),
        (b"caf\xe9", True),
        (b"\x1b[2mquiet" + b"." * 400, True),
        (b"%PDF-1.4\n", False),
        (b"", True),
    ],
)
def test_tells_text_from_binary(data: bytes, text: bool) -> None:
    assert is_text(data) is text


def test_searches_what_follows_the_end_of_an_image() -> None:
    """BUGS B38: never edited, and still searched."""
    url = "data:image/png;base64," + base64.b64encode(PNG + b" dana.quill@example.test").decode()
    for value in (url, url.partition(",")[2]):
        item = the(read(post(json.dumps({"url": value}).encode())), "dana.quill@example.test")
        assert item.role is Role.BINARY
        assert item.load_bearing


@pytest.mark.parametrize(
    "url",
    [
        "data:,I%20am%20Dana%20Quill",
        "data:text/plain,I am Dana Quill",
        "data:text/plain;charset=utf-8;base64,SSBhbSBEYW5hIFF1aWxs",
        "DATA:;base64,SSBhbSBEYW5hIFF1aWxs",
    ],
)
def test_reads_a_data_url_of_text(url: str) -> None:
    assert the(read(post(json.dumps({"url": url}).encode())), "I am Dana Quill").role is Role.PROSE


def test_does_not_edit_what_claims_to_be_an_image() -> None:
    item = the(read(post(b'{"u":"data:image/png;base64,dana.quill@example.test"}')), "dana.quill@example.test")
    assert item.role is Role.BINARY


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "before", [b"\xff\xd8\xff\xe1", b"\xff\xd8\xff\xe1\x00", b"\xff\xd8\xff\xe1\x00\x00", b"\xff\xd8\xff\xe1XP"]
)
@pytest.mark.parametrize("behind", [b"\x00\x00", b"\xff\xd9", b"7"])
def test_searches_runs_of_utf16_like_those_of_ascii(charset: str, before: bytes, behind: bytes) -> None:
    """Windows writes a picture's title, author and comment as UTF-16."""
    said = "of dana.quill@example.test, 524-71-3806"
    picture = before + said.encode(charset) + behind + bytes(range(128, 256)) * 4
    items = [item for item in read(post(picture, "image/jpeg")).items if item.text == said]
    assert items
    assert picture[items[0].start :].startswith(said.encode(charset)[charset.endswith("be") :][:20])
    assert all(len(item.text) + 1 == len(item.offsets or ()) for item in items)
    url = json.dumps({"a": f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}"})
    assert said in texts(read(post(url.encode(), "application/json")))


@pytest.mark.parametrize("byte", [b"\x00", b"a\x00", b"\x00\x00a\x00\x00", bytes(range(256))])
def test_looks_for_runs_in_linear_time(byte: bytes) -> None:
    data = b"\xff\xd8\xff\xe1" + byte * (4_000_000 // len(byte))
    begin = time.process_time()
    read(post(data, "image/jpeg"))
    assert time.process_time() - begin < 2
