"""What a person sees in mitmweb, and what can be found in its state."""

import json
import re
import socket
import ssl
import subprocess
import sys
import time

import httpx
import pytest

from guardian_core.demo.run import send
from guardian_core.demo.traffic import TRAFFIC

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
            yield client, Page(re.search(r"flows: (\S+)", said)[1])
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
