"""Items in, findings out: where personal data is, by patterns with checksums, by names of fields, and by a small names model.

What is here is imported when it is first asked for: the process that has the names model needs nothing else of this package.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from guardian_core.detect.detector import Detector
    from guardian_core.detect.found import Search
    from guardian_core.detect.identity_file import changing as changing_identities
    from guardian_core.detect.identity_file import load as load_identities
    from guardian_core.detect.identity_file import save as save_identities
    from guardian_core.detect.identity_forms import KINDS, Identity, identity, masked
    from guardian_core.detect.names import NamesModel, NameSpan
    from guardian_core.detect.prefilter import may_hold

__all__ = [
    "CUT",
    "KINDS",
    "Detector",
    "Identity",
    "NameSpan",
    "NamesModel",
    "Search",
    "changing_identities",
    "identity",
    "load_identities",
    "masked",
    "may_hold",
    "save_identities",
]
_WHERE = {
    "CUT": ("spans", "CUT"),
    "KINDS": ("identity_forms", "KINDS"),
    "Detector": ("detector", "Detector"),
    "Identity": ("identity_forms", "Identity"),
    "NameSpan": ("names", "NameSpan"),
    "NamesModel": ("names", "NamesModel"),
    "Search": ("found", "Search"),
    "changing_identities": ("identity_file", "changing"),
    "identity": ("identity_forms", "identity"),
    "load_identities": ("identity_file", "load"),
    "masked": ("identity_forms", "masked"),
    "may_hold": ("prefilter", "may_hold"),
    "save_identities": ("identity_file", "save"),
}


def __getattr__(name: str) -> object:
    """One of `__all__`, imported now."""
    if name not in _WHERE:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    module, original = _WHERE[name]
    found: object = getattr(import_module(f"{__name__}.{module}"), original)
    globals()[name] = found
    return found
