"""spacy_entities.py, with the real pipeline where it is installed."""

import pytest

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization import spacy_entities


def test_tags_every_entity(sample):
    try:
        method = spacy_entities.method()
    except NotInstalledError as error:
        pytest.skip(str(error))
    output = method(sample("Erdal Yilmaz moved to Paris in 1995."))
    assert output.text == "[PERSON] moved to [GPE] in [DATE]."
    assert output.found == ((0, 12), (22, 27), (31, 35))
