"""A step, its decision and what the servers received in; every way in which these do not fit, out: sentences without raw values."""

import contextlib
import gzip
import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from email.parser import BytesParser
from urllib.parse import parse_qsl, unquote_plus

from guardian_core.demo.senders import Step
from guardian_core.demo.servers import Received
from guardian_core.vocabulary import Verdict


def differences(step: Step, verdict: Verdict | None, received: Sequence[Received]) -> tuple[str, ...]:
    """What is wrong; empty if `received` (all hosts, since the step was sent) is what `verdict` says and `step` expects.

    `verdict` None means that no decision was recorded, which is wrong whatever arrived.
    """
    if verdict is None:
        return ("no decision was recorded",)
    arrived = [one for one in received if (one.host, one.method, one.path) == (step.host, step.method, step.path)]
    faults = [] if verdict in step.expect else [f"decided {verdict}, expected {' or '.join(sorted(step.expect))}"]
    faults += _ARRIVALS[verdict](step, arrived)
    if verdict is not Verdict.ALLOW:
        for place, hidden in leaks(step.canaries, received):
            faults.append(f"value {hidden + 1} of the user arrived at {place}")
    return tuple(faults)


def spoken(reply: str) -> str:
    """What a streamed chat completion says in all, or the reply itself where it is none."""
    events = [json.loads(line[6:]) for line in reply.splitlines() if line.startswith("data: {")]
    return "".join(event["choices"][0]["delta"].get("content", "") for event in events) if events else reply


def not_returned(step: Step, verdict: Verdict | None, said: str) -> tuple[str, ...]:
    """Values that should have come back in what the reply says, but did not."""
    missing = [number for number, value in enumerate(step.returns, 1) if value not in said]
    return tuple(f"value {number} of the user did not come back" for number in missing) if verdict is Verdict.TRANSFORM else ()


def _as_sent(step: Step, arrived: Sequence[Received]) -> list[str]:
    """Allowed: exactly what was sent, byte for byte, under the same labels."""
    if len(arrived) != 1:
        return [f"allowed, but arrived {len(arrived)} times"]
    faults = []
    if arrived[0].target != step.target:
        faults.append("allowed, but the path or query changed")
    if arrived[0].body != step.body:
        faults.append(f"allowed, but the body changed at byte {_first_difference(arrived[0].body, step.body)}")
    changed = [name for name, value in step.headers if arrived[0].header(name) != value]
    return faults + [f"allowed, but the header {name} changed" for name in changed]


def _rewritten(step: Step, arrived: Sequence[Received]) -> list[str]:
    """Rewritten: something changed, the rest stands, and it still parses as what it says it is."""
    if len(arrived) != 1:
        return [f"rewritten, but arrived {len(arrived)} times"]
    got = arrived[0]
    faults = []
    if (got.target, got.body, got.header("Referer")) == (step.target, step.body, dict(step.headers).get("Referer")):
        faults.append("rewritten, but nothing changed")
    if not parses(got):
        faults.append(f"rewritten, but no longer {got.header('Content-Type')}")
    text = readable(got)
    faults += [f"rewritten, but {kept!r} is gone" for kept in step.keeps if kept not in text]
    return faults


def _nothing(_: Step, arrived: Sequence[Received]) -> list[str]:
    """Refused: nothing came."""
    return [f"denied, but arrived {len(arrived)} times"] if arrived else []


_ARRIVALS = {Verdict.ALLOW: _as_sent, Verdict.TRANSFORM: _rewritten, Verdict.DENY: _nothing}


def leaks(values: Sequence[str], received: Iterable[Received]) -> list[tuple[str, int]]:
    """(host, index of the value) for each value found anywhere in a request: plain, in any spelling, base64 or hashed."""
    found = []
    for one in received:
        text = squeezed(readable(one))
        for index, value in enumerate(values):
            if any(squeezed(form) in text for form in spellings(value)):
                found.append((one.host, index))
    return found


def spellings(value: str) -> tuple[str, ...]:
    """The value as trackers write it; `squeezed` deals with case, spaces and punctuation."""
    plain = value.encode()
    hashes = [hashlib.new(name, plain, usedforsecurity=False).hexdigest() for name in ("md5", "sha1", "sha256")]
    return (value, b64encode(plain).decode().rstrip("="), *hashes)


def squeezed(text: str) -> str:
    """Lower-case letters and digits only, so that `212-555 0143` is `2125550143`.

    >>> squeezed("Ida.Moor@Mailbox.example")
    'idamoormailboxexample'
    """
    return re.sub(r"[\W_]", "", text.lower())


def readable(received: Received) -> str:
    """All that a server could read: target, header values, decoded body; also percent-decoded, and JSON without escapes."""
    body = decoded(received).decode("utf-8", "replace")
    parts = [received.target, *(value for _, value in received.headers), body]
    parts += [unquote_plus(part) for part in parts]
    with contextlib.suppress(ValueError):
        parts.append(json.dumps(json.loads(body), ensure_ascii=False))
    return "\n".join(parts)


def decoded(received: Received) -> bytes:
    """The body without its content coding, or as it is where the label is a lie."""
    coding = (received.header("Content-Encoding") or "").lower()
    try:
        if coding == "gzip":
            return gzip.decompress(received.body)
        return zlib.decompress(received.body) if coding == "deflate" else received.body
    except (OSError, EOFError, zlib.error):
        return received.body


def parses(received: Received) -> bool:
    """Whether the body is still what its content type says; types without a grammar always are."""
    kind, body = (received.header("Content-Type") or "").lower(), decoded(received)
    try:
        if kind.startswith("application/json"):
            json.loads(body)
        elif kind.startswith("application/x-www-form-urlencoded"):
            parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=True)
        elif kind.startswith("multipart/form-data"):
            label = f"Content-Type: {received.header('Content-Type')}\r\n\r\n".encode()
            return not BytesParser().parsebytes(label + body).defects
    except ValueError:
        return False
    return True


def _first_difference(left: bytes, right: bytes) -> int:
    return next((index for index, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
