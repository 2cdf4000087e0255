"""Certificate stores: who trusts the authority that intercepts, and the steps that put it in or take it out."""

from pathlib import Path

from guardian_core.trust import nss, programs
from guardian_core.trust.bundle import bundle_path, write_bundle
from guardian_core.trust.certificate import Certificate, certificate
from guardian_core.trust.java import JavaStore
from guardian_core.trust.place import Place
from guardian_core.trust.steps import Step
from guardian_core.trust.store import Seen, State, Store
from guardian_core.trust.system import SystemStore

STORES = ("system", "firefox", "chromium", "java", *programs.VARIABLES)


def stores(home: Path, place: Place | None = None) -> tuple[Store, ...]:
    """Every store that is known, in the order of `STORES`; `home` holds what the variables name."""
    here = place or Place()
    own = (programs.ProgramStore(name, home, here) for name in programs.VARIABLES)
    return (SystemStore(here), nss.firefox(here), nss.chromium(here), JavaStore(here), *own)


__all__ = [
    "STORES",
    "Certificate",
    "Place",
    "Seen",
    "State",
    "Step",
    "Store",
    "bundle_path",
    "certificate",
    "stores",
    "write_bundle",
]
