"""What a site tells machines."""

from policy_cache.sitemap import children, from_security, from_sitemap, sitemaps

MAP = """<?xml version="1.0"?><urlset><url><loc>https://shop.test/</loc></url>
<url><loc> https://shop.test/blog/privacy-policy-tips </loc></url><url><loc>https://other.test/privacy</loc></url>
<url><loc>https://shop.test/info/privacy-and-data?x=1&amp;y=2</loc></url></urlset>"""


def test_takes_the_addresses_that_speak_of_privacy() -> None:
    assert [found.url for found in from_sitemap(MAP, "shop.test")] == ["https://shop.test/info/privacy-and-data?x=1&y=2"]


def test_goes_first_into_the_sitemap_of_plain_pages() -> None:
    index = "<sitemapindex>" + "".join(f"<loc>https://shop.test/{name}.xml</loc>" for name in ("posts", "products", "pages"))
    assert children(index)[0] == "https://shop.test/pages.xml"
    assert children(MAP) == []


def test_reads_robots_and_security() -> None:
    assert sitemaps("User-agent: *\nSitemap: https://shop.test/map.xml\n") == ["https://shop.test/map.xml"]
    security = "Contact: mailto:a@shop.test\nPolicy: https://shop.test/disclosure\nPrivacy: https://shop.test/privacy-rules\n"
    assert [found.url for found in from_security(security, "shop.test")] == ["https://shop.test/privacy-rules"]


def test_is_quick_with_a_heap() -> None:
    assert from_sitemap("<loc>" * 500_000, "shop.test") == []
