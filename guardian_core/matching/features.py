"""A behaviour or a policy statement in, 42 numbers out: the encoders φ_b and φ_p of SPEC §5 (paper Appendix A).

Both sides share one space, so that b ⊙ p is what a statement names of an action and |b − p| where they differ. What a side leaves
open is 0: a purpose that is undisclosed, data that a sentence does not name. A behaviour has zeros and ones; a statement has the
chance that the classifier of policies gave a field, where one read it: "hardly" and "almost" are different readings, and rounding
both to "no" cost 4 of 100 pairs. Rounding gives the multi-hot vector of the paper. Texts are never looked at.
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
SAID = 0.5
_LABELLED: dict[str, int] = {  # what the classifier of policies calls these features
    **{f"category:{member}": place for member, place in INDEX["data"].items()},
    **{f"{group}:{member}": place for group in ("recipient", "purpose") for member, place in INDEX[group].items()},
    "practice:First Party Collection/Use": INDEX["act"][Act.COLLECTION],
    "practice:Third Party Sharing/Collection": INDEX["act"][Act.SHARING],
    "flag:negated": NEGATION,
    "flag:choice": CHOOSING,
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
    """φ_p: [42] from 0 to 1 for what a statement was annotated with; its text has no part in it.

    From 0.5 on a field was said. A chance counts only where it agrees with what was said: words of the lexicon and headings may
    have overruled the classifier.
    """
    vector = [0.0] * SIZE  # a list: single numbers are several times faster to read and write than in an array
    places = [_DATA[one] for one in statement.categories] + [_RECIPIENT[one] for one in statement.recipients]
    places += [_PURPOSE[one] for one in statement.purposes if one in _PURPOSE]
    places += [_ACT[one] for one in statement.acts]
    if statement.negated:
        places.append(NEGATION)
    if statement.choice:
        places.append(CHOOSING)
    for place in places:
        vector[place] = 1.0
    for label, chance in statement.chances:
        known = _LABELLED.get(label)
        if known is not None and (chance >= SAID) == (vector[known] >= SAID):
            vector[known] = chance
    return np.array(vector)


def named(vector: Floats) -> tuple[str, ...]:
    """The names of the features that are said, in the order of NAMES.

    >>> named(np.eye(SIZE)[NEGATION])
    ('does not',)
    """
    return tuple(name for name, value in zip(NAMES, vector.tolist(), strict=True) if value >= SAID)
