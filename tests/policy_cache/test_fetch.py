"""Fetching is bounded, patient once, and says nothing about the user."""

import asyncio
import datetime
import ssl
import time
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from policy_cache.fetch import HEADERS, Reader, trust
from tests.policy_cache.world import POLICY, Answer, World, no_names, squeezed


def reader_of(world: World, settings: PolicySettings) -> Reader:
    return Reader(settings, trust(world.ca), world.resolve, no_names)


async def test_sends_the_same_few_headers_and_no_cookie_back(world: World, settings: PolicySettings) -> None:
    cookie = {"Set-Cookie": "id=1; Path=/", "Location": "/privacy"}
    world.site("shop.test", {"/a": Answer(status=302, headers=cookie), "/privacy": Answer(POLICY, headers={"Set-Cookie": "id=2"})})
    async with reader_of(world, settings) as reader:
        await reader.get("https://shop.test/a")
        await reader.get("https://shop.test/privacy")
    for _, _, headers in world.requests:
        assert set(headers) == {"Host", "Connection", *HEADERS}
        assert headers["Accept-Language"] == "en"


async def test_counts_redirects(world: World, settings: PolicySettings) -> None:
    world.site("loop.test", {"/": Answer(status=301, headers={"Location": "/"})})
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match="more than 5 redirects"):
            await reader.get("https://loop.test/")
    assert len(world.requests) == 6


@pytest.mark.parametrize("coding", ["", "gzip"])
async def test_stops_at_the_byte_cap(world: World, coding: str) -> None:
    settings = PolicySettings(max_bytes=100_000)
    text = "a" * 50_000_000 if coding else "a" * 200_000
    body = squeezed(text) if coding else text.encode()
    world.site("big.test", {"/": Answer(body, headers={"Content-Encoding": coding} if coding else {})})
    started = time.perf_counter()
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match="larger than 100000 bytes"):
            await reader.get("https://big.test/")
    assert time.perf_counter() - started < 2


async def test_inflates_gzip(world: World, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": Answer(squeezed(POLICY), headers={"Content-Encoding": "gzip"})})
    async with reader_of(world, settings) as reader:
        assert (await reader.get("https://shop.test/")).content == POLICY.encode()


@pytest.mark.parametrize(("coding", "reason"), [("br", "was not asked for"), ("gzip", "broken gzip")])
async def test_refuses_a_body_it_cannot_undo(world: World, settings: PolicySettings, coding: str, reason: str) -> None:
    world.site("shop.test", {"/": Answer(b"plainly not", headers={"Content-Encoding": coding})})
    async with reader_of(world, settings) as reader:
        with pytest.raises(FetchError, match=reason):
            await reader.get("https://shop.test/")


@pytest.mark.parametrize(("status", "requests"), [(503, 2), (404, 1), (429, 1), (403, 1)])
async def test_tries_again_only_after_a_passing_fault(world: World, settings: PolicySettings, status: int, requests: int) -> None:
    world.site("shop.test", {"/": Answer("x", status)})
    async with reader_of(world, settings) as reader:
        assert (await reader.get("https://shop.test/")).status == status
    assert len(world.requests) == requests


async def test_refuses_a_certificate_it_does_not_know(world: World, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": POLICY})
    async with Reader(settings, trust(None), world.resolve, no_names) as reader:
        with pytest.raises(FetchError, match="certificate not trusted"):
            await reader.get("https://shop.test/")
    assert world.requests == []


def test_says_which_authority_file_is_unusable(tmp_path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    with pytest.raises(FetchError, match=r"ca\.pem cannot be read"):
        trust(tmp_path / "ca.pem")


def bare_authority(folder: Path) -> tuple[Path, Path]:
    """An authority as many companies have it, without keyUsage, and a key with a certificate of localhost; both PEM."""
    key, root_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Company root")])
    start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    made = []
    for subject, public in ((root, root_key), (x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")]), key)):
        builder = x509.CertificateBuilder(root, subject, public.public_key(), x509.random_serial_number())
        builder = builder.not_valid_before(start).not_valid_after(start + datetime.timedelta(days=9))
        builder = builder.add_extension(x509.BasicConstraints(ca=subject == root, path_length=None), critical=True)
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        made.append(builder.sign(root_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    (folder / "root.pem").write_bytes(made[0])
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "leaf.pem").write_bytes(pem + made[1])
    return folder / "root.pem", folder / "leaf.pem"


async def test_trusts_an_authority_without_key_usage(tmp_path: Path) -> None:
    """Python 3.13 refuses it by default; mitmproxy, which uses the same file, does not."""
    root, leaf = bare_authority(tmp_path)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(leaf)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=serving)
    port = server.sockets[0].getsockname()[1]
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust(root), server_hostname="localhost")
    assert writer.get_extra_info("peercert")["subject"]
    writer.close()
    server.close()
