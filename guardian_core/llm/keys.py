"""Where the settings say the server's key is, in; the key, out. It stands in no log, repr or error."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import SettingsError
from guardian_core.model_settings import ModelSettings

LONGEST = 10_000  # bytes of a key file that are read


@dataclass(frozen=True, slots=True)
class Key:
    """A key that shows itself to nobody but the server."""

    text: str = field(repr=False)


def load_key(settings: ModelSettings) -> Key | None:
    """The key, or None where none is named.

    Raises:
        SettingsError: the variable or the file is missing, others may read the file, or it holds no key.
    """
    if settings.key_env:
        text, place = os.environ.get(settings.key_env, ""), f"model.key_env: the variable {settings.key_env}"
    elif settings.key_file:
        text, place = _read(settings.key_file), f"model.key_file: {settings.key_file}"
    else:
        return None
    text = text.strip()
    if not text:
        message = f"{place} holds no key"
        raise SettingsError(message)
    if not (text.isascii() and text.isprintable()) or " " in text:
        message = f"{place} holds something that is no key: one word of ASCII letters, digits and signs is needed"
        raise SettingsError(message)
    return Key(text)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if os.name == "posix" and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                message = f"model.key_file: others may read {path}; run: chmod 600 {path}"
                raise SettingsError(message)
            return file.read(LONGEST).decode("ascii", "replace")
    except OSError as error:
        message = f"model.key_file: cannot read {path}: {error.strerror or error}"
        raise SettingsError(message) from None
