"""How likely an action violates the policy of its destination."""

from guardian_core.matching.judge import judge

__all__ = ["judge"]
