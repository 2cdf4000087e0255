"""One outcome with everything in it, for tests of what is shown: a real core's, decided about a real request."""

import asyncio
import functools
import json
import tempfile
from pathlib import Path

from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request

SECRET = "dana.quill@mailbox.example"
SSN = "524-71-3806"
POLICY = "We collect your email address and share it with advertisers for marketing. We never sell health data."


def request(body, host="metrics.stranger.test", target="/c"):
    content = json.dumps(body).encode()
    fields = ((b"Host", host.encode()), (b"Content-Type", b"application/json"), (b"Origin", b"https://shop.example.test"))
    return Request("POST", "https", host, 443, target, fields, content)


@functools.cache
def decided(kind="transform", policy=POLICY):
    """A real outcome; `kind`: which verdict it has."""
    bodies = {"transform": {"page": "/account", "user": SECRET}, "deny": {SECRET: {"ssn": SSN}}, "allow": {"page": "/account"}}

    async def handle():
        with tempfile.TemporaryDirectory() as folder:
            guardian = Guardian(Settings(home=Path(folder), detect={"names": False}, policy={"wait": 0}))
            try:
                page = f"<html><title>Privacy policy</title><h1>Privacy policy</h1><p>{policy}</p></html>".encode()
                url = "https://stranger.test/privacy"
                guardian.policies.import_document("stranger.test", page, url=url, content_type="text/html")
                outcome = await guardian.handle(request(bodies[kind]))
            finally:
                await guardian.close()
            assert outcome.decision.verdict == kind
            return outcome

    return asyncio.run(handle())
