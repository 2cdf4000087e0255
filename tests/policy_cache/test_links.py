"""Links ranked by what they are called, where they stand and where they lead."""

import pytest

from policy_cache.links import candidates
from policy_cache.page import Link


def link(path: str, name: str, place: str = "footer") -> Link:
    return Link(url=path if "://" in path else f"https://shop.test{path}", names=(name,), place=place)


@pytest.mark.parametrize(
    "name",
    [
        "Privacy", "Privacy Policy", "privacy notice", "Privacy & Cookies", "Our Privacy Statement", "Data Protection",
        "Datenschutz",
        "Datenschutzhinweise", "Confidentialité", "Charte de confidentialité", "Aviso de privacidad", "Privacidad",
        "Informativa privacy",
        "Privacyverklaring", "Política de Privacidade", "Polityka prywatności", "個人情報保護方針", "隐私声明", "› Privacy Policy",
    ],
)  # fmt: skip
def test_follows(name: str) -> None:
    assert [found.url for found in candidates([link("/x", name)], "shop.test")] == ["https://shop.test/x"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/blog/privacy-policy-tips", "Privacy policy tips"),
        ("/blog/x", "Privacy policy"),
        ("/2024/05/privacy", "Privacy"),
        ("/x", "How to write a privacy policy"),
        ("/x", "Privacy policy generator"),
        ("/x", "Your privacy choices"),
        ("/fences", "Privacy fence panels"),
        ("/about", "About us"),
        ("mailto:privacy@shop.test", "Privacy"),
        ("javascript:void(0)", "Privacy policy"),
        ("https://policies.google.com/privacy", "Privacy"),
    ],
)
def test_does_not_follow(path: str, name: str) -> None:
    url = path if ":" in path else f"https://shop.test{path}"
    assert candidates([Link(url=url, names=(name,), place="footer")], "shop.test") == []


def test_puts_the_own_policy_before_companions_and_other_sites() -> None:
    found = candidates(
        [
            link("https://partner.test/privacy", "Privacy Policy"),
            link("/privacy/california", "California privacy notice"),
            link("/privacy/cookies", "Cookie policy and privacy"),
            link("/legal/p", "Privacy Policy"),
        ],
        "shop.test",
    )
    assert found[0].url == "https://shop.test/legal/p"
    assert {entry.url: entry.away for entry in found}["https://partner.test/privacy"]
