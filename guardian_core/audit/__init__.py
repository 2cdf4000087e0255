"""What was decided and why, without raw values."""

from guardian_core.audit.journal import Entry, Journal, read
from guardian_core.audit.key import digest, load_key
from guardian_core.audit.totals import Totals, totals

__all__ = ["Entry", "Journal", "Totals", "digest", "load_key", "read", "totals"]
