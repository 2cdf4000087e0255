"""The control page: what was done in a person's name, and how to overrule it."""

from guardian_core.control.app import Control
from guardian_core.control.asking import Answer, Asked
from guardian_core.control.doors import Doors
from guardian_core.control.live import Live, Seen

__all__ = ["Answer", "Asked", "Control", "Doors", "Live", "Seen"]
