"""Levels, surrogates and the hard guarantee."""

from guardian_core.anonymize.anonymizer import Anonymizer
from guardian_core.anonymize.guarantee import residue

__all__ = ["Anonymizer", "residue"]
