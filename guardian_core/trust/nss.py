"""The stores of Firefox and of Chromium on Linux: NSS databases in folders of the user's, written by `certutil`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError
from guardian_core.trust.certificate import NICKNAME, Certificate
from guardian_core.trust.place import Place
from guardian_core.trust.steps import Step, command, missing, output
from guardian_core.trust.store import Seen

# Folders that hold Firefox's profiles, below the user's home: packaged, snap, flatpak, macOS, Windows.
PROFILES = (
    ".mozilla/firefox",
    ".config/mozilla/firefox",
    "snap/firefox/common/.mozilla/firefox",
    ".var/app/org.mozilla.firefox/.mozilla/firefox",
    "Library/Application Support/Firefox/Profiles",
    "AppData/Roaming/Mozilla/Firefox/Profiles",
)
SHARED = (".pki/nssdb", ".local/share/pki/nssdb", "snap/chromium/current/.pki/nssdb")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser", "microsoft-edge")


@dataclass(frozen=True, slots=True)
class NssStore:
    """Databases of one kind; Firefox asks none but these, Chromium on Linux these beside its own list."""

    name: str
    title: str
    databases: tuple[Path, ...]
    place: Place = field(default_factory=Place)
    nothing: str = ""  # why there is no database

    def look(self, ours: Certificate) -> Seen:
        """The worst state of any database: one profile without it is a browser that complains."""
        if not self.databases:
            return Seen("absent", self.nothing)
        if not self.place.which("certutil"):
            return Seen("unknown", missing("certutil", self.place.which))
        states = [self._state(database, ours) for database in self.databases]
        lacking = [path for path, state in zip(self.databases, states, strict=True) if state != "trusted"]
        if not lacking:
            return Seen("trusted")
        return Seen("outdated" if "outdated" in states else "missing", ", ".join(map(str, lacking)))

    def install(self, ours: Certificate) -> Sequence[Step]:
        """Make the database where there is none, take an older one of ours out, put this one in."""
        self._require()
        return tuple(step for database in self.databases for step in self._put(database, ours))

    def remove(self, ours: Certificate) -> Sequence[Step]:
        """Whatever stands there under our name."""
        present = [path for path in self.databases if (path / "cert9.db").exists()]
        if present:
            self._require()
        return tuple(_taken_out(path) for path in present if self._state(path, ours) != "missing")

    def _require(self) -> None:
        if not self.databases:
            raise TrustError(self.nothing)
        if not self.place.which("certutil"):
            raise TrustError(missing("certutil", self.place.which))

    def _state(self, database: Path, ours: Certificate) -> str:
        if not (database / "cert9.db").exists():
            return "missing"
        pem = output(("certutil", "-L", "-d", f"sql:{database}", "-n", NICKNAME, "-a"))
        if pem is None:
            return "missing"
        listed = output(("certutil", "-L", "-d", f"sql:{database}")) or ""
        trusted = any(line.startswith(NICKNAME) and line.split()[-1].startswith("C") for line in listed.splitlines())
        return "trusted" if trusted and ours.is_in(pem) and pem.count("BEGIN") == 1 else "outdated"

    def _put(self, database: Path, ours: Certificate) -> Iterable[Step]:
        state = self._state(database, ours)
        if state == "trusted":
            return
        if not (database / "cert9.db").exists():
            yield command("mkdir", "-p", "-m", "0700", database)
            yield command("certutil", "-d", f"sql:{database}", "-N", "--empty-password")
        if state == "outdated":
            yield _taken_out(database)
        yield command("certutil", "-d", f"sql:{database}", "-A", "-t", "C,,", "-n", NICKNAME, "-i", ours.path)


def _taken_out(database: Path) -> Step:
    return command("certutil", "-d", f"sql:{database}", "-D", "-n", NICKNAME)


def firefox(place: Place) -> NssStore:
    """Every profile of Firefox of this user."""
    found = sorted(path.parent for folder in PROFILES for path in (place.user / folder).glob("*/cert9.db"))
    nothing = "no profile of Firefox here: start Firefox once, or use guardian browser --firefox"
    return NssStore("firefox", "Firefox (NSS)", tuple(found), place, nothing)


def chromium(place: Place) -> NssStore:
    """The database that every Chromium of this user shares on Linux; elsewhere they ask the system's store."""
    if place.platform in {"darwin", "win32"}:
        return NssStore("chromium", "Chromium", (), place, "Chromium uses the system's store here")
    found = tuple(place.user / folder for folder in SHARED if (place.user / folder / "cert9.db").exists())
    if not found and any(map(place.which, BROWSERS)):
        found = (place.user / SHARED[0],)
    return NssStore("chromium", "Chromium, Chrome (NSS)", found, place, "no Chromium here")
