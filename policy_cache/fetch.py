"""A URL in, one page out: no cookies, no headers of the user, every hop checked, bytes and time bounded.

Bodies are inflated here, in small steps against the byte cap, and only gzip and deflate are offered: a brotli bomb could grow a
thousandfold inside one step.
"""

import asyncio
import random
import ssl
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

import certifi
import httpcore

from guardian_core.dialling import Lookup, system_lookup
from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from guardian_core.sparing import without
from guardian_core.wire_settings import Upstream
from policy_cache.addresses import CheckedNetwork, check_url
from policy_cache.names import absolute, normal
from policy_cache.page import Fetched

with without("httpx._main"):  # its command line, which loads rich and pygments where development has them
    import httpx

HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; GuardianPolicyReader/1.0)",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1",
    "Accept-Language": "en",
    "Accept-Encoding": "gzip, deflate",
}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({408, 425, 500, 502, 503, 504})  # faults that may be gone a moment later; 429 asks us to stay away
_RESTING = frozenset({429, 503})
_PERMANENT = frozenset({301, 308})
_RETRY_AFTER = 0.3  # seconds
_PATIENCE = 3.0  # seconds within one lookup
_TIMEOUT = httpx.Timeout(10.0, connect=5.0)


def trust(extra: Path | None) -> ssl.SSLContext:
    """The public authorities, and those of the PEM file `extra`.

    Raises:
        FetchError: `extra` cannot be read as PEM.
    """
    context = ssl.create_default_context(cafile=certifi.where())
    if extra is not None:
        # A company's own authority often lacks extensions that Python 3.13 began to insist on; the proxy accepts it too.
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        try:
            context.load_verify_locations(cafile=extra)
        except (OSError, ssl.SSLError) as error:
            raise FetchError(f"the authorities in {extra} cannot be read: {error}") from None
    return context


type _Redirect = tuple[str, bool]


def _seconds(text: str) -> float:
    """Of Retry-After; a date counts as long, for nobody sends one for a moment."""
    return float(text) if text.strip().isdecimal() and len(text) < 8 else (3_600.0 if text else 0.0)


class Reader:
    """Fetches pages for one discovery; an async context manager. `requests` counts what was sent."""

    def __init__(
        self,
        settings: PolicySettings,
        context: ssl.SSLContext,
        mapped: Mapping[str, str],
        lookup: Lookup = system_lookup,
        trust_ca: Path | None = None,
        *,
        upstream: Upstream | None = None,
    ) -> None:
        self._settings = settings
        self._mapped = {normal(host): target for host, target in mapped.items()}
        self._trust_ca = trust_ca
        self._network = CheckedNetwork(self._mapped, settings.allow_private, lookup)
        self._transport = _Transport(context, self._network, upstream)
        self._client = httpx.AsyncClient(
            transport=self._transport,
            headers=HEADERS,
            timeout=_TIMEOUT,
            follow_redirects=False,
            trust_env=False,
        )
        self.requests = 0
        self.asked_rest = 0.0  # seconds for which a server that refused us asks to be left alone
        self.renders = settings.browser is not None and upstream is None  # a browser would find its own way out
        self._end = time.monotonic() + settings.fetch_timeout / 1000

    def time_left(self) -> float:
        """Seconds until the lookup is given up."""
        return max(0.6, self._end - time.monotonic())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def get(self, url: str, *, conditions: Mapping[str, str] | None = None) -> Fetched:
        """The page at the end of the redirects, whatever its status; `conditions` are headers such as If-None-Match.

        Raises:
            FetchError: refused, unreachable, too many hops, too large, or undecodable; its reason names hosts, never content.
        """
        permanent = True
        for hop in range(self._settings.max_hops + 1):
            check_url(url, self._mapped)
            answer = await self._patient(url, conditions or {})
            if isinstance(answer, Fetched):
                return replace(answer, moved=permanent and hop > 0)
            url, lasting = answer
            permanent = permanent and lasting
        raise FetchError(f"more than {self._settings.max_hops} redirects")

    async def _patient(self, url: str, conditions: Mapping[str, str]) -> Fetched | _Redirect:
        """One hop, tried a second time after a passing fault, unless the server asks for more patience than we have."""
        wait = _RETRY_AFTER
        try:
            answer = await self._hop(url, conditions)
            if isinstance(answer, tuple) or answer.status not in _PASSING or answer.challenge:
                return answer
            if answer.retry_after > _PATIENCE:
                return answer
            wait = max(wait, answer.retry_after)
        except _PassingFaultError:
            pass
        await asyncio.sleep(wait * (1 + random.random() / 2))  # noqa: S311 - spreads the second tries of many lookups
        return await self._hop(url, conditions)

    async def render(self, url: str) -> Fetched:
        """The page as the user's own browser shows it after its scripts ran (`policy.browser`), through the same checks.

        Raises:
            FetchError: no browser is configured, refused, or it gave no page.
        """
        if self._settings.browser is None or not self.renders:
            raise FetchError("only scripts, no text")
        check_url(url, self._mapped)
        from policy_cache.render import render  # noqa: PLC0415 - most look at no page in a browser

        content = await render(url, self._settings.browser, self._network, limit=self._settings.max_bytes, trust_ca=self._trust_ca)
        return Fetched(url=url, status=200, content_type="text/html; charset=utf-8", content=content)

    async def _hop(self, url: str, conditions: Mapping[str, str]) -> Fetched | _Redirect:
        """The page, or the URL it redirects to and whether for good."""
        self.requests += 1
        with _faults():
            request = self._client.build_request("GET", url, headers=dict(conditions))
            # Past the client, which would keep cookies, by which we were recognised, and take redirects apart itself.
            response = await self._transport.handle_async_request(request)
            try:
                location = str(response.headers.get("Location", ""))
                if response.status_code in _REDIRECTS and location:
                    return absolute(url, location), response.status_code in _PERMANENT
                rest = _seconds(response.headers.get("Retry-After", ""))
                if response.status_code in _RESTING:
                    self.asked_rest = max(self.asked_rest, rest)
                return Fetched(
                    url=url,
                    status=response.status_code,
                    content_type=response.headers.get("Content-Type", ""),
                    content=await self._body(response),
                    etag=response.headers.get("ETag"),
                    last_modified=response.headers.get("Last-Modified"),
                    retry_after=rest,
                    challenge=response.headers.get("cf-mitigated", "").lower() == "challenge",
                )
            finally:
                await response.aclose()

    async def _body(self, response: httpx.Response) -> bytes:
        limit = self._settings.max_bytes
        inflate = _inflater(response.headers.get("Content-Encoding", ""))
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += inflate(chunk, limit + 1 - len(body))
            if len(body) > limit:
                raise FetchError(f"larger than {limit} bytes")
        return bytes(body)


class _Inflate:
    """One coding undone step by step; never more than `room` bytes at once."""

    def __init__(self, coding: str) -> None:
        self._zlib = coding == "deflate"
        self._stream = zlib.decompressobj(wbits=47)

    def __call__(self, chunk: bytes, room: int) -> bytes:
        try:
            return self._stream.decompress(chunk, room)
        except zlib.error:
            if not self._zlib:
                raise FetchError("broken gzip body") from None
        # "deflate" without its zlib header, as some servers send it.
        self._zlib, self._stream = False, zlib.decompressobj(wbits=-15)
        return self(chunk, room)


class _Plain:
    def __call__(self, chunk: bytes, room: int) -> bytes:
        return chunk[:room]


def _inflater(coding: str) -> _Inflate | _Plain:
    name = coding.strip().lower()
    if name in {"", "identity"}:
        return _Plain()
    if name in {"gzip", "x-gzip", "deflate"}:
        return _Inflate(name)
    raise FetchError(f"content coding {name[:20]!r} was not asked for")


class _PassingFaultError(FetchError):
    """A fault that may be gone a moment later."""


@contextmanager
def _faults() -> Iterator[None]:
    """Network errors as FetchError; a refusal by certificate is not passing, a broken connection is."""
    try:
        yield
    except (httpcore.TimeoutException, httpx.TimeoutException):
        raise FetchError("timed out") from None
    except (ssl.SSLError, httpcore.ConnectError, httpx.ConnectError) as error:
        text = str(error)
        if "CERTIFICATE" in text.upper():
            raise FetchError("certificate not trusted") from None
        raise FetchError("no TLS on that port" if "SSL" in text.upper() else "cannot connect") from None
    except (httpcore.NetworkError, httpcore.ProtocolError, httpx.TransportError, httpx.DecodingError) as error:
        raise _PassingFaultError(f"connection broke ({type(error).__name__})") from None
    except (httpx.InvalidURL, httpcore.UnsupportedProtocol, ValueError):
        raise FetchError("refused: not a usable URL") from None
    except OSError as error:
        raise FetchError(f"cannot be fetched ({type(error).__name__})") from None


class _Stream(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._response.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


def _through(upstream: Upstream, context: ssl.SSLContext) -> httpcore.AsyncHTTPProxy:
    """The way through a proxy; its own address may be private, for the user named it."""
    name = f"[{upstream.host}]" if ":" in upstream.host else upstream.host
    user, _, password = (upstream.login or "").partition(":")
    return httpcore.AsyncHTTPProxy(
        proxy_url=f"{upstream.scheme}://{name}:{upstream.port}",
        proxy_auth=(user, password) if upstream.login else None,
        ssl_context=context,
        proxy_ssl_context=context if upstream.scheme == "https" else None,
        max_connections=4,
    )


class _Transport(httpx.AsyncBaseTransport):
    """httpx over a connection pool whose only way out is the checked network, or the user's upstream proxy."""

    def __init__(self, context: ssl.SSLContext, network: CheckedNetwork, upstream: Upstream | None) -> None:
        self._network = network
        self._pool = httpcore.AsyncConnectionPool(ssl_context=context, network_backend=network, max_connections=4)
        self._through = _through(upstream, context) if upstream else None

    def _way(self, host: str) -> httpcore.AsyncConnectionPool:
        """Mapped names go where the user said; all others through the proxy, which looks them up: so public names only."""
        if self._through is None or self._network.is_mapped(host):
            return self._pool
        self._network.check_name(host)
        return self._through

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        response = await self._way(url.host).handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            status_code=response.status, headers=response.headers, stream=_Stream(response), extensions=response.extensions
        )

    async def aclose(self) -> None:
        await self._pool.aclose()
