"""The operating system's own store: Debian, Fedora, Arch and SUSE and their like, macOS, Windows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError
from guardian_core.trust.certificate import Certificate
from guardian_core.trust.place import Place, out_of_reach
from guardian_core.trust.steps import Step, command, missing, output
from guardian_core.trust.store import Seen

FILE = "guardianagent.crt"
KEYCHAIN = "/Library/Keychains/System.keychain"


@dataclass(frozen=True, slots=True)
class Family:
    """How a family of Linux distributions keeps authorities: a folder for one's own, and a program that compiles the bundle."""

    name: str
    anchors: str
    bundle: str
    refresh: tuple[str, ...]
    forget: tuple[str, ...]  # the same after something was taken out


# In this order: SUSE has /usr/share/ca-certificates too, Debian nothing of the others.
FAMILIES = (
    Family(
        "Fedora",
        "/etc/pki/ca-trust/source/anchors",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        ("update-ca-trust", "extract"),
        ("update-ca-trust", "extract"),
    ),
    Family(
        "Arch",
        "/etc/ca-certificates/trust-source/anchors",
        "/etc/ca-certificates/extracted/tls-ca-bundle.pem",
        ("update-ca-trust", "extract"),
        ("update-ca-trust", "extract"),
    ),
    Family(
        "SUSE",
        "/etc/pki/trust/anchors",
        "/var/lib/ca-certificates/ca-bundle.pem",
        ("update-ca-certificates",),
        ("update-ca-certificates",),
    ),
    Family(
        "Debian",
        "/usr/local/share/ca-certificates",
        "/etc/ssl/certs/ca-certificates.crt",
        ("update-ca-certificates",),
        ("update-ca-certificates", "--fresh"),
    ),
)


def family(place: Place) -> Family | None:
    """Which family the system below `place.root` belongs to."""
    return next((one for one in FAMILIES if place.under_root(one.anchors).is_dir()), None)


@dataclass(frozen=True, slots=True)
class SystemStore:
    """Read by curl, git, wget, Go, most of the system; not by Firefox, Chromium on Linux, Java, Python's requests, Node."""

    place: Place = field(default_factory=Place)
    name: str = "system"

    @property
    def title(self) -> str:
        """With the family where it is known."""
        names = {"darwin": "macOS", "win32": "Windows"}
        found = family(self.place)
        return f"system ({names.get(self.place.platform) or (found.name if found else 'unknown')})"

    def look(self, ours: Certificate) -> Seen:
        """In the compiled bundle (Linux), or in the list that the system's program prints."""
        if self.place.platform == "darwin":
            return _listed(("security", "find-certificate", "-a", "-Z", KEYCHAIN), ours)
        if self.place.platform == "win32":
            return _listed(("certutil", "-user", "-store", "Root"), ours)
        found = family(self.place)
        if found is None:
            return Seen("absent", "this system keeps its authorities where we do not know; no package ca-certificates?")
        file = self.place.under_root(found.anchors) / FILE
        if _holds(self.place.under_root(found.bundle), ours):
            return Seen("trusted")
        if not file.exists():
            return Seen("missing")
        return Seen("missing", "the file is there, and not compiled in") if _holds(file, ours) else Seen("outdated")

    def install(self, ours: Certificate) -> Sequence[Step]:
        """One file and one program (Linux), one program elsewhere."""
        if self.look(ours).state == "trusted":
            return ()
        if self.place.platform == "darwin":
            words = ("security", "add-trusted-cert", "-d", "-r", "trustRoot", "-k", KEYCHAIN, ours.path)
            return (command(*words, as_root=True),)
        if self.place.platform == "win32":
            return (command("certutil", "-user", "-addstore", "Root", ours.path),)
        found = self._family()
        folder = self.place.under_root(found.anchors)
        root = out_of_reach(folder)
        copy = command("install", "-m", "0644", ours.path, folder / FILE, as_root=root)
        return (copy, command(*self._program(found.refresh), as_root=root))

    def remove(self, ours: Certificate) -> Sequence[Step]:
        """The same backwards."""
        if self.place.platform == "darwin":
            words = ("security", "delete-certificate", "-Z", ours.sha1, KEYCHAIN)
            return (command(*words, as_root=True),) if self.look(ours).state == "trusted" else ()
        if self.place.platform == "win32":
            return (command("certutil", "-user", "-delstore", "Root", ours.sha1),) if self.look(ours).state == "trusted" else ()
        found = family(self.place)
        if found is None:
            return ()
        file = self.place.under_root(found.anchors) / FILE
        if not file.exists() and self.look(ours).state != "trusted":
            return ()
        root = out_of_reach(file.parent)
        return (command("rm", "-f", file, as_root=root), command(*self._program(found.forget), as_root=root))

    def _family(self) -> Family:
        found = family(self.place)
        if found is None:
            message = missing("update-ca-certificates", self.place.which)
            raise TrustError(message)
        return found

    def _program(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The program that compiles the bundle, told where `root` is; raises TrustError where it is not installed."""
        if not self.place.which(words[0]):
            raise TrustError(missing(words[0], self.place.which))
        if not self.place.is_elsewhere:
            return words
        if words[0] != "update-ca-certificates" or (found := family(self.place)) is None or found.name != "Debian":
            return ("chroot", str(self.place.root), *words)
        folders = {
            "--certsconf": "/etc/ca-certificates.conf",
            "--certsdir": "/usr/share/ca-certificates",
            "--localcertsdir": "/usr/local/share/ca-certificates",
            "--etccertsdir": "/etc/ssl/certs",
            "--hooksdir": "/etc/ca-certificates/update.d",
        }
        return (*words, *(word for option, path in folders.items() for word in (option, str(self.place.under_root(path)))))


def _holds(path: Path, ours: Certificate) -> bool:
    try:
        return ours.is_in(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def _listed(line: Sequence[str], ours: Certificate) -> Seen:
    said = output(line)
    if said is None:
        return Seen("unknown", f"{line[0]} did not answer")
    return Seen("trusted") if ours.sha1 in said.upper().replace(" ", "").replace(":", "") else Seen("missing")
