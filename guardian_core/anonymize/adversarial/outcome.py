"""What is ready at any moment of the loop; out, what it came to."""

from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial import arbitrator, refinement
from guardian_core.anonymize.adversarial.loop import Round
from guardian_core.vocabulary import Edit, Finding, Level


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What the loop came to."""

    edits: tuple[Edit, ...]
    level: Level
    rounds: tuple[Round, ...] = ()
    trades: tuple[arbitrator.Trade, ...] = ()  # of the arbitrator
    steps: tuple[refinement.Step, ...] = ()  # of the refinement
    notes: tuple[str, ...] = ()  # what was served by less than asked for; never content
    told: tuple[Finding, ...] = ()  # what only an attacker found


@dataclass(slots=True)
class Turn:
    """The best that is ready so far: sent as it is when time is over."""

    edits: tuple[Edit, ...]
    level: Level
    rounds: list[Round] = field(default_factory=list)
    trades: list[arbitrator.Trade] = field(default_factory=list)
    steps: list[refinement.Step] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    told: tuple[Finding, ...] = ()

    def over(self) -> Adaptation:
        """What it came to."""
        return Adaptation(
            self.edits, self.level, tuple(self.rounds), tuple(self.trades), tuple(self.steps), tuple(self.notes), self.told
        )
