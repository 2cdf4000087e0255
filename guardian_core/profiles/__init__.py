"""Named starting points of the configuration: a name in, the TOML of `NAME.toml` beside this file out.

`profile = "agent"` in the configuration, or `guardian run --profile agent`; what the file itself says goes before its profile.
"""

import tomllib
from importlib.resources import files
from typing import Any, Literal, get_args

Profile = Literal["personal", "agent", "strict", "gateway", "observe"]
PROFILES: tuple[Profile, ...] = get_args(Profile)


def text(name: Profile) -> str:
    """The profile as it was written, with its comments."""
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def values(name: Profile) -> dict[str, Any]:
    """What the profile sets, as TOML tables."""
    return tomllib.loads(text(name))
