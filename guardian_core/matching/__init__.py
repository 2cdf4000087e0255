"""How likely an action violates the policy of its destination."""

from guardian_core.matching.features import NAMES, features, features_of
from guardian_core.matching.judge import judge

__all__ = ["NAMES", "features", "features_of", "judge"]
