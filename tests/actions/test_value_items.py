"""actions.value_items: layers within values."""

import json
from urllib.parse import quote

import pytest

from guardian_core.actions import read
from tests.actions.kit import post, swap, texts

MAIL = "dana.quill@example.test"
LAYERS = {
    "json in json": json.dumps({"mail": MAIL}),
    "json in json in json": json.dumps({"a": json.dumps([MAIL])}),
    "url": f"https://s.test/p?email={quote(MAIL, safe='')}&b=1",
    "url in url": f"https://s.test/p?dl={quote('https://t.test/?email=' + quote(MAIL, safe=''), safe='')}",
    "fragment": f"https://s.test/#mail={quote(MAIL, safe='')}",
    "percent": quote(MAIL, safe=""),
    "percent twice": quote(quote(MAIL, safe=""), safe=""),
    "query": f"a=1&mail={quote(MAIL, safe='')}",
    "cut json": json.dumps({"mail": MAIL, "b": "c"})[:-3],
    "relative url": f"/p?email={quote(MAIL, safe='')}",
}


@pytest.mark.parametrize("value", LAYERS.values(), ids=LAYERS)
def test_reads_and_writes_through_layers(value: str) -> None:
    """In a JSON string, a form value and a query alike."""
    bodies = [post(json.dumps({"v": value}).encode(), "application/json"), post(b"v=" + quote(value, safe="").encode())]
    for request in [*bodies, post(target="/?v=" + quote(value, safe=""))]:
        assert MAIL in texts(read(request))
        changed = swap(request, MAIL, "x@y.test")
        assert texts(read(changed)) == [text.replace(MAIL, "x@y.test") for text in texts(read(request))]


def test_stops_at_a_depth() -> None:
    value = MAIL
    for _ in range(12):
        value = quote(value, safe="")
    assert texts(read(post(json.dumps({"v": value}).encode())), "body/v")


@pytest.mark.parametrize(
    "value",
    ["[PERSON_1] said hello", "{not json}", "100% sure", "a=b", "50%25 off now", "data: none", "see https://x.test/?a=b now"],
)
def test_leaves_text_whole(value: str) -> None:
    assert texts(read(post(json.dumps({"v": value}).encode())), "body/v") == [value]


SPELLED = {
    "entity": ("<b>Mail</b> dana.quill&#64;example.test", "<b>Mail</b> x&amp;y@z.test"),
    "named entity": ("write to dana.quill&commat;example.test", "write to x&amp;y@z.test"),
    "escapes": (r"'dana.quill\x40example\u002etest' C:\new", r"'x&y@z.test' C:\new"),
}


@pytest.mark.parametrize(("value", "after"), SPELLED.values(), ids=SPELLED)
def test_reads_letters_that_are_spelled_otherwise(value: str, after: str) -> None:
    """As HTML editors and programs write them, in prose; what is replaced is spelled the same way, the rest stays."""
    written = swap(post(json.dumps({"v": value}).encode(), "application/json"), MAIL, "x&y@z.test")
    assert json.loads(written.body) == {"v": after}
    written = swap(post(value.encode(), "text/plain"), MAIL, "x&y@z.test")
    assert written.body.decode() == after
