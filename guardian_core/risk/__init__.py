"""AMRSF and the decision tables: what an action risks, and what is therefore to happen."""

from guardian_core.risk.amrsf import assess
from guardian_core.risk.decide import decide
from guardian_core.risk.transparency import transparency

__all__ = ["assess", "decide", "transparency"]
