"""installed.py: software that only some methods need."""

import pytest

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization import installed


def test_imports_what_is_there():
    assert installed.module("json").loads("1") == 1


def test_says_how_to_get_what_is_missing(monkeypatch):
    with pytest.raises(NotInstalledError, match=r"no_such_thing is not installed: pip install 'guardianagent\[eval\]'"):
        installed.module("no_such_thing.part")
    monkeypatch.setattr(installed, "PIPELINES", ("no_such_pipeline",))
    with pytest.raises(NotInstalledError, match="en_core_web_sm is not installed"):
        installed.pipeline_name()
