"""A person in a real browser: held back, lets it through; the site's own script, in the same browser, cannot."""

import json
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from guardian_core.control import Doors
from guardian_core.demo import World
from guardian_core.demo.servers import Answer
from guardian_core.grants import Grants
from tests.end_to_end.chromium import Chromium, Tab

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SITE, BROKER, CONTROL = "https://cedarclub.test", "https://peoplebase.test", "https://guardian.invalid"
JOIN = b"""<!doctype html><title>Cedar Club</title><h1>Cedar Club</h1>
<form action="https://peoplebase.test/v2/profiles" method="post">
<label>Name <input name="full_name" value="Nora Quist"></label> <label>SSN <input name="ssn" value="524-71-3806"></label>
<button>Join</button></form>"""
# What a hostile page can do with the address of its refusal: read it, send forms to it, frame it, open it and look into it.
ATTACK = """(async (page) => {
  const got = {};
  const tell = async (name, work) => { try { got[name] = await work(); } catch (error) { got[name] = "error"; } };
  const body = new URLSearchParams({choice: "allow-always", token: "1.0." + "0".repeat(64)});
  await tell("read", async () => (await fetch(page, {credentials: "include"})).text());
  await tell("send", async () => (await fetch(page + "/grant", {method: "POST", credentials: "include", body})).status);
  await tell("send blindly", async () =>
    (await fetch(page + "/grant", {method: "POST", mode: "no-cors", credentials: "include", body})).type);
  await tell("preflight", async () =>
    (await fetch(page + "/grant", {method: "PUT", credentials: "include", headers: {"x-a": "1"}})).status);
  await tell("undo", async () =>
    (await fetch("https://guardian.invalid/grants/1/undo", {method: "POST", mode: "no-cors", credentials: "include", body})).type);
  const frame = document.createElement("iframe");
  frame.src = page;
  await new Promise((done) => { frame.onload = frame.onerror = done; document.body.append(frame); setTimeout(done, 3000); });
  await tell("frame", async () => { return frame.contentDocument ? "ours" : "foreign"; });
  const form = document.createElement("form");
  Object.assign(form, {action: page + "/grant", method: "post", target: "catch"});
  for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), {name, value}));
  const bin = Object.assign(document.createElement("iframe"), {name: "catch"});
  document.body.append(bin, form);
  form.submit();
  const opened = window.open(page);
  await new Promise((done) => setTimeout(done, 2500));
  await tell("window", async () => { try { return opened.document.body.innerText; } catch (error) { return "closed"; } });
  got.severed = opened === null || opened.closed;
  return got;
})"""


def answer(received):
    return Answer(200, JOIN if received.path == "/join" else b"<!doctype html><title>Got it</title><h1>Welcome</h1>")


@pytest.fixture(scope="module")
def world():
    with World(("cedarclub.test", "peoplebase.test"), answer) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy(extra="[policy]\nenabled = false\n[detect]\nnames = false")
    yield running
    running.stop()


@contextmanager
def browsing(proxy, tmp_path):
    browser = Chromium(proxy, tmp_path / "profile")
    try:
        yield browser
    finally:
        browser.close()


def let_in(browser, proxy):
    doors = Doors(proxy.home)
    tab = browser.tab().open(f"{CONTROL}/login?token={doors.invite()}")
    doors.close()
    assert "Today" in tab.text
    return tab


def join(tab):
    return tab.open(f"{SITE}/join").press("button")


def arrived(world):
    return [one.body for one in world.records.since(0) if (one.host, one.method) == ("peoplebase.test", "POST")]


def grants(proxy):
    store = Grants(proxy.home / "grants.db")
    found = store.all()
    store.close()
    return found


def test_a_person_lets_it_through_once(world, proxy, tmp_path):
    before, known = len(arrived(world)), [one.ended for one in grants(proxy)]
    with browsing(proxy, tmp_path) as browser:
        tab = join(browser.tab())
        assert tab.url == f"{BROKER}/v2/profiles"
        assert "peoplebase.test received nothing" in tab.text
        assert "SSN" not in tab.text
        tab.press("a")
        assert tab.url.startswith(f"{CONTROL}/flows/")
        assert "Not let in" in tab.text
        let_in(browser, proxy)
        tab.press("main a")  # come back here
        assert "Decide otherwise" in tab.text
        assert "524-71-3806" not in tab.text
        time.sleep(0.7)
        assert "524-71-3806" in tab.press("form[action$=show] button").text
        tab.press("main a")  # back
        time.sleep(0.7)
        assert "Done" in tab.press("button[value=allow-once]").text
        assert len(arrived(world)) == before
        assert "Welcome" in join(tab).text
        assert len(arrived(world)) == before + 1
        assert "Held back" in join(tab).text
    assert [one for one in world.records.since(0) if "guardian" in f"{one.header('Cookie')}{one.header('Referer')}"] == []
    assert arrived(world)[before:] == [b"full_name=Nora+Quist&ssn=524-71-3806"]
    assert [one.ended for one in grants(proxy)] == ["used", *known]


def test_the_link_of_the_block_page_leads_to_whoever_was_let_in(proxy, tmp_path):
    """The cookie is not sent with a link on another page; the page then asks itself once more."""
    with browsing(proxy, tmp_path) as browser:
        let_in(browser, proxy)
        tab = join(browser.tab())
        tab.press("a")
        tab.until("document.body.innerText.includes('Decide otherwise')")


def test_the_sites_own_script_can_grant_nothing(world, proxy, tmp_path):
    """In the browser of somebody who was let in, with the number of its own refusal in its hands."""
    before, known = len(arrived(world)), grants(proxy)
    with browsing(proxy, tmp_path) as browser:
        let_in(browser, proxy)
        tab = browser.tab().open(f"{SITE}/hostile")
        body = json.dumps({"ssn": "524-71-3806", "full_name": "Nora Quist"})
        send = f"fetch('{BROKER}/v2/profiles', {{method: 'POST', body: JSON.stringify({body})}})"
        refused = json.loads(tab.run(f"{send}.then(reply => reply.text())"))["error"]
        assert refused["details"].startswith(f"{CONTROL}/flows/")
        got = tab.run(f"{ATTACK}({json.dumps(refused['details'])})")
        assert got["read"] == got["send"] == got["preflight"] == "error"
        assert got["send blindly"] == got["undo"] == "error"  # not even that there was an answer
        assert got["frame"] == "foreign"
        assert got["window"] == "closed" or got["severed"]
        assert tab.run(f"{send}.then(reply => reply.status)") == 403
    assert grants(proxy) == known
    assert len(arrived(world)) == before


def test_a_frame_of_the_control_page_stays_empty(proxy, tmp_path):
    with browsing(proxy, tmp_path) as browser:
        let_in(browser, proxy)
        tab = browser.tab().open(f"{SITE}/hostile")
        frame = f"document.body.append(Object.assign(document.createElement('iframe'), {{src: '{CONTROL}/', name: 'f'}}))"
        tab.run(frame)
        tab.until("window.frames.length === 1")
        time.sleep(1)
        frames = [one for one in browser.call("Target.getTargets")["targetInfos"] if one["type"] == "iframe"]
        assert [Tab(browser, one["targetId"]).text for one in frames if "Today" in Tab(browser, one["targetId"]).text] == []
        assert tab.run("document.querySelector('iframe').contentDocument") is None


def test_an_agent_that_reads_the_refusal_can_grant_nothing(world, proxy):
    """It has the JSON twin, may say of itself what it likes, and is on loopback like the browser."""
    before, known = len(arrived(world)), grants(proxy)
    body = {"ssn": "524-71-3806", "full_name": "Nora Quist"}
    own = {"Origin": CONTROL, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    with proxy.client() as client:
        page = {"Origin": SITE}
        details = client.post(f"{BROKER}/v2/profiles", json=body, headers=page).json()["error"]["details"]
        for headers in ({}, own):
            for data in ({"choice": "allow-always"}, {"choice": "allow-always", "token": "0.0.0"}):
                assert client.post(f"{details}/grant", data=data, headers=headers).status_code == 403
            assert "Decide otherwise" not in client.get(details, headers=headers).text
            assert client.get(f"{CONTROL}/login?token=guessed", headers=headers).status_code == 403
        assert client.post(f"{BROKER}/v2/profiles", json=body, headers=page).status_code == 403
    assert grants(proxy) == known
    assert len(arrived(world)) == before


def test_as_a_script_it_leaves_nothing_in_files_and_on_the_terminal(world, tmp_path):
    """`mitmdump -s` writes flows and prints them after our addon was asked: neither link nor cookie nor page may be in them."""
    home = tmp_path / "home"
    config = world.configure(home, extra="[policy]\nenabled = false\n[detect]\nnames = false")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log, flows = tmp_path / "log", tmp_path / "flows"
    sets = [f"--set={pair}" for pair in (f"guardian_config={config}", f"confdir={home / 'ca'}", "flow_detail=4")]
    command = [
        Path(sys.executable).with_name("mitmdump"),
        "-s",
        ROOT / "addons" / "guardian.py",
        "-p",
        str(port),
        "-w",
        flows,
        *sets,
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=tmp_path)
    try:
        deadline = time.monotonic() + 60
        while b"proxy listening" not in log.read_bytes() and time.monotonic() < deadline:
            time.sleep(0.1)
        trust = ssl.create_default_context(cafile=home / "ca" / "mitmproxy-ca-cert.pem")
        doors = Doors(home)
        link = doors.invite()
        doors.close()
        with httpx.Client(proxy=f"http://127.0.0.1:{port}", verify=trust, trust_env=False, timeout=20) as client:
            assert client.get(f"{CONTROL}/login?token={link}").status_code == 303
            cookie = client.cookies["__Host-guardian"]
            assert "Language model" in client.get(f"{CONTROL}/status").text
    finally:
        process.terminate()
        process.wait(20)
    kept = flows.read_bytes() + log.read_bytes()
    assert b"guardian.invalid" in kept
    assert [secret for secret in (link, cookie, "Language model", "set-cookie") if secret.encode() in kept] == []
