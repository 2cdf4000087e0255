"""Watch the files that the settings were read from; when one changes, read and check all anew, then decide by it from then on.

A configuration that cannot be used changes nothing: the one before stays in force and one line says why. So does a file that has
become empty, as editors leave one behind whose save failed. What is fixed while the proxy runs (where it listens, its home) waits
for the next start, and a line says so.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from pathlib import Path

from guardian_addons.shell import Shell

from guardian_core.errors import GuardianError, SettingsError
from guardian_core.settings import Settings

logger = logging.getLogger("guardian_addons")

SECONDS = 1.0  # between two looks
PROXY = ("host", "port", "web_port", "trust_ca", "mode", "upstream", "upstream_login_env", "upstream_login_file", "pac_port")
FIXED = ("home", *(f"proxy.{name}" for name in PROXY))

Stamp = tuple[tuple[int, int, int] | None, ...]


class Reloading:
    """The watch; one per proxy."""

    def __init__(self, shell: Shell, seconds: float = SECONDS) -> None:
        self.shell = shell
        self.seconds = seconds
        self.task: asyncio.Task[None] | None = None
        # As the file had it at the start; what is in use may listen elsewhere, for a port was taken.
        self.begun: Settings | None = None
        self.read: Settings | None = None  # as the file had it the last time

    def running(self) -> None:
        """Begin, where there is a file to watch."""
        missing = [name for name, path in self.shell.settings.fetched.items() if not path.is_file()]
        if missing:
            logger.warning("decision.sources: %s was never fetched; run guardian lists update", ", ".join(missing))
        if self.shell.settings.source.path is not None and self.task is None:
            self.task = asyncio.get_running_loop().create_task(self._watch(stamp(watched(self.shell.settings))))

    async def done(self) -> None:
        """End it."""
        if self.task is not None:
            self.task.cancel()

    async def _watch(self, seen: Stamp) -> None:
        with contextlib.suppress(GuardianError):  # it was changed since the start, and that will be said below
            self.begun = self.read = await asyncio.to_thread(self.shell.settings.again)
        while True:
            await asyncio.sleep(self.seconds)
            found = await asyncio.to_thread(stamp, watched(self.shell.settings))
            if found == seen:
                continue
            await asyncio.sleep(self.seconds / 5)  # an editor writes in several steps
            files = watched(self.shell.settings)
            if found != await asyncio.to_thread(stamp, files):
                continue
            await self.reload()
            # `found`, not a new look: what changed while it was read is seen the next time.
            seen = found if watched(self.shell.settings) == files else await asyncio.to_thread(stamp, watched(self.shell.settings))

    async def reload(self) -> bool:
        """Read anew; whether the new settings are in force."""
        before = self.shell.settings
        try:
            read = await asyncio.to_thread(before.again)
            refuse_emptied(read, before)
            fresh = kept(read, before)
            waiting = for_the_next_start(read, self.read or before, self.begun or before)
            changed = await asyncio.to_thread(differences, before, fresh)  # a list may have 50,000 domains
            await self.shell.change(fresh)
        except (GuardianError, OSError) as error:
            said, *faults = (line.strip() for line in str(error).splitlines() or [""])
            why = f"{said} {'; '.join(faults)}".rstrip()
            logger.error("the new configuration is not used, the one before stays in force: %s", why)  # noqa: TRY400 - one clear line
            return False
        self.read = read
        same = "nothing else than before takes effect now" if waiting else "the same settings"
        logger.info("the configuration was read again: %s", ", ".join(changed) or same)
        if waiting:
            logger.warning("%s: takes effect at the next start", ", ".join(waiting))
        if "home" in waiting:
            logger.warning(
                "this proxy goes on with %s, but commands use %s from now on: what they grant, pause or register does not reach it "
                "and what it recorded they do not see; start it again",
                before.home,
                read.home,
            )
        return True


def watched(settings: Settings) -> list[Path]:
    """The file, and the lists that it names. (The detector itself looks after the values of `guardian identities`.)"""
    path = settings.source.path
    return [*([path] if path else []), *settings.decision.lists, *settings.fetched.values()]


def stamp(paths: Iterable[Path]) -> Stamp:
    """What tells that a file is not the same as before; None for one that cannot be seen."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def kept(fresh: Settings, before: Settings) -> Settings:
    """`fresh` with what is fixed while the proxy runs as it was before."""
    proxy = {name: getattr(before.proxy, name) for name in PROXY}
    return fresh.model_copy(update={"home": before.home, "proxy": fresh.proxy.model_copy(update=proxy)})


def refuse_emptied(fresh: Settings, before: Settings) -> None:
    """Not to lose everything that the user had set because a save failed, or is under way.

    Raises:
        SettingsError: the file is empty, and was not before.
    """
    if fresh.source.empty and not before.source.empty:
        message = (
            f"the configuration {fresh.source.path} is empty, as a save leaves it that failed or is under way; "
            "to use the default settings, leave a comment in it"
        )
        raise SettingsError(message)


def for_the_next_start(fresh: Settings, before: Settings, begun: Settings) -> list[str]:
    """What has changed since `before`, but what is again as it was at the start: that is in force."""
    return [key for key in changed_for_later(before, fresh) if value(fresh, key) != value(begun, key)]


def changed_for_later(before: Settings, fresh: Settings) -> list[str]:
    """The keys that are fixed while the proxy runs, and that a changed file has otherwise."""
    return [key for key in FIXED if value(fresh, key) != value(before, key)]


def value(settings: Settings, key: str) -> object:
    """The value of ``section.key``, or of a key outside the sections."""
    found: object = settings
    for part in key.split("."):
        found = getattr(found, part)
    return found


def differences(before: Settings, after: Settings) -> list[str]:
    """The keys in which the two differ.

    >>> differences(Settings(), Settings(policy={"wait": 1}))
    ['policy.wait']
    """
    found = []
    for name in Settings.model_fields:
        one, other = getattr(before, name), getattr(after, name)
        keys = getattr(type(one), "model_fields", None)
        if keys is None:
            found += [name] if one != other else []
        else:
            found += [f"{name}.{key}" for key in keys if getattr(one, key) != getattr(other, key)]
    return found
