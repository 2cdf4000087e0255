"""actions.unread_items: what of the headers is read for registered values only."""

from dataclasses import replace

import pytest

from guardian_core.actions import read, write
from guardian_core.vocabulary import Place
from tests.actions.kit import edit, post

FIREFOX = {
    "Host": "x.test",
    "User_Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept": "*/*",
    "Accept_Language": "en-GB,en;q=0.5",
    "If_None_Match": '"4111111111111111"',
    "Range": "bytes=0-1023",
    "Referer": "https://shop.example.com/a",
    "Cookie": "sid=1",
    "Sec_Fetch_Site": "cross-site",
}


def unread(request):
    reading = read(request, every_header=True)
    return reading, [item for item in reading.items if item.registered_only]


def test_asks_for_them_only_where_something_is_registered() -> None:
    request = post(b"{}", "application/json", **FIREFOX)
    usual, (full, extra) = read(request), unread(request)
    assert full.items == (*usual.items, *extra)
    assert not any(item.registered_only for item in usual.items)


@pytest.mark.parametrize(
    ("headers", "text", "editable"),
    [
        ({"User_Agent": "Nora Zandvoort"}, "Nora Zandvoort", True),
        ({"Accept_Language": "en, nora"}, "en, nora", True),
        ({"X_Forwarded_For": "nora"}, "nora", True),
        ({"If_None_Match": '"nora"'}, '"nora"', False),
        ({"Content_Type": "multipart/form-data; boundary=nora"}, "multipart/form-data; boundary=nora", False),
        ({"Sec_WebSocket_Protocol": "nora"}, "nora", False),
        ({"Origin": "https://nora.test"}, "https://nora.test", False),
        ({"Host": "nora.x.test"}, "nora.x.test", False),
        ({"Authorization": "Basic eyJuYW1lIjogIm5vcmEgeiJ9"}, "nora z", False),
        ({"Range": "bytes=4420-79460991"}, "bytes=4420-79460991", False),
        ({"X_One": "4 4 2"}, "4 4 2", True),
        ({"User_Agent": "a%2Fnora%20z"}, "a/nora z", True),
        ({"X_Nora_Zandvoort": "1"}, "X-Nora-Zandvoort", False),
        ({"Cookie": "nora_z=1"}, "nora_z", True),
        ({"Referer": "https://nora.example.com/a"}, "nora.example.com", True),
    ],
)
def test_reads_the_other_values_and_all_names(headers, text, editable) -> None:
    found = [item for item in unread(post(**headers))[1] if text in item.text]
    assert [item.load_bearing is None for item in found] == [editable]


def test_reads_a_method_that_nobody_knows() -> None:
    invented = replace(post(b"", **FIREFOX), method="NORAZANDVOORT")
    assert [item.text for item in unread(invented)[1] if item.load_bearing == "the request's method"] == ["NORAZANDVOORT"]
    assert not [item for item in unread(replace(invented, method="PROPFIND"))[1] if item.key == "method"]


def test_takes_the_host_from_the_connection_where_no_header_says_it() -> None:
    assert [item.text for item in unread(post(host="nora.x.test", Accept="*/*"))[1]] == ["nora.x.test"]


@pytest.mark.parametrize("name", ["Sec_Fetch_Dest", "Connection", "Pragma"])
def test_leaves_out_what_everybody_sends(name) -> None:
    assert unread(post(Host="x.test", **{name: "no-cors"}))[1] == unread(post(Host="x.test"))[1]
    assert unread(post(b"12345", Host="x.test", Content_Length="5"))[1] == unread(post(Host="x.test"))[1]


def test_writes_into_the_right_header_and_changes_no_other_byte() -> None:
    request = post(X_First="first", **FIREFOX)
    reading, _ = unread(request)
    edits = []
    for old in ("Linux", "en-GB", "shop.example.com", "sid"):
        number = next(n for n, item in enumerate(reading.items) if item.registered_only and old in item.text)
        start = reading.items[number].text.index(old)
        edits.append(edit(number, start, start + len(old), "Q"))
    expected = dict(request.headers)
    expected |= {
        b"User-Agent": expected[b"User-Agent"].replace(b"Linux", b"Q"),
        b"Accept-Language": b"Q,en;q=0.5",
        b"Referer": b"https://Q/a",
        b"Cookie": b"Q=1",
    }
    assert dict(write(reading, edits).headers) == expected


def test_says_no_private_name_in_a_path() -> None:
    names = [item for item in unread(post(X_Nora_Zandvoort="1"))[1] if item.text == "X-Nora-Zandvoort"]
    assert [(item.path, item.key, item.place) for item in names] == [("header", "", Place.HEADER)]
