"""Python, Node, curl and git: programs that read a file of authorities named by a variable; a file to load into a shell sets it."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError
from guardian_core.trust.bundle import bundle_path, bundle_text, write_bundle
from guardian_core.trust.certificate import Certificate
from guardian_core.trust.place import Place
from guardian_core.trust.steps import Step, delete, joined, write
from guardian_core.trust.store import Seen

# Program: the variables that replace its authorities by those of a file, and the names under which it is found.
VARIABLES: Mapping[str, tuple[str, ...]] = {
    "python": ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "AWS_CA_BUNDLE"),
    "node": ("NODE_EXTRA_CA_CERTS",),
    "curl": ("CURL_CA_BUNDLE", "SSL_CERT_FILE"),
    "git": ("GIT_SSL_CAINFO",),
}
FOUND_AS: Mapping[str, tuple[str, ...]] = {
    "python": ("python3", "python"),
    "node": ("node",),
    "curl": ("curl",),
    "git": ("git",),
}
HEAD = "# Written by `guardian ca install`, removed by `guardian ca remove`: programs that trust GuardianAgent's authority."


def shell_file(home: Path) -> Path:
    """The file that a shell loads: `. FILE`."""
    return home / "trust" / "environment.sh"


def chosen(home: Path) -> tuple[str, ...]:
    """The programs that the file speaks for."""
    try:
        text = shell_file(home).read_text(encoding="utf-8")
    except OSError:
        return ()
    return tuple(name for name in VARIABLES if f"# {name}\n" in text)


def shell_text(home: Path, programs: Sequence[str]) -> str:
    """What it says.

    >>> print(shell_text(Path("/home/ann/.guardianagent"), ["git"]))
    # Written by `guardian ca install`, removed by `guardian ca remove`: programs that trust GuardianAgent's authority.
    # git
    export GIT_SSL_CAINFO=/home/ann/.guardianagent/trust/bundle.pem
    <BLANKLINE>
    """
    path = shlex.quote(str(bundle_path(home)))
    lines = [HEAD]
    for name in programs:
        lines += [f"# {name}", *(f"export {variable}={path}" for variable in VARIABLES[name])]
    return "\n".join([*lines, ""])


@dataclass(frozen=True, slots=True)
class ProgramStore:
    """One of the programs; all share the bundle and the file for shells."""

    name: str
    home: Path
    place: Place = field(default_factory=Place)

    @property
    def title(self) -> str:
        """With the variables."""
        return f"{self.name} ({', '.join(VARIABLES[self.name])})"

    def look(self, ours: Certificate) -> Seen:
        """In the shell that asks, then in the file."""
        if not any(map(self.place.which, FOUND_AS[self.name])):
            return Seen("absent", f"no {self.name} here")
        values = [self.place.environment.get(variable) for variable in VARIABLES[self.name]]
        if all(value and _holds(Path(value), ours) for value in values):
            return Seen("trusted")
        if self.name not in chosen(self.home):
            return Seen("missing")
        if not _holds(bundle_path(self.home), ours):
            return Seen("outdated", str(bundle_path(self.home)))
        return Seen("trusted", f"in shells that load it: {load(self.home)}")

    def install(self, ours: Certificate) -> Sequence[Step]:
        """The bundle, then the file with this program in it."""
        if not any(map(self.place.which, FOUND_AS[self.name])):
            message = f"no {self.name} here"
            raise TrustError(message)
        path, text = bundle_path(self.home), bundle_text(self.home, ours, self.place.environment)
        steps = []
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            steps.append(self._bundle(ours))
        programs = chosen(self.home)
        if self.name not in programs:
            steps.append(write(shell_file(self.home), shell_text(self.home, [*programs, self.name])))
        return steps

    def remove(self, ours: Certificate) -> Sequence[Step]:  # noqa: ARG002 - one shape for all stores
        """The file without this program; without any, both files go."""
        programs = chosen(self.home)
        if self.name not in programs:
            return ()
        left = [name for name in programs if name != self.name]
        if left:
            return (write(shell_file(self.home), shell_text(self.home, left)),)
        return (delete(shell_file(self.home)), delete(bundle_path(self.home)))

    def _bundle(self, ours: Certificate) -> Step:
        path = bundle_path(self.home)

        def do() -> None:
            try:
                write_bundle(self.home, ours, self.place.environment)
            except OSError as error:
                message = f"cannot write {path}: {error.strerror}"
                raise TrustError(message) from None

        return Step(f"{joined(('cat', 'THE_SYSTEM_AUTHORITIES', str(ours.path)))} > {shlex.quote(str(path))}", do)


def load(home: Path) -> str:
    """The command that sets the variables in a shell."""
    return f". {shlex.quote(str(shell_file(home)))}"


def _holds(path: Path, ours: Certificate) -> bool:
    try:
        return ours.is_in(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False
