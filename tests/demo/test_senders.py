"""Requests look as a browser, a frame, a beacon, a pixel or an SDK makes them."""

from email.parser import BytesParser

import pytest

from guardian_core.demo.senders import ALLOWED, agent, api, beacon, form, image, preflight, upload, visit

OWN, OTHER, PAGE = "https://willowshop.test/login", "https://adlantern.test/bid?a=1", "https://willowshop.test/account"


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        (form("", OWN, {"a": "b"}, page=PAGE, expect=ALLOWED), "same-origin navigate document"),
        (form("", OTHER, {"a": "b"}, page=PAGE, expect=ALLOWED), "cross-site navigate document"),
        (form("", OTHER, {"a": "b"}, page=OTHER, frame=True, expect=ALLOWED), "same-origin navigate iframe"),
        (visit("", OWN, page=PAGE, expect=ALLOWED), "same-origin navigate document"),
        (api("", OTHER, b"{}", page=PAGE, expect=ALLOWED), "cross-site cors empty"),
        (beacon("", OTHER, {}, page=PAGE, expect=ALLOWED), "cross-site no-cors empty"),
        (image("", OTHER, page=PAGE, expect=ALLOWED), "cross-site no-cors image"),
        (preflight("", OTHER, page=PAGE, expect=ALLOWED), "cross-site cors empty"),
        (agent("", OTHER, {}, expect=ALLOWED), "None None None"),
    ],
    ids=["form", "form elsewhere", "form in a frame", "link", "script", "beacon", "pixel", "preflight", "sdk"],
)
def test_sends_the_fetch_metadata_of_its_kind(step, wanted):
    headers = dict(step.headers)
    assert " ".join(str(headers.get(f"Sec-Fetch-{name}")) for name in ("Site", "Mode", "Dest")) == wanted


def test_tells_another_site_no_more_than_the_origin():
    assert dict(api("", OTHER, b"{}", page=PAGE, expect=ALLOWED).headers)["Referer"] == "https://willowshop.test/"
    assert dict(api("", OWN, b"{}", page=PAGE, expect=ALLOWED).headers)["Referer"] == PAGE


def test_tells_all_where_the_page_wants_it_so():
    step = image("", OTHER, page=PAGE + "?user=7", whole_referer=True, expect=ALLOWED)
    assert dict(step.headers)["Referer"] == PAGE + "?user=7"


def test_names_no_header_twice():
    for step in (form("", OWN, {}, page=PAGE, expect=ALLOWED), api("", OTHER, b"", page=PAGE, expect=ALLOWED)):
        names = [name.lower() for name, _ in step.headers]
        assert len(names) == len(set(names))


def test_uploads_a_file_byte_for_byte():
    content = bytes(range(256))
    step = upload("", OWN, {"order": "W-1"}, ("a.pdf", "application/pdf", content), expect=ALLOWED)
    label = f"Content-Type: {dict(step.headers)['Content-Type']}\r\n\r\n".encode()
    message = BytesParser().parsebytes(label + step.body)
    assert not message.defects
    order, receipt = message.get_payload()
    assert order.get_payload() == "W-1"
    assert (receipt.get_filename(), content in step.body) == ("a.pdf", True)


def test_splits_its_address():
    step = image("", OTHER, page=PAGE, expect=ALLOWED)
    assert (step.host, step.target, step.path) == ("adlantern.test", "/bid?a=1", "/bid")
