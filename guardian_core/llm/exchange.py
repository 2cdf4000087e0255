"""One HTTP exchange with the server: path and JSON in, JSON out. No redirect is followed, no coding taken, no long answer read.

Errors quote nothing of question or answer.
"""

import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import certifi
import httpcore

from guardian_core.errors import LlmAnswerError, LlmUnavailableError
from guardian_core.llm.keys import Key
from guardian_core.llm.network import ServerNetwork

LONGEST = 1_000_000  # bytes of an answer
PASSING = frozenset({429, 500, 502, 503, 504})  # llama.cpp answers 503 while it loads its model
REFUSED_FORM = frozenset({400, 422})  # what servers say to fields they do not know
WORDS = {
    401: "refuses the key (401); see model.key_env and model.key_file",
    403: "refuses the key (403); see model.key_env and model.key_file",
    503: "has a server that is loading its model, or has too much to do (503)",
    404: "is not at this address, or has no model of that name (404); does model.url end in /v1?",
}


class PassingFaultError(LlmUnavailableError):
    """A second try may succeed."""


class FailedError(PassingFaultError):
    """The server failed inside; the one of llama-cpp-python also says so to fields that it does not know."""


class FormRefusedError(LlmUnavailableError):
    """The server does not take the request's form, perhaps only its `response_format`."""


class Exchange:
    """The connections to one server."""

    def __init__(
        self, url: str, key: Key | None, network: ServerNetwork, *, connect_seconds: float, connections: int, trust_ca: Path | None
    ) -> None:
        self._url = url
        self._headers = [(b"Accept", b"application/json"), (b"Accept-Encoding", b"identity"), (b"User-Agent", b"GuardianAgent")]
        self._key = key
        self._connect_seconds = connect_seconds
        context = None
        if urlsplit(url).scheme == "https":
            context = ssl.create_default_context(cafile=certifi.where())
            if trust_ca is not None:
                context.load_verify_locations(cafile=trust_ca)
        # What is kept alive briefly: a server that was restarted has forgotten the connection.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context, network_backend=network, max_connections=connections, keepalive_expiry=5.0
        )

    async def send(self, method: str, path: str, body: Mapping[str, object] | None = None) -> object:
        """The server's JSON.

        Raises:
            PassingFaultError, FormRefusedError, LlmUnavailableError: it did not answer, or with a status that is no answer.
            LlmAnswerError: too long, or not JSON.
        """
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = [*self._headers, *([(b"Content-Type", b"application/json")] if content else [])]
        if self._key:
            headers.append((b"Authorization", b"Bearer " + self._key.text.encode("ascii")))
        with _faults():
            async with self._pool.stream(
                method,
                self._url + path,
                headers=headers,
                content=content,
                extensions={"timeout": {"connect": self._connect_seconds}},
            ) as response:
                check_status(response.status)
                return _json(await _read(response))

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


def check_status(status: int) -> None:
    """Raise what a status other than success means."""
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        raise LlmUnavailableError(f"has a server that sends us elsewhere ({status}), and that is not followed", "status")
    if status in PASSING:
        kind = FailedError if status == 500 else PassingFaultError
        raise kind(WORDS.get(status, f"has a server that failed ({status})"), "status")
    if status in REFUSED_FORM:
        raise FormRefusedError(f"has a server that refused the question ({status}), perhaps as too long", "question")
    raise LlmUnavailableError(WORDS.get(status, f"has a server that answered {status}"), "status")


async def _read(response: httpcore.Response) -> bytes:
    found = bytearray()
    async for part in response.aiter_stream():
        found += part
        if len(found) > LONGEST:
            raise LlmAnswerError(f"answered with more than {LONGEST} bytes")
    return bytes(found)


def _json(content: bytes) -> object:
    try:
        value: object = json.loads(content)
    except (ValueError, RecursionError):
        raise LlmAnswerError("has a server that did not answer in JSON") from None
    return value


@contextmanager
def _faults() -> Iterator[None]:
    """Faults of the network in our words: a certificate stays bad, a broken connection may not."""
    try:
        yield
    except httpcore.ConnectTimeout:
        raise PassingFaultError("has a server that does not take the connection in time", "timeout") from None
    except (httpcore.ConnectError, ssl.SSLError) as error:
        if "CERTIFICATE" in str(error).upper():
            raise LlmUnavailableError("has a server whose certificate is not trusted", "unreachable") from None
        raise PassingFaultError("has a server that cannot be reached", "unreachable") from None
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError):
        raise PassingFaultError("has a server that broke off", "unreachable") from None
