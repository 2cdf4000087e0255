"""The prefilter never says no where a detector says yes."""

import json
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardian_core.detect import Detector, may_hold
from guardian_core.detect.keys import KEY_WORDS
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Item, Place, Role

KEYS = st.one_of(
    st.sampled_from(sorted(KEY_WORDS)),
    st.sampled_from(["contact[firstName]", "e-mail", "zip_code", "p-w-d", "x", "d_o_b", "user.name"]),
    st.text("abcdefghijklmnopqrstuvwxyz_-[]", max_size=8),
)
VALUES = st.one_of(
    st.sampled_from(["dana", "m", "12 a", "abc", "9x1", "1/2/80", "born: may 5", "dob: may/5", "driver's licence: abcde1",
                      "a@b.cd", "pin: 1b!x", "fe80::1a:b2", "1eg4-te5-mk73", "1eg4te5mk73", "a[at]b[dot]cd", "a(at)b.cd",
                      "plate: a1",
                      "8fw4v75v+8q6", "///abc.def.ghi", "s1234567d", "name=b c", "dob=1/2/80", "hasło: a1b2", "x y\nz,w\n",
                      "curl -u a:b1c", "targa: AB1"]),
    st.text("abcxyz0123456789@.:/ -+=!'", max_size=14),
    st.text(max_size=8),
)  # fmt: skip
WRITTEN = {
    "json": lambda key, value: json.dumps({key: value}).encode(),
    "json with letters": lambda key, value: json.dumps({key: value}, ensure_ascii=False).encode("utf-8", "surrogatepass"),
    "form": lambda key, value: urlencode({key: value.encode("utf-8", "surrogatepass")}).encode(),
    "utf-16": lambda key, value: json.dumps({key: value}).encode("utf-16"),
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
@given(key=KEYS, value=VALUES, role=st.sampled_from([Role.PROSE, Role.VALUE]))
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_says_yes_wherever_a_pattern_or_a_key_finds_something(patterns_only, write, key, value, role):
    items = [Item(f"body/{key}", key, value, role, Place.BODY, None, 0, len(value))]
    if patterns_only.find(items):
        assert may_hold(write(key, value))


@pytest.mark.parametrize("data", [b'{"event":"view","n":1}', b"", b"a=1&b=2", b'{"ok":true,"items":[1,2,3],"on":null}'])
def test_says_no_where_nothing_can_be(data):
    assert not may_hold(data)


@pytest.mark.parametrize("text", ["I am Dana Quill", "dana quill", "中村", "Dana"])
def test_says_yes_where_a_name_can_be(text):
    assert may_hold(json.dumps({"x": text}, ensure_ascii=False).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"ZGFuYUBleGFtcGxlLnRlc3Q=",
        b"dana%40example.test",
        b'"dana\\u0040x"',
        "４１１１".encode(),
        b"first_name=d",
        b"a[first][name]=d",
    ],
)
def test_says_yes_to_values_in_disguise(data):
    assert may_hold(data)


def test_rules_of_the_users_own_may_look_like_anything():
    """A detector with words or patterns of the user's never says no; without them it says what the prefilter says."""
    assert not Detector(DetectSettings(names=False)).may_hold(b"a=1")
    assert Detector(DetectSettings.model_validate({"names": False, "deny": {"heron": "Content"}})).may_hold(b"a=1")
    pattern = {"name": "x", "regex": "a=1", "category": "Content"}
    assert Detector(DetectSettings.model_validate({"names": False, "patterns": [pattern]})).may_hold(b"a=1")
