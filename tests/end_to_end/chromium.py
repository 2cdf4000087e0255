"""A real headless Chromium behind a proxy, driven over a pipe: open pages, run scripts in them, press buttons, take pictures."""

import hashlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-popup-blocking",
    "--remote-debugging-pipe",
)
SECONDS = 30.0
# Puts the pipes where the browser expects them. A shell could not: dash knows no descriptor above 9.
PIPES = """
import fcntl, os, sys
ours = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for number, place in zip(ours, (3, 4)):
    os.dup2(number, place)
os.execvp(sys.argv[3], sys.argv[3:])
"""


class Chromium:
    """One browser with a profile of its own; it trusts the proxy's own key and no other."""

    def __init__(self, proxy, profile, *flags):
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        if program is None:
            pytest.skip("no Chromium on this machine")
        key = x509.load_pem_x509_certificate(proxy.authority.read_bytes()).public_key()
        pin = b64encode(hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()).decode()
        command = [
            program, *QUIET, *flags, f"--user-data-dir={profile}", f"--ignore-certificate-errors-spki-list={pin}",
            f"--proxy-server=127.0.0.1:{proxy.port}", "about:blank",
        ]  # fmt: skip
        theirs_in, self.write = os.pipe()
        self.read, theirs_out = os.pipe()
        shell = [sys.executable, "-c", PIPES, str(theirs_in), str(theirs_out), *command]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(shell, pass_fds=(theirs_in, theirs_out), **quiet)
        os.close(theirs_in)
        os.close(theirs_out)
        self.number, self.buffer = 0, b""

    def call(self, method, session=None, **parameters):
        """One command of the DevTools protocol; its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                ready, _, _ = select.select([self.read], [], [], SECONDS)
                chunk = os.read(self.read, 1 << 20) if ready else b""
                if not chunk:
                    pytest.fail(f"the browser ended, or does not answer {method}")
                self.buffer += chunk
            line, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(answer["error"])
                return answer["result"]

    def tab(self, url="about:blank"):
        """A new tab."""
        return Tab(self, self.call("Target.createTarget", url=url)["targetId"])

    def tabs(self):
        """Every tab, also those that pages opened."""
        found = self.call("Target.getTargets")["targetInfos"]
        return [Tab(self, one["targetId"]) for one in found if one["type"] == "page"]

    def close(self):
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write)
        os.close(self.read)


class Tab:
    """One page."""

    def __init__(self, browser, target):
        self.browser = browser
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def call(self, method, **parameters):
        """One command about this page."""
        return self.browser.call(method, self.session, **parameters)

    def open(self, url):
        """Go there and wait until it is there."""
        self.call("Page.navigate", url=url)
        return self.settled()

    def run(self, script):
        """The value of a script in the page; promises are waited for."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in done:
            raise AssertionError(done["exceptionDetails"])
        return done["result"].get("value")

    def until(self, script, seconds=SECONDS):
        """Wait until a script gives something true; that."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                if value := self.run(script):
                    return value
            except AssertionError:  # between two pages there is none to ask
                pass
            if time.monotonic() > deadline:
                pytest.fail(f"never: {script}; at {self.run('location.href')}: {self.text[:400]}")
            time.sleep(0.05)

    def settled(self):
        """Wait for the end of loading."""
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")
        return self

    def press(self, selector):
        """Press what the selector finds, and wait for the page that follows."""
        self.run("window.before = true")
        self.run(f"document.querySelector({json.dumps(selector)}).click()")
        self.until("window.before === undefined && document.readyState === 'complete'")
        return self

    def write(self, selector, text):
        """Write into a field as a keyboard does."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)
        return self

    def choose(self, selector, *files):
        """Choose files in a form."""
        page = self.call("DOM.getDocument")["root"]["nodeId"]
        field = self.call("DOM.querySelector", nodeId=page, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=field, files=[str(file) for file in files])
        return self

    @property
    def text(self):
        """What a person reads, as soon as there is something: between two pages there is nothing."""
        deadline = time.monotonic() + 5
        while True:
            said = self.run("document.body ? document.body.innerText : ''") or ""
            if said.strip() or time.monotonic() > deadline:
                return said
            time.sleep(0.05)

    @property
    def url(self):
        """Where it is."""
        return self.run("location.href")

    def picture(self, path, width=1100, height=720):
        """A PNG of what is seen."""
        self.call("Page.bringToFront")  # one in the background is never painted
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        time.sleep(0.2)
        shot = self.call("Page.captureScreenshot", format="png")["data"]
        Path(path).write_bytes(b64decode(shot))
