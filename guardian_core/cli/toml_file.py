"""Change one thing in the file of the configuration: everything else in it, comments and order too, stays as the person wrote it.

The changed file is read and checked whole before it takes the old one's place.
"""

import os
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from guardian_core import configuration
from guardian_core.cli.shell import FailedError
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

Change = Callable[[Any], None]  # works on tables: a tomlkit document, or plain dictionaries


def place(settings: Settings) -> Path:
    """The file that a change goes into: the one that was read, else guardian.toml in the home folder."""
    return (settings.source.path or configuration.home() / configuration.NAME).resolve()


def change(path: Path, work: Change) -> None:
    """Do `work` on the file at `path`, which is made where it is missing.

    Raises:
        FailedError: it cannot be written, or not in the form in which it is written.
        SettingsError: the changed file could not be used; the old one stays.
    """
    # Line ends as they are: a file written elsewhere must not be rewritten as a whole.
    text = path.read_bytes().decode("utf-8") if path.exists() else ""
    document, wanted = tomlkit.parse(text), tomllib.loads(text)
    work(wanted)
    try:
        work(document)
        changed = tomlkit.dumps(document)
        fits = tomllib.loads(changed) == wanted
    except (TOMLKitError, tomllib.TOMLDecodeError):
        fits, changed = False, ""
    if not fits:
        message = f"{path} is written in a form that cannot be changed here without touching the rest: change it by hand"
        raise FailedError(message)
    replace(path, changed)


def replace(path: Path, text: str) -> None:
    """Put `text` in the place of the file, whole or not at all, with the rights that the file had.

    Raises:
        FailedError: it cannot be written.
        SettingsError: it could not be used as a configuration.
    """
    draft = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        draft = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            draft.chmod(path.stat().st_mode & 0o777)
        Settings.load(draft)
        draft.replace(path)
        draft = None
    except SettingsError as error:
        raise SettingsError(str(error).replace(str(draft), str(path))) from None
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        raise FailedError(message) from None
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
