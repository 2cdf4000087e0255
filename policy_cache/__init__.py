"""Privacy policies: discover, fetch, extract, segment, annotate, store, retrieve."""

from policy_cache.cache import PolicyCache
from policy_cache.page import FetchRecord, PolicyDocument, PolicySummary

__all__ = ["FetchRecord", "PolicyCache", "PolicyDocument", "PolicySummary"]
