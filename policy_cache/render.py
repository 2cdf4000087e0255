"""The address of a page that only scripts can write in, what a real browser makes of it out. Off unless `policy.browser` names one.

The browser is a headless Chromium of the user's own machine, started for one page with an empty profile and stopped again. Its only
way out is a proxy of ours that connects to checked addresses (B49), so a script can reach no more than our own reader.
"""

import asyncio
import base64
import contextlib
import hashlib
import os
import ssl
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from guardian_core.errors import FetchError
from policy_cache.addresses import CheckedNetwork
from policy_cache.processes import end

SECONDS = 12
_TUNNELS = 16
_FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-extensions", "--disable-dev-shm-usage", "--incognito", "--lang=en", "--mute-audio",
    "--disable-default-apps", "--block-new-web-contents", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--virtual-time-budget=5000",
    "--blink-settings=imagesEnabled=false", "--dump-dom",
)  # fmt: skip


async def render(url: str, browser: Path, network: CheckedNetwork, *, limit: int, trust_ca: Path | None = None) -> bytes:
    """The page's document after its scripts ran, as HTML.

    Raises:
        FetchError: the browser cannot be started, takes too long, or writes too much.
    """
    async with _door(network) as port:
        with tempfile.TemporaryDirectory(prefix="guardian-browser-", ignore_cleanup_errors=True) as profile:
            flags = [
                *_FLAGS,
                f"--user-data-dir={profile}",
                f"--proxy-server=http://127.0.0.1:{port}",
                *await _pins(url, network, trust_ca),
            ]
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                flags.append("--no-sandbox")  # Chromium refuses to start for root with it
            environment = {"PATH": os.environ.get("PATH", ""), "HOME": profile, "LANG": "C.UTF-8"}
            try:
                process = await asyncio.create_subprocess_exec(
                    str(browser), *flags, url, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=environment, start_new_session=True
                )
            except OSError:
                raise FetchError("the browser cannot be started (policy.browser)") from None
            return await _output(process, limit)


async def _output(process: asyncio.subprocess.Process, limit: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            while process.stdout is not None and (part := await process.stdout.read(65_536)):
                body += part
                if len(body) > limit:
                    raise FetchError(f"larger than {limit} bytes")
            await process.wait()
    except TimeoutError:
        raise FetchError("the browser took too long") from None
    finally:
        await end(process)
    if not body:
        raise FetchError("the browser gave no page")
    return bytes(body)


async def _pins(url: str, network: CheckedNetwork, trust_ca: Path | None) -> list[str]:
    """The user's own authority, which Chromium cannot be given as a file: the key of the page's host, if it signed that."""
    if trust_ca is None:
        return []
    host = urlsplit(url).hostname or ""
    try:
        context = ssl.create_default_context(cafile=trust_ca)
        addresses, port = await network.addresses(host, 443)
        opening = asyncio.open_connection(addresses[0], port, ssl=context, server_hostname=host)
        _, writer = await asyncio.wait_for(opening, 5)
    except (OSError, ssl.SSLError, TimeoutError):
        return []
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    key = x509.load_der_x509_certificate(certificate).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return [f"--ignore-certificate-errors-spki-list={base64.b64encode(hashlib.sha256(key).digest()).decode()}"]


@contextlib.asynccontextmanager
async def _door(network: CheckedNetwork) -> AsyncIterator[int]:
    """A proxy on loopback for one page: tunnels to port 443 of checked addresses, and nothing else."""
    tunnels: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            tunnels.add(task)
            task.add_done_callback(tunnels.discard)
        try:
            if len(tunnels) <= _TUNNELS:
                await _tunnel(network, reader, writer)
        except (OSError, FetchError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the browser sees a closed connection
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=8_192)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for task in tunnels:
            task.cancel()
        await asyncio.gather(*tunnels, return_exceptions=True)


async def _tunnel(network: CheckedNetwork, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    method, _, rest = head.partition(" ")
    target = urlsplit(f"//{rest.split(' ')[0]}")
    if method != "CONNECT" or not target.hostname or target.port != 443:
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        return
    addresses, port = await network.addresses(target.hostname, 443)
    there_reader, there_writer = await asyncio.wait_for(asyncio.open_connection(addresses[0], port), 5)
    try:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        ways = [asyncio.create_task(_pump(reader, there_writer)), asyncio.create_task(_pump(there_reader, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
    finally:
        there_writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65_536):
        writer.write(part)
        await writer.drain()
