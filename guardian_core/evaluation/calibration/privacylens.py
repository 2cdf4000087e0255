"""The file of PrivacyLens in, its scenarios as actions out (Shao et al. 2024, "PrivacyLens"): every one of them breaks a norm.

Its information flows are told in words; which category a data type is and which kind of recipient reads it is told by the key words
below, whatever has none is the words of a message to somebody unknown. What is asked of a method is only not to allow them.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.records import field, files, records
from guardian_core.evaluation.calibration.norms import Rating, Stance
from guardian_core.evaluation.calibration.scenarios import Scenario
from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Verdict

BREACH = Rating(5, Verdict.DENY, ("PrivacyLens gathered it as a flow that breaks a norm.",))
_CATEGORIES: Mapping[Category, str] = {
    Category.SSN: r"social security|passport|identity number",
    Category.CREDENTIALS: r"password|alarm code|access code|credential",
    Category.GENETIC: r"genetic|dna",
    Category.BIOMETRIC: r"biometric|fingerprint|facial",
    Category.HEALTH: r"health|medic|therap|diagnos|pregnan|disab|addict|dietary|illness|ailment|patient|prescri|surg|hiv|mental",
    Category.FINANCIAL: r"bank|financ|salar|credit|debt|invest|loan|income|tax|transaction|payment|wage",
    Category.POSTAL_ADDRESS: r"address",
    Category.LOCATION: r"location|travel|whereabouts|itinerary|timetable|schedule|routine",
    Category.PHONE: r"phone",
    Category.EMAIL: r"e-?mail",
    Category.BROWSING_HISTORY: r"browsing",
    Category.SEARCH_HISTORY: r"search histor",
}
_RECIPIENTS: Mapping[Recipient, str] = {
    Recipient.SOCIAL_MEDIA: r"facebook|social media|follower",
    Recipient.GOVERNMENT: r"government|police|official|authorit",
}


def load(data: Path) -> list[Scenario]:
    """Every scenario of `privacylens/*.jsonl`.

    Raises:
        DataError: there is no such file, or it is of another form.
    """
    return list(_read(data))


def _read(data: Path) -> Iterator[Scenario]:
    for path in files(data, "privacylens", (".jsonl",)):
        for where, record in records(path):
            seed = field(record, "seed", dict, where)
            told, to = (seed.get(name) for name in ("data_type", "data_recipient"))
            if not isinstance(told, str) or not isinstance(to, str):
                message = f"{where}: `seed` needs `data_type` and `data_recipient` as text"
                raise DataError(message)
            yield Scenario(
                field(record, "name", str, where),
                _first(_CATEGORIES, told, Category.CONTENT),
                _first(_RECIPIENTS, to, Recipient.UNKNOWN_THIRD_PARTY),
                Purpose.UNDISCLOSED,
                Basis.DEFAULT,
                Stance.SILENT,
                "missing",
                BREACH,
            )


def _first[Kind](table: Mapping[Kind, str], words: str, otherwise: Kind) -> Kind:
    return next((kind for kind, pattern in table.items() if re.search(pattern, words.casefold())), otherwise)
