"""The desktop's proxy settings pointed at the proxy, and put back; what was there is kept in a file until it is back.

The file is written before the first change and removed after the last one, so that after a crash of either side `off` still knows
what was there.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import SystemProxyError
from guardian_core.system_proxy.desktops import DESKTOPS, Desktop, Line, Read, Values, run_read
from guardian_core.trust.steps import put, run

NAME = "system-proxy.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """What was there before, on which desktop, and what was written."""

    desktop: str
    proxy: str
    before: Values
    ours: Values


def kept(home: Path) -> Kept | None:
    """What `on` left; None where the settings are nobody's but the user's.

    Raises:
        SystemProxyError: the file cannot be read; the message says what to do.
    """
    path = home / NAME
    try:
        found = json.loads(path.read_bytes())
        return Kept(found["desktop"], found["proxy"], dict(found["before"]), dict(found["ours"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        message = f"{path}, which holds the proxy settings from before, cannot be read: set them by hand, then remove it"
        raise SystemProxyError(message) from None


@dataclass(frozen=True, slots=True)
class Change:
    """What has to be done: the commands, and the file that is written before them (None: removed after them)."""

    commands: tuple[Line, ...]
    keeps: Kept | None
    left: tuple[str, ...] = ()  # keys that somebody else has changed since, and that stay


def turned_on(home: Path, desktop: Desktop, proxy: str, read: Read = run_read) -> Change:
    """What points the desktop at `proxy`; from an earlier `on` the values from before it are taken over, never its own."""
    present = desktop.read(read)
    if not present or (all(value is None for value in present.values()) and desktop.name == "GNOME"):
        message = f"{desktop.name} does not say its proxy settings: is this the session of a desktop?"
        raise SystemProxyError(message)
    ours = _for_each(desktop.ours(proxy), present)
    earlier = kept(home)
    before = {key: present.get(key) for key in ours}
    if earlier is not None and earlier.desktop == desktop.name:
        before |= {
            key: value for key, value in earlier.before.items() if key in before and present.get(key) == earlier.ours.get(key)
        }
    changed = {key: value for key, value in ours.items() if present.get(key) != value}
    return Change(tuple(desktop.write(changed)) if changed else (), Kept(desktop.name, proxy, before, ours))


def turned_off(home: Path, read: Read = run_read) -> Change | None:
    """What puts the values back that are still ours; None where nothing was changed."""
    earlier = kept(home)
    if earlier is None:
        return None
    desktop = next((one for one in DESKTOPS if one.name == earlier.desktop), None)
    if desktop is None:
        message = f"{home / NAME} is of a desktop that is not known here: {earlier.desktop}"
        raise SystemProxyError(message)
    present = desktop.read(read)
    back = {key: value for key, value in earlier.before.items() if present.get(key) == earlier.ours.get(key) != value}
    left = tuple(
        key for key, value in present.items() if key in earlier.ours and value not in {earlier.ours[key], earlier.before[key]}
    )
    return Change(tuple(desktop.write(back)) if back else (), None, left)


def carry_out(home: Path, change: Change) -> None:
    """Do it; raises TrustError where a command fails, and then the file stays."""
    path = home / NAME
    if change.keeps is not None:
        content = {"desktop": change.keeps.desktop, "proxy": change.keeps.proxy}
        values = {"before": change.keeps.before, "ours": change.keeps.ours}
        try:
            put(path, json.dumps({**content, **values}, indent=2))
        except OSError as error:
            message = f"nothing was changed: {path} cannot be written ({error.strerror})"
            raise SystemProxyError(message) from None
    for line in change.commands:
        run(line)
    if change.keeps is None:
        path.unlink(missing_ok=True)


def _for_each(ours: Values, present: Values) -> Values:
    """A key that ends in ``*`` stands for every one that is there."""
    return {
        real: value
        for key, value in ours.items()
        for real in (([one for one in present if one.startswith(key[:-1])]) if key.endswith("*") else [key])
    }
