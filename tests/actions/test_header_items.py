"""actions.header_items: what scripts, SDKs and agents write into headers."""

import base64
import gzip
import json
from urllib.parse import quote, unquote

import pytest

from guardian_core.actions import classify, read, relevant, write
from guardian_core.detect import Detector
from guardian_core.settings import DecisionSettings, DetectSettings, ListedDomain
from guardian_core.vocabulary import Category, Place, Recipient, Request
from tests.actions.kit import edit, find, post, swap, texts, the

MAIL = "dana.quill@example.test"
SETTINGS = DecisionSettings(domains={"adlantern.test": ListedDomain(recipient=Recipient.ADVERTISING)})


def test_reads_headers_of_ones_own() -> None:
    reading = read(post(X_User_Email=MAIL, X_Who="Zo\xeb", x_q="dana.quill%40example.test"))
    assert texts(reading, "header/X-User-Email") == [MAIL]
    assert texts(reading, "header/X-Who") == ["Zoë"]
    assert texts(reading, "header/x-q") == [MAIL]
    assert {item.place for item in reading.items} == {Place.HEADER}
    assert not any(item.ambient or item.load_bearing for item in reading.items)


@pytest.mark.parametrize(
    "headers",
    [
        {"User_Agent": "Mozilla/5.0 (X11; Linux x86_64)", "Accept": "*/*", "If_None_Match": '"4111111111111111"'},
        {"Authorization": f"Basic {MAIL}", "Range": "bytes=3670016-4194303", "Host": "x.example.test"},
        {"Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "X_Amz_Date": "20261129T234156Z", "X_N": "1"},
    ],
)
def test_leaves_headers_of_the_protocol_alone(headers) -> None:
    assert texts(read(post(**headers))) == []


def test_reads_an_address_in_any_header_but_never_writes_there() -> None:
    for name in ("User_Agent", "From", "If_None_Match", "Accept_Language", "Host"):  # a Host that is not the connection's
        item = the(read(post(**{name: f"x {MAIL}"})), MAIL)
        assert item.load_bearing == "a header of the protocol"


def test_writes_into_the_right_header() -> None:
    request = post(b"{}", "application/json", X_A="1", X_First=MAIL, Cookie="a=b", X_Second=f"to {MAIL}; Zo\xc3\xab")
    reading = read(request)
    first, start = find(reading, MAIL)
    second = next(n for n, item in enumerate(reading.items) if item.key == "X-Second")
    written = write(reading, [edit(first, start, len(MAIL), "x@y.test"), edit(second, 3, 3 + len(MAIL), "a\r\nb: c")])
    assert dict(written.headers) == {
        **dict(request.headers),
        b"X-First": b"x@y.test",
        b"X-Second": b"to a b: c; Zo\xc3\xab",
    }


def test_writes_percent_encoded_values_as_such() -> None:
    written = swap(post(X_Q="mail%3Ddana.quill%40example.test"), MAIL, "x@y.test")
    assert dict(written.headers)[b"X-Q"] == b"mail%3Dx%40y.test"


def found(host: str, **headers: str) -> list[Category]:
    base = {"Origin": "https://shop.test"} | headers
    pairs = tuple((name.replace("_", "-").encode(), value.encode()) for name, value in base.items())
    request = Request("POST", "https", host, 443, "/", pairs, b"")
    reading = read(request)
    items = classify(request, reading.items)
    findings = Detector(DetectSettings(names=False)).find(items)
    return [one.category for one in relevant(request, reading, findings, SETTINGS)]


@pytest.mark.parametrize(
    ("headers", "categories"),
    [
        ({"X_User_Email": MAIL}, [Category.EMAIL]),
        ({"X_First_Name": "Dana"}, [Category.CONTACT]),
        ({"X_Data": "4111111111111111"}, [Category.FINANCIAL]),
        ({"Accept_Language": "524-71-3806"}, [Category.SSN]),
        ({"X_Api_Key": "AIzaSyA1234567890abcdefghijklmnopqrstuv"}, []),
        ({"apikey": "0123456789abcdef0123456789abcdef", "X_Session_Token": "k3Jd92fLm01Qz8k3Jd92"}, []),
        ({"X_Forwarded_For": "203.0.113.7", "X_Real_IP": "203.0.113.7"}, []),
        ({"x_datadog_trace_id": "4539148803436467", "X_Request_Id": "4111111111111111"}, []),
        ({"X_City": "Leeds"}, []),
    ],
)
def test_counts_what_is_about_a_person_and_not_what_headers_are_for(headers, categories) -> None:
    assert found("adlantern.test", **headers) == categories
    assert found("shop.test", **headers) == []


LAYERS = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64url": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "percent": lambda text: quote(text, safe="").replace("-", "%2D"),
    "gzip": lambda text: base64.b64encode(gzip.compress(text.encode())).decode(),
    "JSON": lambda text: json.dumps({"to": text}).replace("@", "\\u0040"),
    "entities": lambda text: text.replace("@", "&#64;").replace(".", "&#46;"),
    "query": lambda text: f"id=7&to={quote(text)}",
    "URL": lambda text: f"https://x.test/a?to={quote(text)}#b",
}


@pytest.mark.parametrize("outer", LAYERS)
@pytest.mark.parametrize("inner", LAYERS)
def test_opens_the_layers_that_a_query_value_would_be_opened_to(inner, outer) -> None:
    value = LAYERS[outer](LAYERS[inner](MAIL))
    in_query = [item.text for item in read(post(target=f"/?a={quote(value, safe='')}")).items]
    in_header = [item.text for item in read(post(X_Data=value)).items]
    registered = [item.text for item in read(post(If_None_Match=value), every_header=True).items]
    opened = outer != "entities" or inner not in {"query", "URL"}  # there the signs of the entities part the query
    assert (MAIL in in_query, MAIL in in_header, MAIL in registered) == (opened, opened, opened)


def test_writes_through_every_layer_of_a_header() -> None:
    value = LAYERS["base64"](LAYERS["percent"](json.dumps({"to": MAIL, "n": 1.0})))
    written = dict(swap(post(X_Data=f"a {value} b"), MAIL, 'x"y@z.test').headers)[b"X-Data"].decode().split()
    assert (written[0], written[2]) == ("a", "b")
    assert json.loads(unquote(base64.b64decode(written[1]).decode())) == {"to": 'x"y@z.test', "n": 1.0}


@pytest.mark.parametrize("percent", ["%40", "%2540", "%252540"])
def test_sees_an_address_in_a_header_of_the_protocol_however_often_it_is_encoded(percent) -> None:
    item = the(read(post(User_Agent=f"me:{MAIL.replace('@', percent)}")), MAIL)
    assert item.load_bearing == "a header of the protocol"
