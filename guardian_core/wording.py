"""What replaces the findings of one request: placeholders in what is said in a conversation, levels and surrogates everywhere else.

Where the stages `actions` (what is said) and `anonymize` (what stands for it) meet; made anew for each request.
"""

from collections.abc import Callable, Sequence

from guardian_core import actions, anonymize
from guardian_core.settings import RestoreSettings
from guardian_core.vocabulary import Edit, Finding, Kept, Level, Reading


class Wording:
    """The replacements of one request."""

    def __init__(
        self,
        reading: Reading,
        settings: RestoreSettings,
        conversations: anonymize.Conversations,
        anonymizer: anonymize.Anonymizer,
    ) -> None:
        """`reading` is the request as its client sent it."""
        self._settings, self._anonymizer = settings, anonymizer
        self._conversation: anonymize.Conversation | None = None
        self._heard: Callable[[str], None] = lambda _: None
        talk = actions.talk_of(reading.request, reading, settings)
        if talk:
            self._conversation, self._heard = conversations.open(reading.request, talk)
            anonymize.reserved(self._conversation, reading.items, talk)

    @property
    def is_conversation(self) -> bool:
        """Whether placeholders stand in what is said, whatever the level."""
        return self._conversation is not None

    def edits(self, reading: Reading, findings: Sequence[Finding], level: Level, destination: str) -> tuple[Edit, ...]:
        """The edits of `reading`, the request itself or what became of it, that replace all findings."""
        talk = actions.talk_of(reading.request, reading, self._settings) if self._conversation else None
        if not talk or not self._conversation:
            return self._anonymizer.edits(reading.items, findings, level, destination)
        said, rest = anonymize.placeholders(reading.items, findings, talk, self._conversation)
        return (*said, *self._anonymizer.edits(reading.items, rest, level, destination))

    def kept(self, sent: Reading) -> Kept | None:
        """What the reply to `sent` gets back; None where nothing can stand in it that we put there."""
        talk = actions.talk_of(sent.request, sent, self._settings) if self._conversation else None
        if not talk or not self._conversation:
            return None
        originals = anonymize.standing(self._conversation, sent.items, talk)
        return Kept(originals, talk.streaming, self._heard) if originals else None
