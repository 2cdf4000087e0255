"""Walls are told from texts, and policies from other texts."""

import pytest

from policy_cache.extract import read_page
from policy_cache.page import Fetched
from policy_cache.readable import fault_of, is_policy
from tests.policy_cache.world import POLICY, page

LONG = "<p>" + "We explain how we collect and share your personal data, cookies included. " * 30 + "</p>"


def fault(html: str, status: int = 200) -> str | None:
    return fault_of(Fetched("https://a.test/", status, "text/html", html.encode()), read_page(html.encode(), "text/html"))


def test_reads_a_policy() -> None:
    assert fault(POLICY) is None
    assert is_policy(read_page(POLICY.encode(), "text/html"))


@pytest.mark.parametrize("words", ["captcha", "Log in", "Accept all cookies", "Just a moment", "enable JavaScript"])
def test_reads_a_long_policy_that_mentions_a_wall(words: str) -> None:
    assert fault(page(f"{LONG}<p>We use it for: {words}.</p>", "Privacy")) is None


def test_reads_a_long_policy_beside_a_login_form() -> None:
    assert fault(page(f'{LONG}<form><input type="password"></form>')) is None


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("We do not collect any personal data.", True),
        ("Wir verarbeiten Ihre personenbezogenen Daten nach den Regeln des Datenschutzes.", True),
        (
            "当社は個人情報を収集し、第三者に提供することはありません。プライバシーを尊重し、適切に管理いたしますのでご安心ください。",
            True,
        ),
        ("Fresh bread every morning from six, and cakes on Sundays.", False),
        ("Collect your order at the counter. " * 20, False),
        ("Personal data", False),
    ],
)
def test_tells_policies_from_other_texts(text: str, *, policy: bool) -> None:
    assert is_policy(read_page(page(f"<p>{text}</p>").encode(), "text/html")) is policy
