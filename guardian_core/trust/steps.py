"""What has to be done, as steps that can be shown before they are taken: the exact command line, or the file that is written."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError

SECONDS = 120.0  # update-ca-certificates with Java's hook takes its time; a password that is asked for, too


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: what a person would type for it, and the doing. `do` raises TrustError."""

    shown: str
    do: Callable[[], None] = field(repr=False)


def command(*words: str | Path, as_root: bool = False) -> Step:
    """A program that is run; `as_root`: by sudo, where we are not root ourselves."""
    line = tuple(map(str, words))
    if as_root and needs_sudo():
        line = ("sudo", *line)
    return Step(joined(line), lambda: run(line))


def write(path: Path, text: str) -> Step:
    """A file that is written whole, as a person would do it with cat."""
    shown = f"cat > {shlex.quote(str(path))} <<'END'\n{text.rstrip()}\nEND"

    def do() -> None:
        try:
            put(path, text)
        except OSError as error:
            message = f"cannot write {path}: {error.strerror}"
            raise TrustError(message) from None

    return Step(shown, do)


def put(path: Path, text: str) -> None:
    """Write `text` beside `path`, then move it there, so that nobody reads half of it; raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def delete(path: Path) -> Step:
    """A file of our own that is removed."""
    return Step(joined(("rm", "-f", str(path))), lambda: path.unlink(missing_ok=True))


def joined(line: Sequence[str]) -> str:
    """A command line as this system's shell wants it."""
    return subprocess.list2cmdline(line) if sys.platform == "win32" else shlex.join(line)


def needs_sudo() -> bool:
    """Whether what belongs to root is out of our reach."""
    return sys.platform != "win32" and os.geteuid() != 0


def run(line: Sequence[str]) -> None:
    """Run a program to its end.

    Raises:
        TrustError: it is not there, failed, or did not end; with the last line that it said.
    """
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own table
    except FileNotFoundError:
        message = f"{line[0]} is not installed; run as administrator: {joined(line[1:])}" if line[0] == "sudo" else missing(line[0])
        raise TrustError(message) from None
    except subprocess.TimeoutExpired:
        message = f"{joined(line)} did not end within {SECONDS:.0f} s"
        raise TrustError(message) from None
    if done.returncode:
        said = [text for text in (done.stderr + done.stdout).splitlines() if text.strip()]
        message = f"{joined(line)} failed ({said[-1].strip() if said else f'status {done.returncode}'})"
        raise TrustError(message)


def output(line: Sequence[str]) -> str | None:
    """What a program says; None where it is not there or fails."""
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own table
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


# Program: the package that brings it, by the program that installs packages.
PACKAGES: Mapping[str, Mapping[str, str]] = {
    "certutil": {"apt-get": "libnss3-tools", "dnf": "nss-tools", "pacman": "nss", "zypper": "mozilla-nss-tools", "brew": "nss"},
    "keytool": {"apt-get": "default-jre-headless", "dnf": "java-latest-openjdk-headless", "pacman": "jre-openjdk-headless"},
    "update-ca-certificates": {"apt-get": "ca-certificates", "zypper": "ca-certificates", "apk": "ca-certificates"},
    "update-ca-trust": {"dnf": "ca-certificates", "pacman": "ca-certificates"},
    "git": {"apt-get": "git", "dnf": "git", "pacman": "git", "zypper": "git", "brew": "git"},
}
INSTALL: Mapping[str, str] = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "pacman": "pacman -S",
    "zypper": "zypper install",
    "apk": "apk add",
    "brew": "brew install",
}


def missing(program: str, which: Callable[[str], str | None] = shutil.which) -> str:
    """That a program is not installed, and the command that installs it here.

    >>> missing("certutil", {"apt-get": "/usr/bin/apt-get"}.get)
    'certutil is not installed: apt-get install libnss3-tools'
    """
    for manager, package in PACKAGES.get(program, {}).items():
        if which(manager):
            return f"{program} is not installed: {INSTALL[manager]} {package}"
    return f"{program} is not installed"
