"""pba_llm.py: three kinds of entity go."""

import pytest

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization.rivals import pba_llm


def test_takes_persons_places_and_organisations_and_leaves_dates(sample):
    try:
        method = pba_llm.method()
    except NotInstalledError as error:
        pytest.skip(str(error))
    output = method(sample("John Smith moved to London in October 1995."))
    assert "[PERSON] moved to [LOCATION] in October 1995." == output.text
