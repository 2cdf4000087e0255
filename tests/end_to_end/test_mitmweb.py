"""What a person sees in mitmweb, and what can be found in its state.

With GUARDIAN_PICTURES=FOLDER the pictures of docs/mitmweb.md are taken anew.
"""

import json
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import httpx
import pytest

from guardian_core.audit import read
from guardian_core.demo.run import send
from guardian_core.demo.traffic import TRAFFIC
from tests.end_to_end.chromium import Chromium

PERSON = {"full_name": "Nora Quist", "ssn": "524-71-3806"}
XSRF = "a1" * 16  # mitmweb compares a cookie with a header


class Page:
    """mitmweb's own interface, as its page calls it."""

    def __init__(self, url):
        self.base = re.match(r"http://[^/]+", url)[0]
        self.client = httpx.Client(trust_env=False, base_url=self.base, headers={"X-XSRFToken": XSRF}, timeout=20)
        assert self.client.get(url).status_code == 200
        self.client.cookies.set("_mitmproxy_xsrf", XSRF, domain="127.0.0.1")

    def json(self, path):
        return self.client.get(path).raise_for_status().json()

    def flow(self, path):
        """The newest flow to this path."""
        return [flow for flow in self.json("/flows") if flow["request"]["path"] == path][-1]

    def command(self, name, *arguments):
        """What a command of mitmproxy answers, or its complaint."""
        reply = self.client.post(f"/commands/{name}", json={"arguments": list(arguments)}).raise_for_status().json()
        return reply.get("error") or reply["value"]

    def whole(self, flow):
        """All that the page can show of one flow."""
        paths = [f"{message}/{kind}" for message in ("request", "response") for kind in ("content.data", "content/auto.json")]
        contents = [self.client.get(f"/flows/{flow['id']}/{path}").text for path in paths]
        return json.dumps(flow, ensure_ascii=False) + "".join(contents)


@pytest.fixture(scope="module")
def web(world, tmp_path_factory):
    """A client behind the proxy and the page beside it."""
    home = tmp_path_factory.mktemp("web") / "home"
    path = world.configure(home)
    with socket.socket() as one, socket.socket() as other:
        for probe in (one, other):
            probe.bind(("127.0.0.1", 0))
        ports = f"port = {one.getsockname()[1]}\nweb_port = {other.getsockname()[1]}\n"
    path.write_text(path.read_text().replace("[proxy]\n", "[proxy]\n" + ports))
    command = [sys.executable, "-m", "guardian_addons.run", "--config", str(path), "--web"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    try:
        said = ""
        while "trust: " not in said:
            said += process.stdout.readline() or pytest.fail(f"it did not start: {said}")
        trust = ssl.create_default_context(cafile=home / "ca" / "mitmproxy-ca-cert.pem")
        proxy = "http://" + re.search(r"listening on (\S+)", said)[1]
        with httpx.Client(proxy=proxy, verify=trust, trust_env=False, timeout=30) as client:
            page = Page(re.search(r"flows: (\S+)", said)[1])
            page.url, page.home, page.port = re.search(r"flows: (\S+)", said)[1], home, int(proxy.rpartition(":")[2])
            yield client, page
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def page(web):
    """The page once all requests of the demo were sent."""
    client, page = web
    for step in TRAFFIC:
        send(client, step)
    return page


def test_shows_decision_risk_level_and_reasons_of_every_flow(page):
    flows = page.json("/flows")
    assert len(flows) == len(TRAFFIC)
    for flow in flows:
        first, *reasons = flow["comment"].splitlines()
        assert re.match(r"(allow|transform L[1-5]|deny)( R (\.\d\d|1\.00))?( · |$)", first)
        assert reasons
        assert flow["marked"] == {"a": "✔", "t": "✏", "d": "✖"}[first[0]]
    assert "comment" in page.json("/options")["web_columns"]["value"]


def test_holds_nothing_of_a_refused_request(page):
    refused = [flow for flow in page.json("/flows") if flow["comment"].startswith("deny")]
    assert len(refused) > 2
    values = {value for step in TRAFFIC for value in step.canaries}
    shown = "".join(map(page.whole, refused)) + page.client.get("/events").text
    assert [value for value in values if value in shown] == []


def test_names_no_address_of_a_policy_in_its_log(page):
    assert "privacy" not in " ".join(re.findall(r"https?://\S+", page.client.get("/events").text))


def test_decides_again_about_what_was_edited_and_replayed(web, world):
    client, page = web
    assert client.post("https://peoplebase.test/v2/profiles", json={"a": 1}).status_code == 201
    flow, mark = page.flow("/v2/profiles"), len(world.records)
    edited = {"request": {"content": json.dumps(PERSON)}}
    assert page.client.put(f"/flows/{flow['id']}", json=edited).status_code == 200
    assert page.client.post(f"/flows/{flow['id']}/replay").status_code == 200
    deadline = time.monotonic() + 20
    while not (seen := page.flow("/v2/profiles"))["comment"].startswith("deny") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert seen["response"]["status_code"] == 403
    assert [one for one in world.records.since(mark) if one.method == "POST"] == []
    page.client.post(f"/flows/{flow['id']}/revert")
    assert PERSON["ssn"] not in page.whole(page.flow("/v2/profiles"))


REWRITTEN = {"page": "/account", "user": "wader1984@mailbox.example"}


def refused(client, path="/v2/profiles"):
    """One request that is refused."""
    assert client.post(f"https://peoplebase.test{path}", json=PERSON).status_code == 403


def test_explains_every_flow_by_a_command_without_values(page):
    values = {value for step in TRAFFIC for value in step.canaries}
    for flow in page.json("/flows")[: len(TRAFFIC)]:
        lines = page.command("guardian.explain", f"@{flow['id']}")
        assert lines[0].startswith({"✔": "SENT AS IT WAS", "✏": "REWRITTEN", "✖": "NOT SENT"}[flow["marked"]])
        if flow["marked"] != "✏":  # of a rewritten one, what stood there before is shown while it is in memory
            assert [value for value in values if value in "".join(lines)] == []


def test_allows_once_what_was_refused(web, world):
    client, page = web
    refused(client)
    said = page.command("guardian.allow", f"@{page.flow('/v2/profiles')['id']}", "once")
    assert "is allowed once" in said
    mark = len(world.records)
    assert client.post("https://peoplebase.test/v2/profiles", json=PERSON).status_code == 201
    (got,) = [one for one in world.records.since(mark) if one.host == "peoplebase.test"]
    assert json.loads(got.body) == PERSON
    refused(client)


@pytest.mark.parametrize(
    ("host", "path", "body"), [("peoplebase.test", "/v2/once", PERSON), ("pagemetrics.test", "/collect", REWRITTEN)]
)
def test_sends_the_original_only_once_it_is_confirmed(web, world, host, path, body):
    client, page = web
    content = json.dumps(body).encode()
    client.post(
        f"https://{host}{path}", content=content, headers={"Content-Type": "application/json", "Origin": "https://willowshop.test"}
    )
    flow, mark = page.flow(path), len(world.records)
    assert flow["marked"] in {"✏", "✖"}
    assert "to confirm" in page.command("guardian.replay.original", f"@{flow['id']}")
    assert [one for one in world.records.since(mark) if one.path == path] == []
    assert "is on its way" in page.command("guardian.replay.original", f"@{flow['id']}")
    deadline = time.monotonic() + 20
    while not (got := [one for one in world.records.since(mark) if one.path == path]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [one.body for one in got] == [content]
    replayed = page.flow(path)
    assert (replayed["id"] != flow["id"], replayed["marked"]) == (True, "✔")
    assert "you sent the original" in replayed["comment"]
    assert (
        "you sent the original (guardian.replay.original)"
        in read(page.home / "audit.db", None, 10, flow=replayed["id"])[0]["reasons"]
    )
    assert not [value for value in (*PERSON.values(), REWRITTEN["user"]) if value in page.client.get("/events").text]


@pytest.fixture(scope="module")
def browser(web, tmp_path_factory):
    """A real browser beside the proxy, so that what it sends by itself is none of the flows."""
    _, page = web
    proxy = SimpleNamespace(authority=page.home / "ca" / "mitmproxy-ca-cert.pem", port=page.port)
    opened = Chromium(proxy, tmp_path_factory.mktemp("profile"), "--no-proxy-server")
    yield opened
    opened.close()


@pytest.fixture
def show(page, browser):
    """Open a place of mitmweb's page, on a screen so high that all rows are drawn. It reads the place once, when it is loaded."""

    def opened(place="/flows"):
        tab = browser.tab()
        tab.call("Emulation.setDeviceMetricsOverride", width=1280, height=1600, deviceScaleFactor=1, mobile=False)
        tab.call("Page.bringToFront")  # one in the background draws nothing
        return tab.open(f"{page.url}#{place}")

    return opened


ROWS = "[...document.querySelectorAll('.flow-table tbody tr')].map(row => row.innerText).filter(text => text.trim())"


def picture(tab, tmp_path, name, height=760):
    """Taken for the docs where that is asked for."""
    folder = Path(os.environ.get("GUARDIAN_PICTURES") or tmp_path)
    tab.picture(folder / f"{name}.png", 1280, height)
    assert (folder / f"{name}.png").stat().st_size > 10_000


@pytest.mark.browser
def test_is_read_in_a_real_browser(page, show, tmp_path):
    tab = show()
    tab.until(f"{ROWS}.length >= {len(TRAFFIC)}")
    picture(tab, tmp_path, "mitmweb-list")
    flow = next(one for one in page.json("/flows") if one["marked"] == "✏" and one["request"]["path"] == "/collect")
    tab = show(f"/flows/{flow['id']}/request")
    tab.until("document.body.innerText.includes('CHANGED')")
    for words in ("REWRITTEN at level", "⟦wader1984@mailbox.example⟧", "GOES TO", "ITS POLICY", "M_T"):
        assert words in tab.text
    picture(tab, tmp_path, "mitmweb-rewritten", 1240)
    flow = next(one for one in page.json("/flows") if one["marked"] == "✖")
    for side in ("response", "request"):
        tab = show(f"/flows/{flow['id']}/{side}")
        tab.until("document.body.innerText.includes('NOT SENT')")
    picture(tab, tmp_path, "mitmweb-refused", 1100)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("expression", "mark"),
    [('~meta "decision: deny"', "✖"), ("~comment ^transform", "✏"), ('~meta "category: .*SSN" & ~marker multiplication', "✖")],
)
def test_finds_flows_by_what_was_decided(page, show, expression, mark):
    tab = show("/flows?s=" + quote(expression))
    all_of_them = len(page.json("/flows"))
    tab.until(f"0 < {ROWS}.length && {ROWS}.length < {all_of_them}")
    assert all(mark in row for row in tab.run(ROWS))


@pytest.mark.browser
def test_sorts_flows_by_decision_and_risk(show):
    tab = show()
    tab.until(f"{ROWS}.length >= {len(TRAFFIC)}")
    tab.until("!!document.querySelector('th.col-comment')")  # it draws the list before it knows its options
    tab.run("document.querySelector('th.col-comment').click()")
    tab.until("!!document.querySelector('th.col-comment.sort-asc')")
    column = "[...document.querySelectorAll('.flow-table tbody td.col-comment')].map(cell => cell.innerText)"
    decided = [re.match(r"(\w+)(?: L(\d))?(?: R (\S+))?", text).groups("") for text in tab.run(column) if text]
    assert len(decided) >= len(TRAFFIC)
    assert [verdict for verdict, *_ in decided] == sorted(verdict for verdict, *_ in decided)
    for verdict in ("allow", "deny"):
        risks = [float(risk) for word, _, risk in decided if word == verdict and risk]
        assert len(risks) > 2
        assert risks == sorted(risks)
