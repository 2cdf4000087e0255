"""Where certificate stores are looked for: this machine as it is, or a folder that holds another one's files."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """A machine and a user on it; the defaults are this machine and whoever runs us.

    `root` other than "/" means the files of another system (an image that is being built): no program of it is run.
    """

    platform: str = sys.platform
    root: Path = Path("/")
    user: Path = field(default_factory=Path.home)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    which: Callable[[str], str | None] = shutil.which

    def under_root(self, path: str) -> Path:
        """A path of the system, below `root`."""
        return self.root / path.lstrip("/")

    @property
    def is_elsewhere(self) -> bool:
        """Whether this is not the running system."""
        return self.root != Path("/")


def out_of_reach(path: Path) -> bool:
    """Whether we may not write `path`, or the first folder above it that is there."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return not os.access(path, os.W_OK)
