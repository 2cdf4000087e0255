"""Every way to a private machine is refused (B49), and what is connected to is what was checked."""

import pytest

from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from policy_cache.addresses import CheckedNetwork, check_url, is_public
from policy_cache.fetch import Reader, trust
from tests.policy_cache.world import Answer, World, no_names


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.5", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200",
        "0.0.0.0", "255.255.255.255",
        "224.0.0.1", "168.63.129.16", "192.0.0.192", "198.18.0.1", "::1", "::", "fe80::1",
        "fe80::1%eth0", "fd00:ec2::254", "::ffff:10.0.0.5",
        "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.5", "64:ff9b:1::1", "2002:7f00:1::",
        "2002:a00:5::", "::10.0.0.5",
        "ff02::1", "2001:db8::1", "not an address",
    ],
)  # fmt: skip
def test_knows_no_private_address_as_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_knows_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("file:///etc/passwd", "scheme 'file'"),
        ("ftp://shop.test/", "scheme 'ftp'"),
        ("gopher://shop.test/", "scheme 'gopher'"),
        ("//shop.test/", "scheme 'missing'"),
        ("https:///privacy", "no host"),
        ("https://user:pw@shop.test/", "user name"),
        ("https://shop.test:22/", "port 22"),
        ("https://shop.test:6379/", "port 6379"),
        ("https://shop.test:99999/", "not a usable URL"),
        ("http://[::1/", "not a usable URL"),
    ],
)
def test_refuses_the_url(url: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        check_url(url, {})


HOPS = [
    "http://169.254.169.254/latest/",
    "http://[::ffff:10.0.0.5]/",
    "http://[::1]/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://127.1/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://printer.local/",
    "http://intranet/",
    "http://rebind.example/",
    "http://mixed.example/",
    "file:///etc/passwd",
    "https://shop.test:9200/",
]
NAMES = {
    "rebind.example": ["127.0.0.1"],
    "mixed.example": ["93.184.215.14", "10.0.0.5"],
    "2130706433": ["127.0.0.1"],
    "0x7f000001": ["127.0.0.1"],
    "127.1": ["127.0.0.1"],
}


async def names(host: str, port: int) -> list[str]:
    """What the system's resolver would say."""
    if host in NAMES:
        return NAMES[host]
    return await no_names(host, port)


@pytest.mark.parametrize("hop", HOPS)
async def test_refuses_a_redirect_to(world: World, settings: PolicySettings, hop: str) -> None:
    world.site("shop.test", {"/privacy": Answer(status=302, headers={"Location": hop})})
    resolve = {"shop.test": f"127.0.0.1:{world.port}"} if ":9200" not in hop else world.resolve
    async with Reader(settings, trust(world.ca), resolve, names) as reader:
        if ":9200" in hop:
            # The port of a mapped host is always the mapped one: nothing else on that machine is reached.
            with pytest.raises(FetchError, match="status 404"):
                await _expect(reader, "https://shop.test/privacy")
            assert world.paths("shop.test") == ["/privacy", "/"]
            return
        with pytest.raises(FetchError, match="refused"):
            await reader.get("https://shop.test/privacy")
    assert world.paths("shop.test") == ["/privacy"]


async def _expect(reader: Reader, url: str) -> None:
    answer = await reader.get(url)
    raise FetchError(f"status {answer.status}")


async def test_uses_the_checked_address_although_the_name_changes_its_answer() -> None:
    """Rebinding: the second answer would be private, but nobody asks a second time."""
    answers = [["93.184.215.14"], ["127.0.0.1"]]

    async def turning(host: str, port: int) -> list[str]:
        return answers.pop(0)

    network = CheckedNetwork({}, (), turning)
    assert await network.addresses("turn.example", 443) == (["93.184.215.14"], 443)
    assert len(answers) == 1
    with pytest.raises(FetchError, match="not a public address"):
        await network.addresses("turn.example", 443)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("127.0.0.1:8443", (["127.0.0.1"], 8443)),
        ("127.0.0.1", (["127.0.0.1"], 443)),
        ("[::1]:8443", (["::1"], 8443)),
        ("[::1]", (["::1"], 443)),
        ("::1", (["::1"], 443)),
    ],
)
async def test_maps_a_host_as_the_user_said(target: str, expected: tuple[list[str], int]) -> None:
    assert await CheckedNetwork({"Shop.Test.": target}, ()).addresses("shop.test", 443) == expected


async def test_reaches_a_private_address_only_for_allowed_hosts() -> None:
    async def lookup(host: str, port: int) -> list[str]:
        return ["10.0.0.5"]

    network = CheckedNetwork({}, ("wiki.corp",), lookup)
    assert await network.addresses("wiki.corp", 443) == (["10.0.0.5"], 443)
    with pytest.raises(FetchError, match="network"):
        await network.addresses("other.corp", 443)
