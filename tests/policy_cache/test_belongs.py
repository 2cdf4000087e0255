"""Whose policy a text is."""

import pytest

from policy_cache.belongs import is_essay, is_missing, names
from policy_cache.page import Block, Page


def text(*sentences: str, title: str = "") -> Page:
    return Page(title=title, language="en", blocks=tuple(Block(sentence) for sentence in sentences))


@pytest.mark.parametrize(
    ("sentence", "site", "expected"),
    [
        ("This policy covers jolly.test and partner.test.", "jolly.test", True),
        ("It applies to www.jolly.test too.", "jolly.test", True),
        ("We run Partner and its brand Jolly.", "jolly.test", True),
        ("We run JollyTube.", "jollytube.test", True),
        ("We run the eJolly market.", "ejolly.test", True),
        ("You can buy in our shop.", "shop.test", False),
        ("Shop with us. Shop more.", "shop.test", False),
        ("We run jollycloudbox.test.", "cloudbox.test", False),
        ("See jolly.test.evil.example for more.", "jolly.test", False),
        ("We run Jolly-Cloud.", "jolly.test", False),
    ],
)
def test_finds_a_site_named_as_a_name(sentence: str, site: str, *, expected: bool) -> None:
    assert names(text("We are Partner. " + sentence), site) is expected


@pytest.mark.parametrize(
    "title", ["Page not found", "404", "Seite nicht gefunden", "Page introuvable", "Página no encontrada", "ページが見つかりません"]
)
def test_believes_a_page_that_says_it_is_missing(title: str) -> None:
    assert is_missing(text("We collect personal data and cookies.", title=title))
    assert not is_missing(
        text("We collect your data. A record that is not found is deleted." + " We keep it." * 400, title="Privacy")
    )


@pytest.mark.parametrize(
    "page",
    [
        text("We collect your data.", title="10 privacy policy tips for shops"),
        text("We collect your data.", title="Privacy policy template"),
        text("By Nora Quist · 5 min read", "We collect your data.", title="Privacy"),
        text("Regulators said the firm collects personal data and shares cookies with third parties. " * 30, title="Privacy"),
    ],
    ids=["tips", "template", "byline", "news"],
)
def test_takes_no_essay_for_a_policy(page: Page) -> None:
    assert is_essay(page)


@pytest.mark.parametrize("title", ["Privacy Policy", "How we use your data", "Our privacy notice explained", "Datenschutz"])
def test_takes_no_policy_for_an_essay(title: str) -> None:
    assert not is_essay(
        text(
            "The revised policy will be posted on our site. We collect your data and share it. " * 30,
            title=title.replace("explained", ""),
        )
    )
