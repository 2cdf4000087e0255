"""Plain text has headings and lists too."""

from policy_cache.extract import read_page
from policy_cache.page import Block


def test_reads_plain_text_with_headings_and_items() -> None:
    text = b"PRIVACY\n\nWe collect your name\nand your address.\n\nSharing\n\nWe share with:\n\n* banks\n* shops\n"
    assert list(read_page(text, "text/plain").blocks) == [
        Block("We collect your name and your address.", ("PRIVACY",)),
        Block("We share with:", ("Sharing",)),
        Block("banks", ("Sharing",), "We share with:"),
        Block("shops", ("Sharing",), "We share with:"),
    ]
