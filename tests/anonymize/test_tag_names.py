"""tag_names.py: how finely a tag may name its value."""

import pytest

from guardian_core.anonymize.tag_names import fine
from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("entity", "value", "name"),
    [
        (Entity.ORGANIZATION, "Erzincan Assize Court", "COURT"),
        (Entity.ORGANIZATION, "Quill for Parliament Party", "PARLIAMENT"),
        (Entity.ORGANIZATION, "Greater Utopia Police", "POLICE_FORCE"),
        (Entity.ORGANIZATION, "Zyx", None),
        (Entity.DATE, "three months", "MONTHS"),
        (Entity.DATE, "one month", None),
        (Entity.DATE, "3 May 1995", None),
        (Entity.QUANTITY, "4,393 pounds sterling", "POUNDS"),
        (Entity.QUANTITY, "EUR 20", "EUR"),
        (Entity.QUANTITY, "$ 20", None),
        (Entity.QUANTITY, "ten years", "YEARS"),
        (Entity.QUANTITY, "five envelopes", None),
        (Entity.PERSON, "Judge Court", None),
    ],
)
def test_is_no_finer_than_what_thousands_share(entity, value, name):
    assert fine(entity, value) == name
