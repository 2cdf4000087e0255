"""A value goes in, the finest name that its tag may have comes out: "Erzincan Assize Court" → COURT, "ten months" → MONTHS.

As fine as thousands of values share it, and no finer: which kind of body (kinds.py), in what a time or a sum is counted. A reader
keeps what the sentence is about, and nobody is told by it.
"""

import re
from collections.abc import Callable

from guardian_core.anonymize import amounts, kinds, periods
from guardian_core.vocabulary import Entity

_ARTICLE = re.compile(r"^an? ")


def _counted_in(written: str) -> str | None:
    return periods.unit(written) if periods.kind(written) == "period" else None


_FINE: dict[Entity, Callable[[str], str | None]] = {
    Entity.ORGANIZATION: kinds.known_organization,
    Entity.DATE: _counted_in,
    Entity.QUANTITY: lambda written: amounts.currency(written) or _counted_in(written),
}


def fine(entity: Entity, value: str) -> str | None:
    """The finer name of a tag; None where the entity itself is all that may be said.

    >>> fine(Entity.ORGANIZATION, "Erzincan Assize Court"), fine(Entity.ORGANIZATION, "Zyx"), fine(Entity.DATE, "two years")
    ('COURT', None, 'YEARS')
    """
    said = _FINE[entity](value) if entity in _FINE else None
    return _ARTICLE.sub("", said).upper().replace(" ", "_") if said else None
