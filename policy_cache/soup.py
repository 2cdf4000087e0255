"""Beautiful Soup as it is used here, on text and with Python's own parser; without what it takes beside that where it is installed.

It would load a guesser of charsets for bytes, which `charset.py` has read by then, and other parsers.
"""

from guardian_core.sparing import without

with without("cchardet", "chardet", "charset_normalizer", "html5lib", "lxml"):
    from bs4 import BeautifulSoup, Tag
    from bs4.element import NavigableString

__all__ = ["BeautifulSoup", "NavigableString", "Tag"]
