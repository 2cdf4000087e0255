"""One version of a policy in, prepared once; out, the evidence for an action, the same object for the same question.

Of an action a policy is asked for its data, purposes, recipients and act alone, and sites are sent the same kinds again and again.
"""

from dataclasses import dataclass, field

from guardian_core.vocabulary import Act, Action, Category, Evidence, PolicyState, Purpose, Recipient
from policy_cache.page import PolicyDocument
from policy_cache.retrieve import Index

ANSWERS = 64  # that are kept

Asked = tuple[frozenset[Category], frozenset[Purpose], frozenset[Recipient], Act, int]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with its index, and what was answered before."""

    document: PolicyDocument
    index: Index
    answers: dict[Asked, Evidence] = field(default_factory=dict, repr=False)

    def evidence(self, action: Action, k: int) -> Evidence:
        """The `k` statements that matter most for the action, and what the whole policy discloses."""
        asked = (action.categories, action.purposes, action.recipients, action.act, k)
        found = self.answers.get(asked)
        if found is None:
            found = self._evidence(action, k)
            if len(self.answers) >= ANSWERS:
                self.answers.clear()
            self.answers[asked] = found
        return found

    def _evidence(self, action: Action, k: int) -> Evidence:
        document = self.document
        return Evidence(
            state=PolicyState.KNOWN,
            statements=self.index.top(action, k),
            url=document.url,
            length=document.length,
            legal_basis=document.legal_basis,
            rights=document.rights,
            retention=document.retention,
        )
