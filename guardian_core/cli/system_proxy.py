"""`guardian system-proxy`: the desktop's own setting, on and off."""

import os
import shutil

import click

from guardian_core import ports, running
from guardian_core.cli.shell import FailedError, config_option, json_option, print_json, say
from guardian_core.settings import Settings
from guardian_core.system_proxy import Change, carry_out, kept, present, turned_off, turned_on
from guardian_core.trust.steps import joined

dry_run = click.option("--dry-run", is_flag=True, help="Print the exact commands, and run none of them.")


@click.group("system-proxy", no_args_is_help=True)
def system_proxy() -> None:
    """Point the desktop's proxy settings at the proxy, and put them back: GNOME, KDE, macOS, Windows.

    What was set before is kept until it is back, also when the machine or the proxy goes down in between.

    \b
    Examples:
      guardian system-proxy on --dry-run
      guardian system-proxy on
      guardian system-proxy off
    """


@system_proxy.command()
@dry_run
@config_option
@json_option
def on(settings: Settings, *, dry_run: bool, as_json: bool) -> None:
    """Point the desktop at the proxy that runs. Nothing is changed while none does: the desktop would be cut off.

    \b
    Examples:
      guardian system-proxy on
      guardian system-proxy on --dry-run
    """
    found = running.find(settings.home, settings.proxy.host, settings.proxy.port)
    if found is None and not dry_run:
        message = "no proxy is running: guardian run, in another terminal, and then this"
        raise FailedError(message)
    url = found.url if found else ports.url(ports.reachable(settings.proxy.host), settings.proxy.port)
    desktop = present(shutil.which, os.environ.get("XDG_CURRENT_DESKTOP", ""))
    if desktop is None:
        message = f"no desktop whose settings are known here: set its proxy to {url} by hand, or use guardian exec"
        raise FailedError(message)
    change = turned_on(settings.home, desktop, url)
    if not dry_run:
        carry_out(settings.home, change)
    _tell(change, f"{desktop.name} uses {url}; guardian system-proxy off puts back what was set before", dry_run, as_json)


@system_proxy.command()
@dry_run
@config_option
@json_option
def off(settings: Settings, *, dry_run: bool, as_json: bool) -> None:
    """Put back what was set before. What you have changed since stays as you changed it.

    \b
    Examples:
      guardian system-proxy off
      guardian system-proxy off --dry-run
    """
    change = turned_off(settings.home)
    if change is None:
        _tell(Change((), None), "nothing to put back", dry_run, as_json)
        return
    if not dry_run:
        carry_out(settings.home, change)
    stays = f"; left as you have changed it since: {', '.join(change.left)}" if change.left else ""
    _tell(change, f"the settings are as they were before{stays}", dry_run, as_json)


@system_proxy.command()
@config_option
@json_option
def status(settings: Settings, *, as_json: bool) -> None:
    """Say whether the desktop was pointed at the proxy.

    \b
    Examples:
      guardian system-proxy status
    """
    found = kept(settings.home)
    if as_json:
        print_json({"on": found is not None, "desktop": found.desktop if found else None, "proxy": found.proxy if found else None})
    else:
        say(f"on: {found.desktop} uses {found.proxy}" if found else "off")


def _tell(change: Change, words: str, dry_run: bool, as_json: bool) -> None:
    commands = [joined(line) for line in change.commands]
    if as_json:
        print_json({"dry_run": dry_run, "commands": commands, "left": list(change.left)})
    else:
        say("\n".join(commands) or "# nothing to do" if dry_run else words)
