"""The hard guarantee: what was replaced and the re-read rewrite go in, every place where a replaced value still stands comes out.

It trusts nobody: not the edits, not a model's words, not the writer. What it finds must be replaced again or must not leave.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from guardian_core.anonymize.traces import made_of
from guardian_core.seams import across
from guardian_core.vocabulary import Edit, Entity, Finding, Item, Role

# "dana.quill@", "dquill84@": what is put together is somebody's, "newsletter@" and "info@" are words.
_OWN = re.compile(r"(?=.{6})(?=[^@]*[0-9._+-][^@]*@)([^\W_][\w.+-]*)@")
_RUN = re.compile(r"(?<![\w.+@-])[^\W_][\w.+-]{4,62}\w(?![\w@+-]|\.\w)")


def residue(
    original: Sequence[Item], findings: Sequence[Finding], edits: Sequence[Edit], rewritten: Sequence[Item]
) -> tuple[Finding, ...]:
    """Where values that were to be replaced remain, whatever their case, spacing, marks or invisible characters.

    Only whole values count, the words of a person's name where they stand as whole words, and an address without its domain; what a
    surrogate keeps on purpose (the domain, the year, the last four) does not. Values of fewer than three letters and digits are
    ignored, unless secret.

    Args:
        original: the items that `findings` and `edits` are about.
        findings: what was found; those that no edit touches were not to be replaced.
        edits: what was replaced.
        rewritten: the items of the rewritten request, read again. Passed over are ambient ones, which go to their own origin, and
            those in which only registered values count (`Detector.registered` finds these in any encoding).

    Asked about the originals themselves (`rewritten` = `original`) it says where else a value stands that was found in one place
    only; edited together with the findings, these leave nothing to find afterwards.

    Returns:
        Findings on `rewritten`, in order: entity, category and score of the first finding that had the value, source "residue".
    """
    replaced = _replaced(findings, edits)
    traces = made_of(tuple([(original[finding.item].text[finding.start : finding.end], finding.entity) for finding in replaced]))
    mailboxes = _mailboxes(original, replaced)
    remains: list[Finding] = []
    for number in traces.suspects([item.text for item in rewritten]):
        item = rewritten[number]
        if item.ambient or item.registered_only:
            continue
        for trace in traces.find(item.text, exact=item.role is Role.STRUCTURE):
            was = replaced[trace.value]
            remains.append(replace(was, item=number, start=trace.start, end=trace.end, source="residue"))
    for number in _suspects(rewritten, mailboxes) if mailboxes else ():
        item = rewritten[number]
        if not item.ambient and not item.registered_only:
            remains.extend(_mailboxes_in(item.text, number, mailboxes))
    return across(rewritten, sorted(remains, key=lambda one: (one.item, one.start)))


def _mailboxes(items: Sequence[Item], replaced: Sequence[Finding]) -> dict[str, Finding]:
    """Of each address the part before the @, in small letters, where it is put together and so nobody else's."""
    found: dict[str, Finding] = {}
    for one in replaced:
        written = items[one.item].text[one.start : one.end]
        if one.entity is Entity.EMAIL and not one.encoding and (own := _OWN.match(written)):
            found.setdefault(own[1].lower(), replace(one, entity=Entity.USERNAME))
    return found


def _suspects(items: Sequence[Item], mailboxes: Mapping[str, Finding]) -> Iterable[int]:
    """The items in which one of them may stand; all, where what is a small letter depends on what stands beside it (of Greek)."""
    if not all(box.isascii() for box in mailboxes):
        return range(len(items))
    small = [item.text.lower() for item in items]
    return sorted({number for box in mailboxes for number, text in enumerate(small) if box in text})


def _mailboxes_in(text: str, number: int, mailboxes: Mapping[str, Finding]) -> Iterator[Finding]:
    """Where one of them stands by itself, as it is written but for capitals: no other address, and no name with a space."""
    for run in _RUN.finditer(text):
        was = mailboxes.get(run[0].lower())
        if was:
            yield replace(was, item=number, start=run.start(), end=run.end(), source="residue")


def _replaced(findings: Sequence[Finding], edits: Sequence[Edit]) -> list[Finding]:
    """The findings that an edit touches, in order; one sweep over both."""
    ordered = sorted(edits, key=lambda edit: (edit.item, edit.start))
    replaced: list[Finding] = []
    at = 0
    for finding in sorted(findings, key=lambda f: (f.item, f.start)):
        while at < len(ordered) and (ordered[at].item, ordered[at].end) <= (finding.item, finding.start):
            at += 1
        if at < len(ordered) and ordered[at].item == finding.item and ordered[at].start < finding.end:
            replaced.append(finding)
    return replaced
