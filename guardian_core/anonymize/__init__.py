"""Levels, surrogates, the hard guarantee, and the conversations whose replies get the user's own words back."""

from guardian_core.anonymize.anonymizer import Anonymizer
from guardian_core.anonymize.guarantee import residue
from guardian_core.anonymize.restore.conversations import Conversation, Conversations, reserved, standing
from guardian_core.anonymize.restore.placeholders import placeholders

__all__ = ["Anonymizer", "Conversation", "Conversations", "placeholders", "reserved", "residue", "standing"]
