"""A behaviour or a policy statement in, 42 zeros and ones out: the encoders φ_b and φ_p of SPEC §5 (paper Appendix A).

Both sides share one space, so that b ⊙ p is what a statement names of an action and |b − p| where they differ. What a side leaves
open has no bit: a purpose that is undisclosed, data that a sentence does not name. Texts are never looked at.
"""

import numpy as np
from numpy.typing import NDArray

from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient, Statement

type Floats = NDArray[np.float64]

DOES_NOT = "does not"  # the statement denies what it names; never set for a behaviour
CHOICE = "choice"  # a statement: it depends on the user's choice; a behaviour: the user made one, by hand
_GROUPS = {
    "data": tuple(Category),
    "recipient": tuple(Recipient),
    "purpose": tuple(purpose for purpose in Purpose if purpose is not Purpose.UNDISCLOSED),
    "act": tuple(Act),
}
NAMES: tuple[str, ...] = (*(f"{group}: {member}" for group, members in _GROUPS.items() for member in members), DOES_NOT, CHOICE)
SIZE = len(NAMES)
PLACES: dict[str, slice] = {
    group: slice(NAMES.index(f"{group}: {members[0]}"), NAMES.index(f"{group}: {members[-1]}") + 1)
    for group, members in _GROUPS.items()
}
NEGATION, CHOOSING = NAMES.index(DOES_NOT), NAMES.index(CHOICE)
INDEX: dict[str, dict[str, int]] = {  # by group: "analytics" is a recipient and a purpose
    group: {member: PLACES[group].start + offset for offset, member in enumerate(members)} for group, members in _GROUPS.items()
}
_DATA, _RECIPIENT, _PURPOSE, _ACT = (INDEX[group] for group in ("data", "recipient", "purpose", "act"))


def features(action: Action) -> Floats:
    """φ_b: [42] of zeros and ones for an action; x_a and the destination have no part in it."""
    vector = np.zeros(SIZE)
    places = [_DATA[one] for one in action.categories] + [_RECIPIENT[one] for one in action.recipients]
    places += [_PURPOSE[one] for one in action.purposes if one in _PURPOSE]
    places.append(_ACT[action.act])
    if action.basis is Basis.USER_INITIATED:
        places.append(CHOOSING)
    vector[places] = 1.0
    return vector


def features_of(statement: Statement) -> Floats:
    """φ_p: [42] of zeros and ones for what a statement was annotated with; its text has no part in it."""
    vector = np.zeros(SIZE)
    places = [_DATA[one] for one in statement.categories] + [_RECIPIENT[one] for one in statement.recipients]
    places += [_PURPOSE[one] for one in statement.purposes if one in _PURPOSE]
    places += [_ACT[one] for one in statement.acts]
    if statement.negated:
        places.append(NEGATION)
    if statement.choice:
        places.append(CHOOSING)
    vector[places] = 1.0
    return vector


def named(vector: Floats) -> tuple[str, ...]:
    """The names of the features that are set, in the order of NAMES.

    >>> named(np.eye(SIZE)[NEGATION])
    ('does not',)
    """
    return tuple(name for name, value in zip(NAMES, vector.tolist(), strict=True) if value > 0.5)
