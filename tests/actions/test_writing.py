"""actions.write: exactly the edited code points change, in the right spelling; bad edits are refused."""

import gzip
import json
import re
from urllib.parse import parse_qsl, quote, urlencode

import brotli
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from guardian_core.actions import read, write
from guardian_core.errors import EditError
from guardian_core.vocabulary import Role
from tests.actions.kit import edit, find, post, swap

MAIL = "dana.quill@example.test"
NEW = 'a "b"&=%+é<\\'

SPLICES = {
    "json": (
        b'{"id":12345678901234567890123,"amt":10.10,"rate":1e400,"dup":1,"dup":2 , "mail":"dana.quill@example.test"}',
        "application/json",
        b'"dana.quill@example.test"',
        b'"x@y.test"',
    ),
    "json escape": (
        b'{"alt":"dana.quill\\u0040example.test","k":"\\u00e9"}',
        "application/json",
        b"dana.quill\\u0040example.test",
        b"x@y.test",
    ),
    "json in json": (b'{"arguments":"{\\"mail\\":\\"dana.quill@example.test\\"}"}', "application/json", MAIL.encode(), b"x@y.test"),
    "form": (
        b"a=&b&c=x%20y&d=%7E&e[]=1&e[]=2&mail=dana.quill%40example.test",
        "application/x-www-form-urlencoded",
        b"dana.quill%40example.test",
        b"x%40y.test",
    ),
    "json in form": (b"z=%7e&message=%7B%22mail%22%3A%22dana.quill@example.test%22%7D", None, MAIL.encode(), b"x%40y.test"),
    "url in form": (
        b"dl=https%3A%2F%2Fs.test%2F%3Femail%3Ddana.quill%2540example.test%26a%3D1",
        None,
        b"dana.quill%2540example.test",
        b"x%2540y.test",
    ),
    "url in json": (
        b'{"url":"https:\\/\\/s.test\\/?email=dana.quill%40example.test&b=%7e#f"}',
        "application/json",
        b"dana.quill%40example.test",
        b"x%40y.test",
    ),
    "multipart": (
        b'--B1\r\nContent-Disposition: form-data; name="who"\r\n\r\ndana.quill@example.test\r\n--B1\r\n'
        b"Content-Disposition: form-data;"
        b' name="f"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n\r\n--inside\xff\r\n--B1--\r\n',
        "multipart/form-data; boundary=B1",
        MAIL.encode(),
        b"x@y.test",
    ),
    "filename": (
        b'--B1\nContent-Disposition: form-data; name="f"; filename="dana.quill@example.test.jpg"\n\n\xff\xd8\xff\x00\n--B1--',
        "multipart/form-data; boundary=B1",
        MAIL.encode(),
        b"x@y.test",
    ),
    "xml": (b"<a  b='1'><c>dana.quill&#64;example.test</c></a>", "text/xml", b"dana.quill&#64;example.test", b"x@y.test"),
    "text": (b"Mail\tdana.quill@example.test \xff now", "text/plain; charset=utf-8", MAIL.encode(), b"x@y.test"),
    "ndjson": (b'{"a":"\xc3\xa9"}\r\n{"a":"dana.quill@example.test"}\n', None, MAIL.encode(), b"x@y.test"),
    "utf-16": (
        '{"é":"dana.quill@example.test"}'.encode("utf-16"),
        "application/json",
        MAIL.encode("utf-16-le"),
        "x@y.test".encode("utf-16-le"),
    ),
}


@pytest.mark.parametrize(("body", "content_type", "old", "new"), SPLICES.values(), ids=SPLICES)
def test_changes_only_the_value(body: bytes, content_type: str | None, old: bytes, new: bytes) -> None:
    """BUGS B07, B09, B12, B39."""
    assert swap(post(body, content_type), MAIL, "x@y.test").body == body.replace(old, new)


def test_keeps_emoji_before_a_name() -> None:
    """BUGS B33: code points, not UTF-16 units, whatever the spelling."""
    for text in ("Hi \U0001f600\U0001f600 I'm Dana Quill", "Hi \\ud83d\\ude00\\ud83d\\ude00 I'm Dana Quill"):
        body = f'{{"t":"{text}, e\u0301"}}'.encode()
        reading = read(post(body, "application/json"))
        item, start = find(reading, "Dana Quill")
        assert start == 10
        assert write(reading, [edit(item, 10, 20, "X")]).body == body.replace(b"Dana Quill", b"X")


@pytest.mark.parametrize(("new", "spelled"), [("4242", b"4242"), ("[CARD]", b'"[CARD]"'), ("007", b'"007"')])
def test_keeps_json_valid_when_a_number_is_replaced(new: str, spelled: bytes) -> None:
    changed = swap(post(b'{"pan": 4111111111111111}', "application/json"), "4111111111111111", new).body
    assert changed == b'{"pan": ' + spelled + b"}"
    json.loads(changed)


def test_replaces_part_of_a_number_as_a_whole() -> None:
    assert swap(post(b'{"pan":4111111111111111}'), "111111111111", "XX").body == b'{"pan":"4XX111"}'


def test_writes_in_the_charset_of_the_body() -> None:
    """BUGS B11: raw and percent-encoded windows-1252; the label stays."""
    body = b"name=Zo\xeb+Lindqvist&city=Malm\xf6&p=Zo%EB"
    request = post(body, "application/x-www-form-urlencoded; charset=windows-1252")
    changed = swap(request, "Zoë Lindqvist", "Noë Žid")
    assert changed.body == body.replace(b"Zo\xeb+Lindqvist", b"No%EB+%8Eid")
    assert changed.headers == request.headers
    assert swap(post(b"p=Zo%EB", "application/x-www-form-urlencoded"), "Zoë", "Noë").body == b"p=No%EB"
    assert swap(post(b"Zo\xeb was here", "text/plain; charset=windows-1252"), "Zoë", "Łuk 王").body == b"Luk x was here"
    assert swap(post(b'{"a":"Zo\xeb"}', "application/json; charset=windows-1252"), "Zoë", "王").body == b'{"a":"\\u738b"}'


def test_puts_codings_back_and_corrects_the_length() -> None:
    """BUGS B02, and never two lengths."""
    body = brotli.compress(gzip.compress(b'{"mail":"dana.quill@example.test"}'))
    changed = swap(post(body, Content_Encoding="gzip, br", Content_Length=str(len(body)), content_length="7"), MAIL, "x@y.test")
    assert gzip.decompress(brotli.decompress(changed.body)) == b'{"mail":"x@y.test"}'
    assert [value for name, value in changed.headers if name.lower() == b"content-length"] == [str(len(changed.body)).encode()]


def test_sends_a_mislabelled_plain_body_plain() -> None:
    """BUGS B01."""
    request = post(b'{"user":"dana.quill@example.test"}', "application/json", Content_Encoding="gzip", Content_Length="34")
    assert read(request).codings == ()
    changed = swap(request, MAIL, "x@y.test")
    assert changed.body == b'{"user":"x@y.test"}'
    assert (changed.header("content-encoding"), changed.header("content-length")) == ("gzip", "19")


def test_leaves_chunked_framing_without_a_length() -> None:
    changed = swap(post(b"dana.quill@example.test", Transfer_Encoding="chunked"), MAIL, "x")
    assert changed.header("content-length") is None


def test_edits_target_and_referer_and_the_right_cookie() -> None:
    request = post(target=f"/u/{quote(MAIL)}?b=%7E", Sec_Fetch_Site="cross-site", Referer=f"https://p.test/?e={quote(MAIL)}&f=+")
    request = type(request)(
        **{f: getattr(request, f) for f in request.__slots__}
        | {"headers": (*request.headers, (b"cookie", b"a=1; b=2"), (b"Cookie", b"c=dana.quill@example.test; d=3"))}
    )
    reading = read(request)
    edits = [
        edit(n, item.text.index(MAIL), item.text.index(MAIL) + len(MAIL), "x@y")
        for n, item in enumerate(reading.items)
        if MAIL in item.text
    ]
    assert len(edits) == 3
    changed = write(reading, edits)
    assert changed.target == "/u/x%40y?b=%7E"
    assert changed.header("referer") == "https://p.test/?e=x%40y&f=+"
    assert changed.headers[-2:] == ((b"cookie", b"a=1; b=2"), (b"Cookie", b"c=x@y; d=3"))


def test_rewrites_a_text_data_url_and_never_an_image() -> None:
    """BUGS B38."""
    image = "data:image/png;base64,iVBORw0KGgo" + "AKIAABCDEFGHIJKLMNOP" * 6 + "gg=="
    body = json.dumps(
        {"content": [{"url": image}, {"text": "I am Dana Quill"}, {"u": "data:text/plain;base64,RGFuYSBRdWlsbCE="}]}
    ).encode()
    reading = read(post(body, "application/json"))
    assert not [item for item in reading.items if "AKIA" in item.text and item.role is not Role.BINARY]
    assert swap(post(body), "I am Dana Quill", "I am X").body == body.replace(b"Dana Quill", b"X")
    only = b'{"u":"data:text/plain;base64,RGFuYSBRdWlsbCE="}'
    assert swap(post(only), "Dana Quill", "X").body == b'{"u":"data:text/plain;base64,WCE="}'


REFUSED = {
    "no such item": [edit(99, 0, 1, "x")],
    "negative item": [edit(-1, 0, 1, "x")],
    "outside": [edit(1, 0, 99, "x")],
    "backwards": [edit(1, 2, 1, "x")],
    "overlap": [edit(1, 0, 3, "x"), edit(1, 2, 4, "y")],
    "twice the same": [edit(1, 0, 3, "x"), edit(1, 0, 3, "x")],
}


@pytest.mark.parametrize("edits", REFUSED.values(), ids=REFUSED)
def test_refuses_bad_edits(edits: list) -> None:
    with pytest.raises(EditError) as caught:
        write(read(post(b'{"a":"secret"}')), edits)
    assert "secret" not in str(caught.value)


def test_refuses_ambient_binary_and_signed() -> None:
    cookies = read(post(Cookie="sid=abcdef"))
    binary = read(post(b"\x89PNG\r\n\x1a\n\x00abcdefgh\x00", "image/png"))
    signed = read(post(b'{"a":"b"}', X_Hub_Signature_256="sha256=x"))
    for reading in (cookies, binary, signed):
        with pytest.raises(EditError):
            write(reading, [edit(0, 0, 1, "x")])


WORDS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30)
KEYS = st.text("abcdefghij", min_size=1, max_size=8)
TREES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), WORDS),
    lambda t: st.lists(t, max_size=4) | st.dictionaries(KEYS, t, max_size=4),
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, TREES, max_size=4), WORDS, st.booleans(), st.sampled_from([None, 1]))
def test_round_trips_one_json_string(tree: dict, new: str, ascii_only: bool, indent: int | None) -> None:
    body = json.dumps({**tree, "zz": "old value", "after": tree}, ensure_ascii=ascii_only, indent=indent).encode("utf-8")
    changed = swap(post(body, "application/json"), "old value", new).body
    assert json.loads(changed) == {**tree, "zz": new, "after": tree}
    head, _, tail = body.partition(b'"old value"')
    assert "old value" in str(tree) or (changed.startswith(head) and changed.endswith(tail))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(KEYS, WORDS), max_size=5), WORDS)
def test_round_trips_one_form_value(pairs: list[tuple[str, str]], new: str) -> None:
    assume("old value" not in str(pairs))
    body = urlencode([*pairs, ("zz", "old value"), *pairs]).encode()
    changed = swap(post(body, "application/x-www-form-urlencoded"), "old value", new).body
    assert parse_qsl(changed.decode(), keep_blank_values=True) == [*pairs, ("zz", new), *pairs]
    head, _, tail = body.partition(b"old+value")
    assert changed.startswith(head)
    assert changed.endswith(tail)


@settings(max_examples=300, deadline=None)
@given(WORDS, st.data())
def test_splices_any_span_of_a_string(text: str, data: st.DataObject) -> None:
    """Output = the decoded text with disjoint spans replaced, for random spans (BUGS B34)."""
    assume(not re.search(r"&#|\\", text))  # spelled otherwise, as HTML and programs do, and written back so
    body = json.dumps({"a": "start " + text + " end"}).encode()
    reading = read(post(body, "application/json"))
    index = next((n for n, item in enumerate(reading.items) if item.text == "start " + text + " end"), None)
    assert index is not None
    value = reading.items[index].text
    cuts = sorted(data.draw(st.sets(st.integers(0, len(value)), min_size=4, max_size=4)))
    changed = write(reading, [edit(index, cuts[2], cuts[3], NEW), edit(index, cuts[0], cuts[1], "")])
    assert json.loads(changed.body)["a"] == value[: cuts[0]] + value[cuts[1] : cuts[2]] + NEW + value[cuts[3] :]
