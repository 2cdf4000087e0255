"""Items in, findings out: where personal data is, by patterns with checksums, by names of fields, and by a small names model."""

from guardian_core.detect.detector import Detector, Search
from guardian_core.detect.identity_file import changing as changing_identities
from guardian_core.detect.identity_file import load as load_identities
from guardian_core.detect.identity_file import save as save_identities
from guardian_core.detect.identity_forms import KINDS, Identity, identity, masked
from guardian_core.detect.names import NamesModel, NameSpan
from guardian_core.detect.prefilter import may_hold

__all__ = [
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
