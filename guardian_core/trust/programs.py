"""Python, Node, curl and git: programs that read a file of authorities named by a variable; a file to load into a shell sets it."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError
from guardian_core.trust.bundle import bundle_path, bundle_text, system_bundle, write_bundle
from guardian_core.trust.certificate import Certificate
from guardian_core.trust.place import Place
from guardian_core.trust.steps import Step, command, delete, joined, write
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


def shell_text(home: Path) -> str:
    """What it says: load the files of the programs."""
    folder = shlex.quote(str(program_file(home, "x").parent))
    return f'{HEAD}\nfor file in {folder}/*.sh; do . "$file"; done\n'


def program_file(home: Path, name: str) -> Path:
    """The file of one program."""
    return home / "trust" / "shell" / f"{name}.sh"


def program_text(home: Path, name: str) -> str:
    """What that says.

    >>> print(program_text(Path("/home/ann/.guardianagent"), "git"))
    export GIT_SSL_CAINFO=/home/ann/.guardianagent/trust/bundle.pem
    <BLANKLINE>
    """
    path = shlex.quote(str(bundle_path(home)))
    return "".join(f"export {variable}={path}\n" for variable in VARIABLES[name])


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
        if not program_file(self.home, self.name).exists():
            return Seen("missing")
        if not _holds(bundle_path(self.home), ours):
            return Seen("outdated", str(bundle_path(self.home)))
        return Seen("trusted", f"in shells that load it: {load(self.home)}")

    def install(self, ours: Certificate) -> Sequence[Step]:
        """The bundle and the file for shells, which all share, then the file of this program."""
        if not any(map(self.place.which, FOUND_AS[self.name])):
            message = f"no {self.name} here"
            raise TrustError(message)
        path, text = bundle_path(self.home), bundle_text(self.home, ours, self.place.environment)
        own = program_file(self.home, self.name)
        steps = []
        if not own.parent.is_dir():
            steps.append(command("mkdir", "-p", "-m", "0700", own.parent))
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            steps.append(self._bundle(ours))
        files = ((shell_file(self.home), shell_text(self.home)), (own, program_text(self.home, self.name)))
        return [*steps, *(write(file, content) for file, content in files if not file.exists())]

    def remove(self, ours: Certificate) -> Sequence[Step]:  # noqa: ARG002 - one shape for all stores
        """The program's file; with the last of them what all share."""
        own = program_file(self.home, self.name)
        if not own.exists():
            return ()
        if any(path != own for path in own.parent.glob("*.sh")):
            return (delete(own),)
        return (delete(own), delete(shell_file(self.home)), delete(bundle_path(self.home)))

    def _bundle(self, ours: Certificate) -> Step:
        path = bundle_path(self.home)

        def do() -> None:
            try:
                write_bundle(self.home, ours, self.place.environment)
            except OSError as error:
                message = f"cannot write {path}: {error.strerror}"
                raise TrustError(message) from None

        theirs = system_bundle(self.place.environment, besides=path)
        return Step(f"{joined(('cat', str(theirs), str(ours.path)))} > {shlex.quote(str(path))}", do)


def load(home: Path) -> str:
    """The command that sets the variables in a shell."""
    return f". {shlex.quote(str(shell_file(home)))}"


def _holds(path: Path, ours: Certificate) -> bool:
    try:
        return ours.is_in(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False
