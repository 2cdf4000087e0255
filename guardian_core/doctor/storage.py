"""What lies on disk: the home folder, the two databases; and the clock, by which all of it is dated."""

import contextlib
import datetime
import os
import shlex
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509

from guardian_core.doctor.check import Check
from guardian_core.settings import Settings
from guardian_core.trust.place import out_of_reach
from guardian_core.trust.steps import output

BUSY_SECONDS = 2.0
ROOM = 4 << 20  # bytes that must be free: a database grows by pages, and its log beside it
KEYS = ("digest.key", "ca/mitmproxy-ca.pem", "ca/mitmproxy-ca.p12")  # below the home folder
AHEAD = 3_600.0  # seconds by which a row may be younger than now: clocks are set back a little all the time
BACKDATED = datetime.timedelta(days=2)  # what mitmproxy takes off the beginning of a certificate


def home(folder: Path) -> Check:
    """Whether it can be written, and by nobody else."""
    quoted = shlex.quote(str(folder))
    if folder.exists() and not folder.is_dir():
        return Check("home", "problem", f"{folder} is not a folder", f"mv {quoted} {quoted}.old")
    if out_of_reach(folder):
        return Check("home", "problem", f"{folder} cannot be written", f"sudo chown -R $(id -u) {quoted}")
    if folder.exists() and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return Check("home", "note", f"others can look into {folder}", f"chmod 700 {quoted}")
    if folder.exists() and (free := shutil.disk_usage(folder).free) < ROOM:
        return Check("home", "problem", f"the disk with {folder} is full ({free >> 10} KB are free)", f"df -h {quoted}")
    return Check("home", "ok", str(folder))


def secrets(settings: Settings) -> Check:
    """Whether others can read what is secret: registered values, keys, logins, and the databases, which say where you were."""
    home, places = settings.home, (settings.audit.store, settings.policy.store, settings.likelihood.store)
    named = (settings.identities, settings.proxy.upstream_login_file, settings.model.key_file, *places)
    files = [path for path in (*named, *(home / name for name in KEYS), *sorted(home.glob("*.db*"))) if path and path.is_file()]
    loose = [path for path in dict.fromkeys(files) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if not loose or os.name == "nt":  # there the bits say nothing
        return Check("secrets", "ok", "keys, registered values and databases are their owner's alone")
    shown = ", ".join(dict.fromkeys(path.name for path in loose))
    command = f"chmod 600 {' '.join(shlex.quote(str(path)) for path in loose)}"
    if any(map(_within_reach, loose)):
        return Check("secrets", "problem", f"others on this machine can read {shown}", command)
    return Check("secrets", "note", f"only the folder around it keeps others from {shown}", command)


def _within_reach(path: Path) -> bool:
    """Whether others may go down all folders to a file."""
    return all(stat.S_IMODE(folder.stat().st_mode) & 0o011 for folder in path.absolute().parents)


def policies(settings: Settings) -> Check:
    """Whether the database of policies can be read."""
    path = settings.policy.store or settings.home / "policies.db"
    if not settings.policy.enabled:
        return Check("policies", "note", "privacy policies are not looked at ([policy] enabled = false)")
    if not path.exists():
        return Check("policies", "ok", "none stored yet")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
            (said,) = db.execute("pragma quick_check(1)").fetchone()
            count = db.execute("select count(*) from sqlite_master").fetchone()[0]
    except sqlite3.Error as error:
        return Check("policies", "problem", f"{path} cannot be read ({error})", _aside(path))
    if said != "ok" or not count:
        return Check("policies", "problem", f"{path} is damaged", _aside(path))
    return Check("policies", "ok", f"{path} can be read")


def journal(settings: Settings) -> Check:
    """Whether the journal's database can be written."""
    path = settings.audit.store or settings.home / "audit.db"
    if not settings.audit.enabled:
        return Check("journal's file", "skipped", "recording is switched off ([audit] enabled = false)")
    if not path.exists():
        if out_of_reach(path):
            return Check(
                "journal's file", "problem", f"{path} cannot be made", f"sudo chown $(id -u) {shlex.quote(str(path.parent))}"
            )
        return Check("journal's file", "ok", "none yet; it can be made")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)) as db:
            db.execute("begin immediate")
            db.execute("rollback")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return Check("journal's file", "problem", f"{path} stays locked by another program", f"fuser {shlex.quote(str(path))}")
        return Check("journal's file", "problem", f"{path} cannot be written ({error})", _aside(path))
    except sqlite3.Error as error:
        return Check("journal's file", "problem", f"{path} is damaged ({error})", _aside(path))
    return Check("journal's file", "ok", f"{path} can be written")


def _aside(path: Path) -> str:
    """Out of the way: the next start makes a new one."""
    quoted = shlex.quote(str(path))
    return f"mv {quoted} {quoted}.damaged"


def clock(settings: Settings, now: float) -> Iterator[Check]:
    """Whether this machine's clock agrees with what was dated before; certificates are refused by a wrong one."""
    command = "sudo timedatectl set-ntp true" if shutil.which("timedatectl") else "set the clock"
    says = "the clock is behind: {what} is dated {date}"
    newest = max(_dates(settings), default=None)
    if newest is not None and newest[0] > now + AHEAD:
        date = datetime.datetime.fromtimestamp(newest[0], datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield Check("clock", "problem", says.format(what=newest[1], date=date), command)
    elif (
        shutil.which("timedatectl") and (output(("timedatectl", "show", "-p", "NTPSynchronized", "--value")) or "").strip() == "no"
    ):
        yield Check("clock", "note", "nobody sets the clock (no time synchronisation)", command)
    else:
        shown = time.strftime("%Y-%m-%d %H:%M %Z", time.localtime(now))
        yield Check("clock", "ok", shown)


def _dates(settings: Settings) -> Iterator[tuple[float, str]]:
    """Moments that have been."""
    with contextlib.suppress(OSError, ValueError):
        made = x509.load_pem_x509_certificate((settings.home / "ca" / "mitmproxy-ca-cert.pem").read_bytes())
        yield (made.not_valid_before_utc + BACKDATED).timestamp(), "our authority"
    path = settings.audit.store or settings.home / "audit.db"
    if path.exists():
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db,
        ):
            (newest,) = db.execute("select max(time) from decisions").fetchone()
            if newest:
                yield float(newest), "the newest row of the journal"
