"""presidio_default.py, with the real engines where they are installed."""

import pytest

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization import presidio_default


def test_writes_presidios_placeholders(sample):
    try:
        method = presidio_default.method()
    except NotInstalledError as error:
        pytest.skip(str(error))
    output = method(sample("Erdal Yilmaz moved to Paris."))
    assert output.text == "<PERSON> moved to <LOCATION>."
    assert [output.text[start:end] for start, end in output.written] == ["<PERSON>", "<LOCATION>"]
