"""Java's store: the `cacerts` of the runtime that `java` on the PATH (or JAVA_HOME) is, written by `keytool`."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import TrustError
from guardian_core.trust.certificate import Certificate
from guardian_core.trust.place import Place, out_of_reach
from guardian_core.trust.steps import Step, command, missing, output
from guardian_core.trust.store import Seen

ALIAS = "guardianagent"
PASSWORD = "changeit"  # noqa: S105 - of every Java; the file is public
JKS = b"\xfe\xed\xfe\xed"  # the older format: names and certificates stand in it as they are
STORES = ("lib/security/cacerts", "jre/lib/security/cacerts")


@dataclass(frozen=True, slots=True)
class JavaStore:
    """Read by every Java program that brings no store of its own."""

    place: Place = field(default_factory=Place)
    name: str = "java"
    title: str = "Java (cacerts)"

    @property
    def home(self) -> Path | None:
        """The folder of the runtime."""
        named = self.place.environment.get("JAVA_HOME")
        if named:
            return Path(named)
        program = self.place.which("java")
        return Path(program).resolve().parent.parent if program else None

    @property
    def keystore(self) -> Path | None:
        """Its file of authorities."""
        home = self.home
        return next((home / name for name in STORES if (home / name).exists()), None) if home else None

    @property
    def keytool(self) -> str | None:
        """The program that writes it: the runtime's own, so that both know the format."""
        own = self.home / "bin" / "keytool" if self.home else None
        return str(own) if own and own.exists() else self.place.which("keytool")

    def look(self, ours: Certificate) -> Seen:
        """By the bytes of the file where they are not encrypted, else by the SHA-256 that keytool prints, which takes a second."""
        keystore, keytool = self.keystore, self.keytool
        if keystore is None:
            return Seen("absent", "no Java here")
        content = keystore.read_bytes() if os.access(keystore, os.R_OK) else b""
        if ours.der in content:
            return Seen("trusted")
        if content.startswith(JKS):
            return Seen("outdated" if ALIAS.encode() in content else "missing", str(keystore))
        if keytool is None:
            return Seen("unknown", missing("keytool", self.place.which))
        said = output((keytool, "-list", "-alias", ALIAS, "-keystore", str(keystore), "-storepass", PASSWORD))
        if said is None:
            return Seen("missing", str(keystore))
        return Seen("trusted") if ours.sha256 in said.upper().replace(":", "") else Seen("outdated", str(keystore))

    def install(self, ours: Certificate) -> Sequence[Step]:
        """An older one of ours goes first: keytool does not replace."""
        state = self._require(ours)
        words = ("-importcert", "-noprompt", "-trustcacerts", "-alias", ALIAS, "-file", ours.path)
        steps = () if state == "trusted" else (self._tool(*words),)
        return (self._tool("-delete", "-alias", ALIAS), *steps) if state == "outdated" else steps

    def remove(self, ours: Certificate) -> Sequence[Step]:
        """Whatever stands there under our name."""
        if self.look(ours).state in {"absent", "missing"}:
            return ()
        self._require(ours)
        return (self._tool("-delete", "-alias", ALIAS),)

    def _require(self, ours: Certificate) -> str:
        seen = self.look(ours)
        if seen.state in {"absent", "unknown"}:
            raise TrustError(seen.says)
        return seen.state

    def _tool(self, *words: str | Path) -> Step:
        keystore = self.keystore or Path()
        whole = (self.keytool or "keytool", *words, "-keystore", keystore, "-storepass", PASSWORD)
        return command(*whole, as_root=out_of_reach(keystore))
