"""Beautiful Soup without what it is not needed for."""

import warnings

from policy_cache.soup import BeautifulSoup, NavigableString, Tag


def test_parses_text_without_a_word_about_what_is_missing() -> None:
    """Text of no page's charset included: nothing is guessed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        soup = BeautifulSoup("<p>Données <b>personnelles</b>", "html.parser")
    paragraph = soup.p
    assert isinstance(paragraph, Tag)
    assert isinstance(paragraph.contents[0], NavigableString)
    assert paragraph.get_text() == "Données personnelles"
