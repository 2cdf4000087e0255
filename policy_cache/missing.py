"""A page in, out whether the site shows the same for a path that cannot exist (a soft 404)."""

import secrets
from urllib.parse import urlsplit

from guardian_core.errors import FetchError
from policy_cache import worker
from policy_cache.belongs import alike, word_set
from policy_cache.fetch import Reader
from policy_cache.page import Page


class SoftMissing:
    """The pages for missing paths of the origins that one lookup meets; each origin is asked once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._words: dict[str, frozenset[str]] = {}

    async def shows(self, url: str, page: Page, front: Page | None) -> bool:
        """Whether `page` is what its origin shows for any path: its page for missing ones, or the home page."""
        said = word_set(page)
        if front is not None and len(front.text) > 200 and alike(word_set(front), said) > 0.9:
            return True
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._words:
            self._words[origin] = await self._probe(origin)
        return bool(self._words[origin]) and alike(self._words[origin], said) > 0.8

    async def _probe(self, origin: str) -> frozenset[str]:
        """The words of the page for a random path; empty where the site properly says 404."""
        try:
            answer = await self._reader.get(f"{origin}/{secrets.token_hex(8)}")
            return word_set(await worker.read_answer(answer)) if 200 <= answer.status < 300 else frozenset()
        except FetchError:
            return frozenset()
