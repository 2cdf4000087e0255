"""A page as a document."""

from policy_cache.extract import EXTRACTOR, read_page
from policy_cache.reading import read_policy
from tests.policy_cache.world import POLICY


def test_keeps_what_the_whole_text_discloses() -> None:
    found = read_policy("shop.test", read_page(POLICY.encode(), "text/html"), None, url=None, companions=("https://shop.test/c",))
    assert (found.language, found.extractor, found.etag, found.companions) == ("en", EXTRACTOR, None, ("https://shop.test/c",))
    assert found.rights
    assert found.retention
    assert len(found.hash) == 64
