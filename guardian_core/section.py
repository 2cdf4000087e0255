"""What the sections of the configuration are made of: types that check what a person wrote, and the class of a section."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationInfo

from guardian_core.addresses import endpoint, host


def placed(path: Path, info: ValidationInfo) -> Path:
    """The path as the file means it: ~ is the user's home, and what is relative starts at the folder of the file."""
    folder: Path = (info.context or {}).get("folder", Path())
    try:
        return folder / path.expanduser()
    except RuntimeError:
        message = f"no home folder is known for {path}"
        raise ValueError(message) from None


def is_endpoint(text: str) -> str:
    """`text`, if it is an address with or without a port; raises ValueError."""
    endpoint(text)
    return text


# TOML knows switches, numbers and text apart, so we do too: `port = true` and `enabled = "yes"` are mistakes.
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Days = Number
File = Annotated[Path, AfterValidator(placed)]
Host = Annotated[str, AfterValidator(host)]


class Section(BaseModel):
    """One table of the file: validated, unchangeable, no key that is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")
