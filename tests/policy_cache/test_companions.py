"""Notices beside the policy."""

from policy_cache.companions import companions, joined
from policy_cache.page import Block, Link, Page


def link(path: str, name: str) -> Link:
    return Link(url=path if "://" in path else f"https://shop.test{path}", names=(name,))


def test_takes_one_notice_of_a_kind_from_the_policys_own_site() -> None:
    links = [
        link("/cookies", "Cookie Policy"),
        link("/cookies2", "Cookie notice"),
        link("/health", "Consumer Health Data Privacy Notice"),
        link("/ca", "California Notice at Collection"),
        link("/dns", "Do not sell my information (California)"),
        link("/settings", "Cookie settings"),
        link("https://cookies.example/policy", "Cookie policy"),
        link("/privacy#california", "California notice"),
        link("/jobs", "Applicant notice California"),
    ]
    assert companions(links, "https://www.shop.test/privacy") == [
        "https://shop.test/ca",
        "https://shop.test/health",
        "https://shop.test/cookies",
    ]


def test_puts_each_under_its_title() -> None:
    policy = Page("Privacy", "en", (Block("We collect names.", ("Use",)),))
    notice = Page("California notice", "en", (Block("We sell names.", ("California notice", "Sale")),))
    assert joined(policy, [notice]).blocks[1] == Block("We sell names.", ("California notice", "Sale"))
