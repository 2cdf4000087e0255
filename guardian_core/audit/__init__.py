"""What was decided and why, without raw values."""

from guardian_core.audit.journal import Journal, read
from guardian_core.audit.key import digest, load_key

__all__ = ["Journal", "digest", "load_key", "read"]
