"""The control page through a real proxy: who gets in, who does not, and what stays of it in flows."""

import re
import time
from contextlib import contextmanager

import pytest

from guardian_core.control import Asked, Doors, app, gate
from guardian_core.control.doors import FASTEST_SECONDS
from guardian_core.grants import Grants
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Decision,
    Entity,
    Finding,
    Item,
    Outcome,
    Place,
    Purpose,
    Reading,
    Recipient,
    Role,
    Verdict,
)

NAME = "guardian.invalid"
COOKIE = app.COOKIE
PAGE = f"https://{NAME}"
OWN = {"Origin": PAGE, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
EVIL = "https://other.example.test"
SECRET = "dana.quill@mailbox.example"


def denied(request):
    """As the core refuses an e-mail address to a stranger."""
    item = Item("body", "email", SECRET, Role.VALUE, Place.BODY, None, 0, len(SECRET))
    action = Action(
        destination=request.host, domain="example.test", page="shop.example.test", categories={Category.EMAIL},
        recipients={Recipient.ADVERTISING}, purposes={Purpose.ADVERTISING}, basis=Basis.DEFAULT, act=Act.SHARING,
    )  # fmt: skip
    finding = Finding(0, 0, len(SECRET), Entity.EMAIL, Category.EMAIL, 1.0, "pattern")
    decision = Decision(verdict=Verdict.DENY, reasons=("a test said so",))
    return Outcome(decision=decision, reading=Reading(request, (item,), request.body), findings=(finding,), action=action)


@pytest.fixture
def page(wire):
    """The proxy; were anything for our name sent on, the origin would get it."""
    wire.addon.shell.table[NAME] = ("127.0.0.1", wire.origin.port)
    yield wire
    del wire.addon.shell.table[NAME]
    assert wire.origin.requests == []


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Not to wait before every press; `test_does_not_believe_a_click_that_came_at_once` does."""
    monkeypatch.setattr(app, "FASTEST_SECONDS", 0.0)


@contextmanager
def inside(wire):
    """A client that was let in."""
    doors = Doors(wire.home)
    invitation = doors.invite()
    doors.close()
    with wire.client() as client:
        answer = client.get(f"{PAGE}/login", params={"token": invitation})
        assert answer.status_code == 303, answer.text
        yield client


def held(wire, client):
    """The address of one refused request in the page, and the page's own form token for it."""
    wire.core.answer = denied
    with wire.client() as other:
        refused = other.post("https://shop.example.test/", json={"email": SECRET})
    assert refused.status_code == 403
    path = refused.json()["error"]["details"].removeprefix(PAGE)
    shown = client.get(PAGE + path)
    return path, token(shown.text, f"{path}/grant")


def token(text, action):
    return re.search(r'name="token" value="([^"]+)">[^§]*', text[text.index(f'action="{action}"') :])[1]


def grants(wire):
    store = Grants(wire.home / "grants.db")
    found = store.active()
    store.close()
    return found


# Who gets in


def test_lets_in_by_a_link_that_works_once(page):
    doors = Doors(page.home)
    invitation = doors.invite()
    with page.client() as client:
        first = client.get(f"{PAGE}/login?token={invitation}")
        assert first.headers["location"] == "/"
        cookie = first.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert "domain" not in cookie.lower()
        assert client.get(f"{PAGE}/").status_code == 200
    with page.client() as thief:
        again = thief.get(f"{PAGE}/login?token={invitation}")
        assert again.status_code == 403
        assert "set-cookie" not in again.headers
        assert thief.get(f"{PAGE}/login?token={doors.invite()[:-1]}x").status_code == 403
    doors.close()


@pytest.mark.parametrize(
    "path", ["/", "/flows", "/flows/x", "/sites", "/sites/shop.test", "/grants", "/status", "/nowhere", "/login"]
)
def test_shows_nothing_to_strangers(page, path):
    with page.client() as client:
        for headers in ({}, {"Cookie": f"{COOKIE}=guessed"}):
            answer = client.get(PAGE + path, headers=headers)
            assert answer.status_code == 403
            assert "guardian open" in answer.text
            assert "<nav>" not in answer.text


def test_everybody_may_see_the_certificate_also_without_https(page):
    with page.client() as client:
        for scheme in ("https", "http"):
            assert client.get(f"{scheme}://{NAME}/trust").status_code == 200
            assert client.get(f"{scheme}://{NAME}/ca.pem").content == page.ca.read_bytes()
        assert client.get(f"http://{NAME}/ca.cer").headers["content-type"] == "application/x-x509-ca-cert"
        assert client.get(f"http://{NAME}/").headers["location"] == f"http://{NAME}/trust"
        private = client.get(f"http://{NAME}/flows?token=abc")
        assert private.headers["location"] == f"{PAGE}/flows"


def test_leaves(page):
    with inside(page) as client:
        out, cookie = token(client.get(f"{PAGE}/").text, "/logout"), client.cookies[COOKIE]
        assert client.post(f"{PAGE}/logout", data={"token": out}, headers=OWN).status_code == 200
        assert COOKIE not in client.cookies
        assert client.get(f"{PAGE}/", headers={"Cookie": f"{COOKIE}={cookie}"}).status_code == 403


# Where it is served


@pytest.mark.parametrize("url", [f"https://{NAME}:8443/", f"http://{NAME}:8080/", f"http://{NAME}:443/"])
def test_answers_other_ports_too_but_with_nothing(page, url):
    with page.client() as client:
        assert client.get(url).status_code == 421


@pytest.mark.parametrize("name", ["GUARDIAN.Invalid", f"{NAME}."])
def test_knows_its_name_in_any_spelling(page, name):
    tunnel = page.tunnel(name)
    tunnel.sendall(f"GET /trust HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
    assert b"Trust the authority" in read(tunnel)


@pytest.mark.parametrize("host", ["other.example.test", f"{NAME}.other.example.test", f"{NAME}:80", "127.0.0.1"])
def test_a_name_that_was_made_to_lead_here_is_not_ours(page, host):
    """DNS rebinding: the browser's connection is ours, the page's name is not."""
    with inside(page) as client:
        answer = client.get(f"{PAGE}/flows", headers={"Host": host})
        assert answer.status_code == 421
        assert "<" not in answer.text


def test_a_host_header_alone_does_not_lead_here(wire):
    with wire.client() as client:
        answer = client.get("https://shop.example.test/trust", headers={"Host": NAME})
    assert answer.text == "ok"
    assert [request.host for request in wire.core.requests] == ["shop.example.test"]


def test_a_tls_greeting_alone_does_not_lead_here(page):
    """An address with our name in the greeting: not sent on, and not served."""
    tunnel = page.tunnel_to("192.0.2.7", NAME)
    tunnel.sendall(f"GET /trust HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
    assert read(tunnel).startswith(b"HTTP/1.1 421")


def test_is_served_to_this_machine_only(page):
    asked = Asked("GET", "https", NAME, 443, "/", (), client="192.0.2.7")
    assert gate.refused(asked, page.addon.shell.settings.control).status == 403


def test_eager_connections_are_none_to_our_name(page):
    page.set(connection_strategy="eager")
    try:
        with page.client() as client:
            assert client.get(f"{PAGE}/trust").status_code == 200
    finally:
        page.set(connection_strategy="lazy")


def test_can_be_switched_off(wire):
    with wire.settings(control={"enabled": False}), wire.client() as client:
        wire.core.answer = denied
        answer = client.post(f"{PAGE}/", json={})
        assert answer.status_code == 403
        assert "details" not in answer.json()["error"]
    assert [request.host for request in wire.core.requests] == [NAME]


# Who may grant


def test_grants_undoes_and_records(page):
    with inside(page) as client:
        path, form = held(page, client)
        done = client.post(f"{PAGE}{path}/grant", data={"token": form, "choice": "allow-hour"}, headers=OWN)
        assert done.status_code == 200
        (grant,) = grants(page)
        assert (grant.kind, grant.site, grant.host, grant.subjects) == (
            "allow",
            "shop.example.test",
            "shop.example.test",
            {"Email"},
        )
        undo = token(client.get(f"{PAGE}/grants").text, f"/grants/{grant.id}/undo")
        assert client.post(f"{PAGE}/grants/{grant.id}/undo", data={"token": undo}, headers=OWN).status_code == 303
        assert grants(page) == ()
        record = client.get(f"{PAGE}/grants").text
    assert record.count("control page") == 2


ATTACKS = {
    "another site's form": {"Origin": EVIL, "Sec-Fetch-Site": "cross-site"},
    "another site's form, no word of it": {"Origin": EVIL, "Sec-Fetch-Site": None},
    "a sandboxed frame": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "a program": {"Origin": None, "Sec-Fetch-Site": None},
    "a program that lies a little": {"Origin": PAGE, "Sec-Fetch-Site": "none"},
    "the same name without https": {"Origin": f"http://{NAME}"},
    "two origins": {"Origin": f"{PAGE}, {EVIL}"},
    "a neighbour": {"Origin": f"https://x.{NAME}", "Sec-Fetch-Site": "same-site"},
}


@pytest.mark.parametrize("said", ATTACKS.values(), ids=ATTACKS)
def test_takes_forms_of_its_own_pages_only(page, said):
    """Even with cookie and token, which none of these has."""
    with inside(page) as client:
        path, form = held(page, client)
        headers = {name: value for name, value in (OWN | said).items() if value is not None}
        answer = client.post(f"{PAGE}{path}/grant", data={"token": form, "choice": "allow-always"}, headers=headers)
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control")]
    assert grants(page) == ()


def test_wants_the_token_of_this_form_and_session(page):
    with inside(page) as client, inside(page) as other:
        path, form = held(page, client)
        wrong = {
            "none": {},
            "empty": {"token": ""},
            "guessed": {"token": "1.0." + "0" * 64},
            "of another page": {"token": token(client.get(f"{PAGE}/").text, "/logout")},
            "of another session": {"token": token(other.get(PAGE + path).text, f"{path}/grant")},
            "made older": {"token": "1" + form},
            "twisted": {"token": form[:-1] + ("0" if form[-1] != "0" else "1")},
        }
        for data in wrong.values():
            answer = client.post(f"{PAGE}{path}/grant", data={**data, "choice": "allow-always"}, headers=OWN)
            assert answer.status_code == 403
        with page.client() as stranger:
            answer = stranger.post(f"{PAGE}{path}/grant", data={"token": form, "choice": "allow-always"}, headers=OWN)
            assert answer.status_code == 403
        assert client.post(f"{PAGE}{path}/grant", json={"token": form, "choice": "allow-always"}, headers=OWN).status_code == 403
        assert client.get(f"{PAGE}{path}/grant", params={"token": form, "choice": "allow-always"}, headers=OWN).status_code == 404
    assert grants(page) == ()


def test_does_not_believe_a_click_that_came_at_once(page, monkeypatch):
    """Another page that makes its visitor click where our button is about to appear."""
    monkeypatch.setattr(app, "FASTEST_SECONDS", FASTEST_SECONDS)
    with inside(page) as client:
        path, form = held(page, client)
        answer = client.post(f"{PAGE}{path}/grant", data={"token": form, "choice": "allow-always"}, headers=OWN)
        assert answer.status_code == 409
    assert grants(page) == ()


def test_grants_nothing_for_a_guessed_number_or_choice(page):
    with inside(page) as client:
        path, form = held(page, client)
        for target, choice in (
            (f"{path}/grant", "everything"),
            (f"{path}x/grant", "allow-always"),
            ("/flows//grant", "allow-always"),
        ):
            answer = client.post(PAGE + target, data={"token": form, "choice": choice}, headers=OWN)
            assert answer.status_code in {403, 404}
    assert grants(page) == ()


@pytest.mark.parametrize(
    ("control", "why"),
    [({"overrides": False}, "overrides"), ({"forbid": ("Email",)}, "Email"), ({"forbid": ("moderate",)}, "Email")],
)
def test_the_administrator_has_the_last_word(page, control, why):
    with page.settings(control=control), inside(page) as client:
        path, form = held(page, client)
        for choice in ("allow-once", "allow-always", "leave-always", "anonymize-once"):
            answer = client.post(f"{PAGE}{path}/grant", data={"token": form, "choice": choice}, headers=OWN)
            assert answer.status_code == 403
            assert why in answer.text
        assert grants(page) == ()
        assert client.post(f"{PAGE}{path}/grant", data={"token": form, "choice": "deny-always"}, headers=OWN).status_code == 200
    store = Grants(page.home / "grants.db")
    store.end(store.active()[0].id, "undone", by="test")
    store.close()


# What other pages see


@pytest.mark.parametrize(
    "said",
    [
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Origin": EVIL},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"},
        {"Origin": EVIL},
    ],
)
def test_is_not_there_for_requests_of_other_pages(page, said):
    with inside(page) as client:
        for path in ("/", "/flows", "/style.css", "/ca.pem"):
            answer = client.get(PAGE + path, headers=said)
            assert answer.status_code == 403
            assert "access-control-allow-origin" not in answer.headers


def test_a_link_of_another_page_shows_nothing_before_it_was_asked_again(page):
    said = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    with inside(page) as client:
        answer = client.get(f'{PAGE}/flows?x="><script>', headers=said)
        assert "Requests" not in answer.text
        assert "<script>" not in answer.text
        assert 'http-equiv="refresh"' in answer.text


def test_says_no_to_every_preflight(page):
    said = {"Origin": EVIL, "Access-Control-Request-Method": "POST", "Sec-Fetch-Site": "cross-site"}
    with page.client() as client:
        answer = client.options(f"{PAGE}/grants", headers=said)
        assert answer.status_code == 405
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_is_guarded_on_every_answer(page):
    with inside(page) as client:
        for path in ("/", "/flows", "/nowhere", "/style.css", "/trust", "/ca.pem"):
            headers = client.get(PAGE + path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert "script-src" not in headers["content-security-policy"]
            assert (headers["x-frame-options"], headers["x-content-type-options"]) == ("DENY", "nosniff")
            assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
            assert headers["cache-control"] == "no-store"


# What stays


def test_values_are_shown_only_where_asked_for(page):
    with inside(page) as client:
        path, _ = held(page, client)
        shown = [client.get(PAGE + where).text for where in (path, "/flows", "/", "/grants", "/status", "/sites/shop.example.test")]
        assert SECRET not in "".join(shown)
        show = token(shown[0], f"{path}/show")
        assert client.post(f"{PAGE}{path}/show", data={"token": show}, headers={**OWN, "Origin": EVIL}).status_code == 403
        assert SECRET in client.post(f"{PAGE}{path}/show", data={"token": show}, headers=OWN).text


def test_leaves_nothing_in_flows(page, tmp_path):
    """Neither in what mitmproxy writes to a file nor in what it keeps: no link, no cookie, no form, no page."""
    file = tmp_path / "flows"
    seen = []
    page.do(lambda: page.master.addons.add(Watch(seen)))
    page.set(save_stream_file=str(file))
    try:
        with inside(page) as client:
            path, _ = held(page, client)
            show = token(client.get(PAGE + path).text, f"{path}/show")
            assert SECRET in client.post(f"{PAGE}{path}/show", data={"token": show}, headers=OWN).text
            cookie = client.cookies[COOKIE]
        time.sleep(1.3)
    finally:
        page.set(save_stream_file=None)
    written = file.read_bytes()
    kept = b"".join(repr(flow.get_state()).encode() for flow in seen)
    assert NAME.encode() in written
    assert len([flow for flow in seen if flow.request.host == NAME]) >= 3
    for secret in (cookie, SECRET, show, "token=", "What it holds", "set-cookie"):
        assert secret.encode() not in written
        assert secret.encode() not in kept


class Watch:
    """What another addon keeps."""

    def __init__(self, flows):
        self.flows = flows

    def response(self, flow):
        self.flows.append(flow)


def test_forgets_what_it_held(page):
    with inside(page) as client:
        path, _ = held(page, client)
        flow = path.rpartition("/")[2]
        live = page.addon.control.live
        assert live.held(flow) is not None
        live.forget_old(now=time.time() + 601)
        assert live.held(flow) is None
        assert "no longer" in client.get(PAGE + path).text


def read(connection):
    data = b""
    while chunk := connection.recv(65536):
        data += chunk
    return data
