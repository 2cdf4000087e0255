"""Privacy policies: discover, fetch, extract, segment, annotate, store, retrieve."""

from typing import TYPE_CHECKING, Any

from policy_cache.changes import PolicyChange
from policy_cache.page import FetchRecord, PolicyDocument, PolicySummary

if TYPE_CHECKING:
    from policy_cache.cache import PolicyCache

__all__ = ["FetchRecord", "PolicyCache", "PolicyChange", "PolicyDocument", "PolicySummary"]


def __getattr__(name: str) -> Any:
    # The worker process reads one page and needs neither the network nor the database: it starts in a third of the time.
    if name == "PolicyCache":
        from policy_cache.cache import PolicyCache  # noqa: PLC0415

        return PolicyCache
    raise AttributeError(name)
