"""Names compare by label, never by letters (B57)."""

import pytest

from policy_cache.names import absolute, is_literal, is_nearby, normal, registrable, same_site


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("files.cloudbox.test", "cloudbox.test", True),
        ("CLOUDBOX.TEST.", "cloudbox.test", True),
        ("jollycloudbox.test", "cloudbox.test", False),
        ("cloudbox.test.evil.example", "cloudbox.test", False),
        ("a.github.io", "b.github.io", False),
        ("www.shop.co.uk", "shop.co.uk", True),
        ("shop.co.uk", "other.co.uk", False),
        ("bücher.example", "xn--bcher-kva.example", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("", "", False),
    ],
)
def test_compares_sites(one: str, other: str, *, same: bool) -> None:
    assert same_site(one, other) is same


@pytest.mark.parametrize("name", ["localhost", "a.localhost", "intranet", "printer.local", "x.internal", "nas.home.arpa", ""])
def test_knows_names_of_the_own_network(name: str) -> None:
    assert is_nearby(name)


@pytest.mark.parametrize("name", ["shop.example", "localhost.example", "mylocal.test"])
def test_knows_names_of_the_world(name: str) -> None:
    assert not is_nearby(name)


def test_tells_addresses_from_names() -> None:
    assert [is_literal(text) for text in ("10.0.0.1", "::1", "fe80::1%eth0", "10.example", "")] == [True, True, True, False, False]


@pytest.mark.parametrize("name", ["x" * 300, "ü" * 300, "a..ü"])
def test_has_no_spelling_for_unusable_names(name: str) -> None:
    assert normal(name) == ""
    assert registrable(normal(name)) == ""


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("\\\\other.test\\c", "https://other.test/c"),
        ("https:\\\\other.test\\c?d=\\", "https://other.test/c?d=\\"),
        (" /c#d ", "https://shop.test/c"),
    ],
)
def test_reads_references_as_browsers_do(reference: str, expected: str) -> None:
    assert absolute("https://shop.test/a", reference) == expected
