"""The reply to a refused request, for each kind of client."""

import json

import pytest
from guardian_addons import deny
from guardian_addons.streams import unseen
from mitmproxy import http

from guardian_core.clock import Clock
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.unchecked import late
from guardian_core.vocabulary import Request, Verdict
from tests.addons import deciding

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


PROSE = "the committee then moved on to the next item of the agenda and nobody had anything to add to it. "
LISTED = {"domains": {"pagemetrics.test": {"recipient": "analytics"}}}


def core(folder, **sections):
    parts = {"home": folder, "policy": {"enabled": False}, "likelihood": {"system1": False}, "decision": LISTED} | sections
    return Settings.model_validate(parts)


def sent(body, *fields):
    return Request("POST", "https", "pagemetrics.test", 443, "/c", ((b"Content-Type", b"text/plain"), *fields), body)


async def refused(settings, request):
    guardian = Guardian(settings)
    try:
        outcome = await guardian.handle(request)
    finally:
        await guardian.close()
    assert outcome.decision.verdict is Verdict.DENY
    return outcome


async def test_says_of_long_text_that_it_was_not_searched_to_its_end(tmp_path):
    settings = core(tmp_path, detect={"workers": 0, "max_model_chars": 2_000})
    said = deny.told(await refused(settings, sent((PROSE * 60).encode())))
    assert said == "This request was not sent: it could not be checked (long text: names were not searched to its end)."
    for headers in (PAGE, FETCH):
        request = http.Request.make("POST", "https://pagemetrics.test/c", b"", headers)
        assert said in deny.reply(request, flow_id="7f", reason=said).text


async def test_says_of_what_cannot_be_decoded_why(tmp_path):
    settings = core(tmp_path, detect={"workers": 0, "names": False})
    said = deny.told(await refused(settings, sent(b"abc", (b"Content-Encoding", b"x-secret"))))
    assert said == "This request was not sent: it could not be checked (unknown content coding x-secret)."


def test_names_no_pattern_of_the_user(tmp_path):
    outcome = late(sent(b"abc"), TimeoutError("your pattern 'Orchid' took longer than 50 ms"), core(tmp_path), Clock())
    assert deny.told(outcome) == deny.unchecked(deny.LATE)


def test_says_what_nobody_could_read():
    outcome = unseen(sent(b""), "trailers", "closed", because="the request's trailers cannot be checked")
    assert deny.told(outcome) == "This request was not sent: it could not be checked (nobody could read the trailers)."


def test_says_of_what_was_weighed_that_it_would_have_been_disclosed():
    assert deny.told(deciding.decided("deny")) == deny.REFUSED
