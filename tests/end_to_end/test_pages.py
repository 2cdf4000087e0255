"""A person in a real browser: signs up, signs in, sends files, talks with a model, is tracked; the pages keep working.

How the page that stands in the place of a refused one is overruled: test_control.py. With GUARDIAN_PICTURES=FOLDER the pictures of
docs/start.md and docs/restore.md are taken anew.
"""

import hashlib
import json
import os
import shutil
import time
from pathlib import Path

import pytest

from guardian_core.audit import read
from guardian_core.demo import World
from tests.end_to_end import pages
from tests.end_to_end.chromium import BROWSERS, Chromium
from tests.end_to_end.pages import ADS, CHAT, METRICS, MODELS, SHOP

NAME, EMAIL, PHONE, SSN = "Dana Quill", "dana.quill@mailbox.example", "+1 212 555 0143", "524-71-3806"
PASSWORD = "Heron & 7 reeds, 100%"
ASKED = f"Write to {NAME} ({EMAIL}, {PHONE}) that her reading chair is ready."
HIDDEN = "Write to [PERSON_1] ([EMAIL_1], [PHONE_1]) that her reading chair is ready."
REPLY = "document.querySelector('.reply:last-child')"

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def world():
    with World(pages.HOSTS, pages.answer) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(world):
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("no Chromium on this machine")
    running = world.proxy(extra="[policy]\nenabled = false")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser(proxy, tmp_path_factory):
    running = Chromium(proxy, tmp_path_factory.mktemp("profile"))
    yield running
    running.close()


@pytest.fixture
def tab(browser):
    return browser.tab()


@pytest.fixture
def arrived(world):
    """The requests, other than for pages, that a host has received since the test began."""
    mark = len(world.records)
    return lambda host: [one for one in world.records.since(mark) if one.host == host and one.method == "POST"]


def awaited(look, count, seconds=20):
    """What `look` finds once it is so much, or the time is over: decisions are recorded, and beacons arrive, a moment after."""
    deadline = time.monotonic() + seconds
    while len(found := look()) < count and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def decided(proxy, host, count):
    """The verdicts about what was sent to a host."""

    def rows():
        return [row["verdict"] for row in read(proxy.journal, None, 500) if (row["host"], row["method"]) == (host, "POST")]

    return awaited(rows, count)


def picture(tab, name, height):
    """The picture for the docs, where it is asked for."""
    if folder := os.environ.get("GUARDIAN_PICTURES"):
        tab.picture(Path(folder) / f"{name}.png", 680, height)


def test_signs_up_and_is_welcomed(proxy, tab, arrived):
    tab.open(f"https://{SHOP}/join").write("[name=name]", NAME).write("[name=email]", EMAIL)
    tab.write("[name=phone]", PHONE).write("[name=password]", PASSWORD).press("button")
    assert f"Welcome, {NAME}! We have written to {EMAIL}." in tab.text
    picture(tab, "page-sign-up", 190)
    (sent,) = arrived(SHOP)
    assert pages.form(sent) == {
        "name": NAME,
        "email": EMAIL,
        "phone": PHONE,
        "password": PASSWORD,
        "csrf_token": "77b1f0c2a94e4d58",
    }
    assert set(decided(proxy, SHOP, 1)) == {"allow"}


def test_signs_in_and_stays_signed_in(tab, arrived):
    tab.open(f"https://{SHOP}/account")
    assert "Please sign in." in tab.text
    tab.open(f"https://{SHOP}/login").write("[name=email]", EMAIL).write("[name=password]", PASSWORD).press("button")
    assert tab.url == f"https://{SHOP}/account"
    assert "Good to see you again." in tab.text
    (sent,) = arrived(SHOP)
    assert sent.body == b"email=dana.quill%40mailbox.example&password=Heron+%26+7+reeds%2C+100%25"
    assert "Good to see you again." in tab.open(f"https://{SHOP}/account").text


def test_uploads_files_byte_for_byte(tab, arrived, tmp_path):
    """One of text that a reader would find values in, one of every byte there is, with a name beyond ASCII."""
    files = {
        "letter.txt": f"Dear shop,\r\nthe leg is loose. Call {NAME}, {PHONE}, {EMAIL}.\n".encode(),
        "stühle.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\r\n--\r\n" + bytes(range(256)) * 400,
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    tab.open(f"https://{SHOP}/returns").write("[name=why]", f"Loose leg. {NAME}")
    tab.choose("[name=files]", *(tmp_path / name for name in files)).press("button")
    for name, data in files.items():
        assert f"{name}: {len(data)} bytes, {hashlib.sha256(data).hexdigest()}" in tab.text
    (sent,) = arrived(SHOP)
    assert [(name, data) for name, _, data in pages.parts(sent)] == [(None, f"Loose leg. {NAME}".encode()), *files.items()]


def test_shows_a_streamed_reply_in_the_users_own_words(proxy, tab, arrived):
    """While the model still writes, in the middle of a placeholder, the page shows what is certain, and no half of one."""
    pages.GO_ON.clear()
    tab.open(f"https://{CHAT}/").write("textarea", ASKED).run("document.querySelector('button').click()")
    try:
        tab.until(f"{REPLY} && {REPLY}.textContent === 'Here is a draft.\\n\\nWrite to '")
    finally:
        pages.GO_ON.set()
    tab.until("document.querySelectorAll('.whole').length === 1")
    assert tab.run(f"{REPLY}.textContent") == f"Here is a draft.\n\n{ASKED}"
    picture(tab, "chat-restored", 530)
    tab.write("textarea", f"Shorter, please. And what is {NAME} called?").run("document.querySelector('button').click()")
    tab.until("document.querySelectorAll('.whole').length === 2")
    assert tab.run(f"{REPLY}.textContent") == f"Here is a draft.\n\nShorter, please. And what is {NAME} called?"
    first, second = (json.loads(one.body)["messages"] for one in arrived(MODELS))
    assert first == [{"role": "user", "content": HIDDEN}]
    assert [turn["content"] for turn in second] == [
        HIDDEN,
        f"Here is a draft.\n\n{HIDDEN}",
        "Shorter, please. And what is [PERSON_1] called?",
    ]
    assert decided(proxy, MODELS, 2) == ["transform", "transform"]


def test_is_counted_without_the_address_and_not_sold_to_advertisers(proxy, tab, arrived):
    """The beacon for statistics goes on without the address, the one to the advertiser not at all; the page notices nothing."""
    tab.open(f"https://{SHOP}/chair").run("document.querySelector('#add').click()")
    tab.until("document.querySelector('#basket').textContent === '1 chair, beacons: true true'")
    assert (decided(proxy, METRICS, 1), decided(proxy, ADS, 1)) == (["transform"], ["deny"])
    (counted,) = awaited(lambda: arrived(METRICS), 1)
    told = json.loads(counted.body)
    assert (told["page"], told["event"]) == ("/chair", "add")
    assert told.keys() == {"page", "event", "user"}
    assert told["user"] != EMAIL
    for value in (EMAIL, PHONE, SSN):
        assert value not in str([(one.target, one.headers, one.body) for one in arrived(METRICS)])
    assert [one.body for one in arrived(SHOP)] == [b'{"sku":"W-20931"}']
    assert "Join" in tab.open(f"https://{SHOP}/join").text
    assert arrived(ADS) == []
