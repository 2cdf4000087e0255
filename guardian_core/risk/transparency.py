"""What a policy discloses about an action: an `Action` and its `Evidence` in, the six signals of Table 9 out."""

from guardian_core.risk.tables import SUBSTANTIAL_TEXT
from guardian_core.vocabulary import Action, Evidence, PolicyState, Purpose, Transparency


def transparency(action: Action, evidence: Evidence) -> Transparency:
    """The signals that earn credit in M_T; none where there was no policy to look at.

    A category or purpose is covered by a retrieved statement that names it and is no denial: "we do not sell your e-mail address"
    does not tell what is done with it. All of D_a, and all of P_a, must be covered. Legal basis, rights and retention count
    wherever they stand in the policy.
    """
    if evidence.state is not PolicyState.KNOWN:
        return Transparency(state=evidence.state)
    affirmed = [scored.statement for scored in evidence.statements if not scored.statement.negated]
    categories = frozenset[object]().union(*(statement.categories for statement in affirmed))
    # A purpose that is not disclosed cannot be covered, whatever an annotator made of the text.
    purposes = frozenset[object]().union(*(statement.purposes for statement in affirmed)) - {Purpose.UNDISCLOSED}
    return Transparency(
        text=evidence.length >= SUBSTANTIAL_TEXT,
        category=bool(action.categories) and action.categories <= categories,
        purpose=bool(action.purposes) and action.purposes <= purposes,
        legal_basis=evidence.legal_basis,
        rights=evidence.rights,
        retention=evidence.retention,
    )
