"""What the client gets when its request is refused, and what stays usable when much happens at once."""

import gzip
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from guardian_core.demo.run import send
from guardian_core.demo.traffic import EMAIL, PHONE, SSN, TRAFFIC

BODY = b'{"email": "wader1984@mailbox.example"}'
STEPS = {step.name: step for step in TRAFFIC}


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy(extra="[policy]\nenabled = false")  # a known policy may turn a refusal into a rewrite
    yield running
    running.stop()


def test_lets_the_page_read_why_its_request_was_refused(proxy):
    with proxy.client() as client:
        reply = send(client, STEPS["broker: SSN typed into its own form"])
    assert reply.status_code == 403
    assert reply.headers["access-control-allow-origin"] == "https://peoplebase.test"
    assert "no-store" in reply.headers["cache-control"]
    assert reply.json()["error"]["id"]
    assert not any(value in reply.text for value in (EMAIL, PHONE, SSN))


@pytest.mark.parametrize(
    ("name", "status", "kind", "says"),
    [
        ("ads: form in the frame", 403, "text/html; charset=utf-8", "Held back"),
        ("ads: script in the frame", 403, "application/json", "guardian_refused"),
        ("relay: unknown content coding", 403, "application/json", "could not be checked"),
    ],
)
def test_gives_each_client_a_reason_it_can_show(proxy, name, status, kind, says):
    with proxy.client() as client:
        reply = send(client, STEPS[name])
    assert (reply.status_code, reply.headers["content-type"]) == (status, kind)
    assert says in reply.text


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(BODY)[:-9]),
        ("gzip", gzip.compress(BODY)[:12] + b"\xff" * 40),
        ("br", b"\x0b\x02\x80"),
        ("x-secret", BODY),
        ("gzip, x-secret", gzip.compress(BODY)),
    ],
    ids=["cut short", "broken in the middle", "broken br", "unknown", "unknown in a list"],
)
def test_sends_nothing_that_it_could_not_read(proxy, world, coding, body):
    mark = len(world.records)
    with proxy.client() as client:
        headers = {"Content-Type": "application/json", "Content-Encoding": coding, "Origin": "https://willowshop.test"}
        reply = client.post("https://formrelay.test/f/garden", headers=headers, content=body)
    assert reply.status_code == 403
    assert [one for one in world.records.since(mark) if one.path == "/f/garden"] == []


def test_passes_a_large_upload_on_byte_for_byte(proxy, world):
    """A megabyte in chunks: the first party's own form, in the framing that clients use for files."""
    step = STEPS["shop: file upload"]
    head, tail = step.body.split(b"%PDF")
    body = head + b"%PDF" + random.Random(7).randbytes(1_000_000) + tail
    mark = len(world.records)
    with proxy.client() as client:
        chunks = (body[start : start + 65_536] for start in range(0, len(body), 65_536))
        reply = client.post(step.url, headers=list(step.headers), content=chunks)
    assert reply.status_code == 200
    assert [one.body for one in world.records.since(mark) if one.path == step.path] == [body]


def test_answers_many_requests_at_once(proxy, world):
    """Forty of each at the same time: the clean ones all arrive as sent, the others never."""
    clean, dirty = STEPS["shop: JSON, nothing personal"], STEPS["broker: e-mail and phone"]
    mark = len(world.records)
    with proxy.client() as client, ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda step: send(client, step), [clean, dirty] * 40))
    assert all(reply.status_code == 200 for reply in replies[::2])
    got = world.records.since(mark)
    assert [one.body for one in got if one.host == clean.host and one.path == clean.path] == [clean.body] * 40
    assert not any(EMAIL.encode() in one.body or b"555 0143" in one.body for one in got if one.host == dirty.host)
