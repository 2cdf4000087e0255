"""What is packed in sentences."""

import base64
import zlib

import pytest

from guardian_core.detect import Detector
from guardian_core.packed_texts import packed_findings
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity

MAIL = "dana.quill@example.test"
AS_BASE64 = base64.b64encode(MAIL.encode()).decode()


@pytest.fixture(scope="module")
def by_pattern():
    return Detector(DetectSettings(names=False))


@pytest.mark.parametrize(("packed", "chain"), [(AS_BASE64, "base64"), (MAIL.encode().hex(), "hex")])
def test_finds_the_whole_stretch(by_pattern, packed, chain):
    text = f"Ähm, it is {packed} here"
    (found,) = packed_findings(text, by_pattern)
    assert text[found.start : found.end] == packed
    assert (found.entity, found.value, found.encoding[-1].partition("-")[0]) == (Entity.EMAIL, MAIL, chain)


def test_finds_what_is_packed_twice_once(by_pattern):
    twice = base64.b64encode(f"to {AS_BASE64} of today".encode()).decode()
    (found,) = packed_findings(f"a {twice} b", by_pattern)
    assert found.value == f"to {AS_BASE64} of today"


def test_finds_nothing_where_nothing_is_packed(by_pattern):
    nothing = base64.b64encode(b"the weather of today in the north").decode()
    assert packed_findings(f"{MAIL} and {nothing} and {'ab' * 20}", by_pattern) == []


def test_what_cannot_be_packed_again_goes_as_a_whole(by_pattern):
    packed = base64.b64encode(zlib.compress(f"write to {MAIL} today".encode())[2:-4]).decode()
    (found,) = packed_findings(packed, by_pattern)
    assert (found.start, found.end, found.encoding) == (0, len(packed), ())
