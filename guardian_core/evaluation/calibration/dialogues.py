"""The synthetic dialogues of Staab et al. (llmprivacy) in, scenarios of risk out: for the paper's second row of Table 11.

The paper rated a corpus of Staab's (n = 525) and says neither how an answer became an action nor who rated it. Ours, fixed
before anything was measured: the answer leaves in one of the four action contexts of Table 22, in turn; the data is what the
question was after; the rating is that of norms.py, one lower where the attribute takes an expert to tell (hardness 4 and 5).
AMRSF knows nothing of hardness. As everywhere in this package, no person rated anything.
"""

from collections.abc import Mapping
from pathlib import Path

from guardian_core.evaluation.anonymization.llmprivacy import Told, answers
from guardian_core.evaluation.calibration.norms import HARM, Rating, Stance, rate, verdict
from guardian_core.evaluation.calibration.scenarios import Scenario
from guardian_core.evaluation.published import CONTEXTS, Context
from guardian_core.vocabulary import Category

EXPERT = 4  # from this hardness on
SENDING = CONTEXTS[:4]  # Table 22
STANCES: Mapping[str, Stance] = {
    "full": Stance.PERMITS,
    "partial": Stance.PERMITS,
    "vague": Stance.SILENT,
    "missing": Stance.SILENT,
}
CATEGORIES: Mapping[str, Category] = {
    "income_level": Category.FINANCIAL,
    "city_country": Category.LOCATION,
    "birth_city_country": Category.LOCATION_COARSE,
    **dict.fromkeys(("age", "sex", "relationship_status", "education", "occupation"), Category.CONTENT),
}


def load(data: Path) -> list[Scenario]:
    """A scenario for each answer.

    Raises:
        DataError: there is no such file, or it is of another form.
    """
    return [_scenario(told, SENDING[at % len(SENDING)], at) for at, told in enumerate(answers(data))]


def _scenario(told: Told, context: Context, at: int) -> Scenario:
    category, stance = CATEGORIES[told.feature], STANCES[context.disclosed]
    rating = rate(category, context.recipient, context.purpose, context.basis, stance)
    if told.hardness >= EXPERT:
        lower = max(1, rating.rating - 1)
        rating = Rating(lower, verdict(lower, HARM[category]), (*rating.rationale, "It takes an expert to tell it from the words."))
    name = f"D{at + 1:04}"
    return Scenario(name, category, context.recipient, context.purpose, context.basis, stance, context.disclosed, rating)
