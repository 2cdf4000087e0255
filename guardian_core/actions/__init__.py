"""Request to items and back; recipient, purpose, basis, categories."""

from guardian_core.actions.reading import read
from guardian_core.actions.writing import write

__all__ = ["read", "write"]
