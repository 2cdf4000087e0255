"""Items in, findings out: where personal data is, by patterns with checksums, by names of fields, and by a small names model."""

from guardian_core.detect.detector import Detector, Search
from guardian_core.detect.names import NamesModel, NameSpan
from guardian_core.detect.prefilter import may_hold

__all__ = ["Detector", "NameSpan", "NamesModel", "Search", "may_hold"]
