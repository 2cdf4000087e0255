"""outcome.py: what is ready, and what it came to."""

from guardian_core.anonymize.adversarial.loop import Round
from guardian_core.anonymize.adversarial.outcome import Adaptation, Turn
from guardian_core.vocabulary import Edit, Entity, Level

EDIT = Edit(0, 0, 3, "X", Entity.PERSON, Level.PARTIAL)


def test_is_at_any_moment_what_is_ready():
    turn = Turn((EDIT,), Level.PARTIAL)
    assert turn.over() == Adaptation((EDIT,), Level.PARTIAL)
    turn.rounds.append(Round(Level.PARTIAL, 2, 0.7))
    turn.notes["late"] = None
    turn.notes["late"] = None
    assert turn.over() == Adaptation((EDIT,), Level.PARTIAL, (Round(Level.PARTIAL, 2, 0.7),), notes=("late",))
