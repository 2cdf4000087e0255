"""A page as a document."""

from policy_cache.annotate import annotate
from policy_cache.extract import EXTRACTOR, read_page
from policy_cache.reading import read_policy
from policy_cache.segment import segment
from tests.policy_cache.world import POLICY


def test_keeps_what_the_whole_text_discloses() -> None:
    found = read_policy("shop.test", read_page(POLICY.encode(), "text/html"), None, url=None, companions=("https://shop.test/c",))
    assert (found.language, found.extractor, found.etag, found.companions) == ("en", EXTRACTOR, None, ("https://shop.test/c",))
    assert found.rights
    assert found.retention
    assert len(found.hash) == 64


def test_reads_without_the_classifier_where_its_licence_does_not_fit() -> None:
    page = read_page(POLICY.encode(), "text/html")
    plain = read_policy("shop.test", page, None, url=None, classifier=False)
    assert plain.statements == annotate(segment(page.blocks, page.language), classifier=False)
    assert plain.statements != read_policy("shop.test", page, None, url=None).statements
