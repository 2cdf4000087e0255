"""What the client gets when its request is refused, and what stays usable when much happens at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from guardian_core.demo.run import send
from guardian_core.demo.traffic import EMAIL, PHONE, SSN, TRAFFIC

STEPS = {step.name: step for step in TRAFFIC}


@pytest.fixture(scope="module")
def proxy(world):
    running = world.proxy()
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
