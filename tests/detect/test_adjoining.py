"""adjoining: which items stand beside each other as parts of one value may."""

import json

import pytest

from guardian_core import actions
from guardian_core.detect.adjoining import FIELDS, groups
from guardian_core.vocabulary import Request


def grouped(body, content_type="application/json", **options):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = Request("POST", "https", "h.test", 443, "/", ((b"content-type", content_type.encode()),), data)
    items = actions.read(request).items
    return {(tuple(items[number].text for number in one.members), one.runs, one.bare) for one in groups(items, **options)}


@pytest.mark.parametrize(
    ("body", "group"),
    [
        (["a", "b"], (("a", "b"), True, True)),
        ({"x": {"p": "a", "q": "b"}}, (("a", "b"), False, False)),
        ({"cc1": "a", "cc2": "b", "z": "c"}, (("a", "b"), True, True)),
        ({"messages": [{"role": "u", "content": "a"}, {"role": "u", "content": "b"}]}, (("a", "b"), True, False)),
        ({"m": [{"c": [{"text": "a"}]}, {"c": [{"text": "b"}]}]}, (("a", "b"), True, False)),
    ],
)
def test_what_stands_beside_each_other(body, group):
    assert group in grouped(body)


def test_repeated_fields_and_elements():
    assert grouped(b"cc=a&cc=b&z=c", "application/x-www-form-urlencoded") == {
        (("a", "b"), True, True), (("a", "b", "c"), False, False),
    }  # fmt: skip
    assert (("a", "b"), True, False) in grouped(b"<card><p>a</p><p>b</p></card>", "application/xml")


def test_names_say_what_the_parts_are_parts_of():
    request = Request(
        "POST", "https", "h.test", 443, "/", (), json.dumps({"ssn": {"a": "1", "b": "2"}, "cc1": "3", "cc2": "4"}).encode()
    )
    named = {one.named for one in groups(actions.read(request).items)}
    assert {(("ssn", "ssn"),), (("card", "cc"),)} <= named


def test_names_of_fields_binary_content_and_large_objects_are_left_out():
    assert grouped({f"k{chr(97 + n % 26)}{n}x": "v" for n in range(FIELDS + 1)}) == set()
    assert grouped({"a": "1"}) == set()
    assert grouped({"x": {"p": "a", "q": "b"}}, every=False) == set()
