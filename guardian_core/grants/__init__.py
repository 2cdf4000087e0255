"""What a person decided against the score: grants in, the one that covers a request out."""

from guardian_core.grants.grant import HIDDEN, PROGRAM, UNCHECKED, Change, Grant, Kind, Scope, covers
from guardian_core.grants.store import Grants

__all__ = ["HIDDEN", "PROGRAM", "UNCHECKED", "Change", "Grant", "Grants", "Kind", "Scope", "covers"]
