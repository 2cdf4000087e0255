"""How likely an action violates the policy of its destination."""

from guardian_core.matching.evidential import Network
from guardian_core.matching.features import NAMES, features, features_of
from guardian_core.matching.judge import judge
from guardian_core.matching.learning import System1
from guardian_core.matching.reconsidering import Reconsidered, System2
from guardian_core.matching.system2 import Opinion, reconsider

__all__ = ["NAMES", "Network", "Opinion", "Reconsidered", "System1", "System2", "features", "features_of", "judge", "reconsider"]
