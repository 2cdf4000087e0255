"""Findings in what is said in a conversation go in, edits that put placeholders there come out; the rest is left to the levels."""

from collections.abc import Sequence

from guardian_core.anonymize.levels import REDACTED
from guardian_core.anonymize.restore.conversations import Conversation
from guardian_core.anonymize.traces import SECRETS
from guardian_core.vocabulary import Edit, Entity, Finding, Item, Level, Talk

_Span = tuple[int, int, int, Entity]


def placeholders(
    items: Sequence[Item], findings: Sequence[Finding], talk: Talk, conversation: Conversation
) -> tuple[tuple[Edit, ...], tuple[Finding, ...]]:
    """Edits in order, and the findings they do not cover: elsewhere in the request, or encoded as a whole."""
    said = [finding for finding in findings if finding.item in talk.said and not finding.encoding]
    rest = tuple(finding for finding in findings if finding not in set(said))
    edits = []
    for item, start, end, entity in _merged(said):
        name = conversation.name(entity, items[item].text[start:end]) or REDACTED
        edits.append(Edit(item, start, end, name, entity, Level.TAGS))
    return tuple(edits), rest


def _merged(findings: Sequence[Finding]) -> list[_Span]:
    """Overlapping findings are one: a secret, or what the longest is."""
    spans: list[_Span] = []
    longest = 0
    for finding in sorted(findings, key=lambda one: (one.item, one.start, -one.end)):
        length = finding.end - finding.start
        if spans and spans[-1][0] == finding.item and finding.start < spans[-1][2]:
            item, start, end, entity = spans[-1]
            if finding.entity in SECRETS or (length > longest and entity not in SECRETS):
                entity = finding.entity
            spans[-1] = (item, start, max(end, finding.end), entity)
        else:
            spans.append((finding.item, finding.start, finding.end, finding.entity))
            longest = 0
        longest = max(longest, length)
    return spans
