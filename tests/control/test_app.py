"""Every page over real stores: what it says, that it escapes what strangers wrote, and that it works without scripts."""

import asyncio
import json
import socket
import time
from urllib.parse import urlencode

import hypothesis
import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.audit import Journal
from guardian_core.control import Asked, Control, Live
from guardian_core.control.app import COOKIE
from guardian_core.control.status import model_answers
from guardian_core.detect import identity, save_identities
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request

NAME = "guardian.invalid"
MAIL = "dana.quill@mailbox.example"
HOSTILE = "<script>alert(1)</script> \x1b[2J\u202e <img src=x onerror=alert(1)> javascript:alert(1)"
POLICY = f"""<html><head><title>Privacy {HOSTILE.replace("<", "&lt;")}</title></head><body><h1>Privacy policy</h1>
<p>We sell your e-mail address {HOSTILE.replace("<", "&lt;")} to advertisers for marketing purposes and share it with partners.</p>
<p>We do not sell your health data to anybody.</p><p>We collect your name and e-mail address when you create an account with us.</p>
<p>We keep your account data for two years.</p><p>You have the right to access and delete your personal data.</p></body></html>"""
PAGES = [
    "/",
    "/flows",
    "/flows?verdict=deny&live=1",
    "/sites",
    "/sites/peoplebase.test",
    "/sites/never.test",
    "/grants",
    "/status",
    "/trust",
]


@pytest.fixture(scope="module")
def control(tmp_path_factory):
    """The pages of a proxy that decided about some requests."""
    home = tmp_path_factory.mktemp("home")
    domains = {"pagemetrics.test": {"recipient": "analytics"}, "peoplebase.test": {"recipient": "data_broker"}}
    rule = {"name": f"rule {HOSTILE}"[:80], "site": "willowshop.test", "decide": "allow"}
    settings = Settings.model_validate(
        {
            "home": home, "policy": {"enabled": True, "wait": 0}, "detect": {"names": False}, "rules": [rule],
            "decision": {"domains": domains},
        }
    )  # fmt: skip
    save_identities(settings.identities, [identity("email", MAIL)])
    live = Live(settings.control, lambda value: f"{len(value)}")
    control = Control(settings, live, observing=lambda: False)
    control.policies.import_document("peoplebase.test", POLICY.encode(), url="javascript:alert(1)")
    asyncio.run(decisions(settings, live))
    session = control.doors.enter(control.doors.invite())
    yield control, session
    control.close()


async def decisions(settings, live):
    guardian = Guardian(settings)
    journal = Journal(settings.home / "audit.db", retention_days=30)
    requests = [("peoplebase.test", {"email": MAIL, "ssn": "524-71-3806", "note": HOSTILE}), ("pagemetrics.test", {"email": MAIL})]
    for number, (host, body) in enumerate([*requests, ("willowshop.test", {"sku": 1})]):
        fields = ((b"content-type", b"application/json"), (b"origin", b"https://willowshop.test"))
        outcome = await guardian.handle(Request("POST", "https", host, 443, f"/{HOSTILE}", fields, json.dumps(body).encode()))
        journal.record(outcome, flow_id=f"flow-{number}")
        live.add(outcome, f"flow-{number}", observed=False, rewritable=True)
    journal.close()
    await guardian.close()


def ask(control, path, session=None, form=None):
    fields = (("host", NAME), ("cookie", f"{COOKIE}={session}")) if session else (("host", NAME),)
    if form is None:
        return control.answer(Asked("GET", "https", NAME, 443, path, fields, client="127.0.0.1"))
    own = (("origin", f"https://{NAME}"), ("sec-fetch-site", "same-origin"), ("content-type", "application/x-www-form-urlencoded"))
    return control.answer(Asked("POST", "https", NAME, 443, path, (*fields, *own), urlencode(form).encode(), "127.0.0.1"))


def page(control, path):
    app, session = control
    answer = ask(app, path, session)
    assert answer.status == 200, answer.body.decode()
    return BeautifulSoup(answer.body.decode(), "html.parser")


@pytest.mark.parametrize("path", [*PAGES, "/flows/flow-0", "/flows/flow-1", "/flows/flow-2"])
def test_no_stranger_writes_on_our_pages(control, path):
    """Whatever a policy, a host, a path or a rule says: no element of theirs, no handler, no style, no link that runs something."""
    made = page(control, path)
    assert made.find_all(["script", "img", "iframe", "object", "style", "base"]) == []
    for tag in made.find_all(True):
        assert not [name for name in tag.attrs if name.startswith("on") or name == "style"], tag
        for name in ("href", "action", "src"):
            target = tag.get(name, "/")
            assert target.startswith(("/", f"https://{NAME}/")), tag
            assert not target.startswith("//"), tag
    text = str(made)
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("path", [*PAGES, "/flows/flow-0", "/flows/flow-1"])
def test_no_page_has_a_value_unasked(control, path):
    shown = str(page(control, path))
    assert MAIL not in shown
    assert "524-71-3806" not in shown
    assert "dana" not in shown.lower()


def test_counts_what_was_protected(control):
    text = page(control, "/").get_text(" ")
    assert "1 request held back" in " ".join(text.split())
    assert "SSN" in text
    assert "data broker" in text
    assert len(page(control, "/").find_all("svg", class_="chart")) == 2


def test_lists_requests_and_chooses_among_them(control):
    assert len(page(control, "/flows").tbody.find_all("tr")) == 3
    (row,) = page(control, "/flows?verdict=deny").tbody.find_all("tr")
    assert "peoplebase.test" in row.text
    assert page(control, "/flows?live=1").find("meta", attrs={"http-equiv": "refresh"})["content"] == "5"


def test_says_why_and_quotes_the_policy(control):
    made = page(control, "/flows/flow-0")
    assert "We sell your e-mail address" in " ".join(quote.text for quote in made.find_all("blockquote"))
    assert "risk" in made.text
    assert [button["value"] for button in made.find_all("button", attrs={"name": "choice"}) if not button.has_attr("disabled")] == [
        "anonymize-once", "anonymize-hour", "anonymize-always", "allow-once", "allow-hour", "allow-always",
        "deny-always", "leave-hour", "leave-always",
    ]  # fmt: skip


def test_shows_a_policy_in_its_own_words(control):
    made = page(control, "/sites/peoplebase.test")
    sections = {section.h2.text.rpartition(" (")[0]: section.text for section in made.find_all("section")}
    assert "We sell your e-mail address" in sections["It gives or sells data to others"]
    assert "health data" in sections["It says that it does not"]
    assert "two years" in sections["How long it keeps data"]
    assert "right to access" in sections["Your rights and choices"]


def test_shows_content_to_whoever_asks(control):
    app, session = control
    show = page(control, "/flows/flow-1").find("form", action="/flows/flow-1/show")
    time.sleep(0.65)
    answer = ask(app, "/flows/flow-1/show", session, {"token": show.input["value"]})
    made = BeautifulSoup(answer.body.decode(), "html.parser")
    assert made.find("mark").text == MAIL
    assert made.find_all(["script", "img"]) == []
    before, after = made.find_all("pre")
    assert MAIL in before.text
    assert MAIL not in after.text


def test_counts_registered_values_and_names_none(control):
    made = page(control, "/status")
    assert [(name.text, value.text) for name, value in zip(made.find_all("dt"), made.find_all("dd"), strict=True)].count(
        ("email", "1")
    ) == 1
    assert "System 1" in made.text


def test_asks_the_model_whether_it_is_there(control):
    app, _ = control
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, not listening: refused
        model = app.settings.model.model_copy(update={"url": f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"})
        said = model_answers(app.settings.model_copy(update={"model": model}))
    assert "answers" not in said
    assert said
    assert model_answers(app.settings) is None


def test_says_what_cannot_be_used(control):
    app, session = control
    app.settings.identities.write_text("not json")
    assert "no file of registered identities" in BeautifulSoup(ask(app, "/status", session).body, "html.parser").text


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/flows/\udcff",
        "/sites/\udcff",
        "/sites/%00",
        "/flows/flow-9",
        "/flows/",
        "/../etc/passwd",
        "/flows/..%2f..%2fetc",
        "/grants/1",
    ],
)
def test_says_what_is_not_there(control, path):
    app, session = control
    assert ask(app, path, session).status in {200, 404}
    assert b"root:" not in ask(app, path, session).body


PIECES = st.sampled_from(
    ["flows", "sites", "grants", "flow-0", "1", "undo", "show", "grant", "..", "%00", "%2f", "\udcff", "ß", "'", "trust", "login"]
)
TARGETS = st.lists(PIECES | st.text(max_size=8), max_size=5).map("/".join)
HEADERS = st.sampled_from(
    ["host", "origin", "cookie", "content-type", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "upgrade"]
)
VALUES = st.sampled_from(
    [NAME, f"https://{NAME}", "same-origin", "cross-site", "navigate", "document", "application/x-www-form-urlencoded"]
)
FIELDS = st.just([]) | st.lists(st.tuples(HEADERS, VALUES | st.text(max_size=12)), max_size=6)


@hypothesis.settings(max_examples=150, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["GET", "POST", "HEAD", "PUT"]), TARGETS, FIELDS, st.binary(max_size=60), st.booleans())
def test_answers_whatever_it_is_asked(control, method, target, fields, body, known):
    """It never fails, and shows nothing and changes nothing for those it does not know."""
    app, session = control
    own = (("cookie", f"{COOKIE}={session}"),) if known else ()
    answer = app.answer(Asked(method, "https", NAME, 443, f"/{target}", (*own, *fields), body, "127.0.0.1"))
    assert 200 <= answer.status < 500
    assert known or b"<nav>" not in answer.body
    assert all(value.isprintable() for _, value in answer.headers)
    assert app.grants.all() == ()
