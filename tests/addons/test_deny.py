"""The reply to a refused request, for each kind of client."""

import json

import pytest
from guardian_addons import deny
from mitmproxy import http

PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}
FETCH = {"Origin": "https://app.example.test", "Accept": "application/json", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"}
PREFLIGHT = {**FETCH, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "x-a, content-type"}
BEACON = {"Origin": "https://app.example.test", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "no-cors"}
NAVIGATED = {"Accept": "text/html"}


def reply(headers, *, method="POST", background=False):
    request = http.Request.make(method, "https://api.example.test/v1?q=1", b"dana.quill@example.test", headers)
    return deny.reply(request, flow_id="7f-<id>", reason=deny.REFUSED, background=background)


@pytest.mark.parametrize(
    ("headers", "method", "background", "status", "kind"),
    [
        (PAGE, "POST", False, 403, "text/html; charset=utf-8"),
        (NAVIGATED, "GET", False, 403, "text/html; charset=utf-8"),
        ({"Sec-Fetch-Dest": "iframe"}, "POST", False, 403, "text/html; charset=utf-8"),
        (FETCH, "POST", False, 403, "application/json"),
        ({**FETCH, "Accept": "text/html"}, "POST", False, 403, "application/json"),
        ({}, "POST", False, 403, "application/json"),
        ({"Accept": "*/*"}, "POST", False, 403, "application/json"),
        (PREFLIGHT, "OPTIONS", False, 204, None),
        (BEACON, "POST", True, 204, None),
        (BEACON, "POST", False, 403, "application/json"),
        ({"Ping-To": "https://t.example.test/"}, "POST", False, 204, None),
        ({"Content-Type": "text/ping"}, "POST", False, 204, None),
        ({"Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors"}, "GET", True, 204, None),
    ],
    ids=[
        "page", "old browser", "frame", "fetch", "fetch that takes html", "silent client", "curl", "preflight", "beacon",
        "no-cors fetch", "ping", "text/ping", "pixel",
    ],
)  # fmt: skip
def test_answers_what_the_client_understands(headers, method, background, status, kind):
    answer = reply(headers, method=method, background=background)
    assert answer.status_code == status
    assert answer.headers.get("content-type") == kind
    assert answer.headers["cache-control"] == "no-store"
    assert (answer.raw_content == b"") == (status == 204)


def test_is_readable_across_origins():
    """BUGS B25: without these a page sees a network error and no reason."""
    answer = reply(FETCH)
    assert answer.headers["access-control-allow-origin"] == "https://app.example.test"
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert "Origin" in answer.headers["vary"]


def test_says_yes_to_a_preflight_so_that_the_request_can_be_refused_readably():
    answer = reply(PREFLIGHT, method="OPTIONS")
    assert answer.headers["access-control-allow-methods"] == "PUT"
    assert answer.headers["access-control-allow-headers"] == "x-a, content-type"
    assert answer.headers["access-control-max-age"] == "0"


def test_opens_nothing_to_a_client_without_an_origin():
    assert not [name for name in reply({}).headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("headers", [PAGE, FETCH], ids=["page", "json"])
def test_tells_an_opaque_id_and_a_generic_reason_only(headers):
    text = reply(headers).text
    assert deny.REFUSED in text
    assert "7f-" in text
    for word in ("dana", "email", "Email", "polic", "advertising"):
        assert word not in text


def test_escapes_what_it_puts_into_html():
    assert "<id>" not in reply(PAGE).text


def test_says_on_the_page_where_its_owner_finds_the_reasons():
    assert "guardian audit --id 7f-" in reply(PAGE).text


def test_gives_json_the_shape_sdks_read():
    assert json.loads(reply(FETCH).text)["error"] == {"type": "guardian_refused", "message": deny.REFUSED, "id": "7f-<id>"}


def test_sends_no_body_to_head():
    answer = reply({}, method="HEAD")
    assert answer.raw_content == b""
    assert int(answer.headers["content-length"]) > 0


def test_echoes_an_origin_of_odd_bytes_without_failing():
    request = http.Request.make("POST", "https://api.example.test/", b"")
    request.headers = http.Headers([(b"Origin", b"\xff\xfe")])
    assert (b"Access-Control-Allow-Origin", b"\xff\xfe") in deny.reply(request, flow_id="1", reason="no").headers.fields


LINK = "https://guardian.invalid/flows/7f"


def linked(headers):
    request = http.Request.make("POST", "https://api.example.test/v1?q=1", b"dana.quill@example.test", headers)
    return deny.reply(request, flow_id="7f", reason=deny.REFUSED, page=LINK)


def test_the_page_leads_to_the_control_page_and_holds_nothing_else():
    page = linked(PAGE).text
    assert f'href="{LINK}"' in page
    assert "api.example.test received nothing" in page
    assert "<script" not in page
    assert "dana" not in page
    assert "guardian audit" not in page
    assert page.count("href=") == 1


def test_the_json_twin_says_where_to_look_and_no_more():
    assert json.loads(linked(FETCH).text) == {
        "error": {"type": "guardian_refused", "message": deny.REFUSED, "id": "7f", "details": LINK}
    }


def test_a_name_of_a_host_is_no_markup():
    request = http.Request.make("POST", "https://api.example.test/", b"", PAGE)
    request.data.host = "<img src=x>.test"
    assert "<img" not in deny.reply(request, flow_id="7f", reason=deny.REFUSED, page=LINK).text
