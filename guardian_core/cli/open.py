"""`guardian open`: the way into the control page, for whoever can read the home folder."""

import html
import os
import sys
import webbrowser
from pathlib import Path

import click

from guardian_core.cli.shell import FailedError, json_option, lenient_config_option, print_json, say
from guardian_core.settings import Settings

FILE = "control-open.html"


@click.command("open")
@click.option("--print", "printed", is_flag=True, help="Only print the link; open nothing.")
@lenient_config_option
@json_option
def open_(settings: Settings, *, printed: bool, as_json: bool) -> None:
    """Open the control page, or print a link that does: what was done in your name, and how to overrule it.

    The link works once, within two minutes, in a browser that goes through the proxy. It can only be made by whoever can read the
    home folder: a page, or another user's program, cannot.

    \b
    Examples:
      guardian open
      guardian open --print
    """
    from guardian_core import running
    from guardian_core.control import Doors

    if not settings.control.enabled:
        message = "the control page is switched off ([control] enabled = false)"
        raise FailedError(message)
    doors = Doors(settings.home, hours=settings.control.session_hours)
    try:
        link = f"https://{settings.control.host}/login?token={doors.invite()}"
    finally:
        doors.close()
    opened = not printed and not as_json and sys.stdout.isatty() and _opened(settings.home / FILE, link)
    there = running.find(settings.home, settings.proxy.host, settings.proxy.port)
    if as_json:
        print_json({"url": link, "seconds": 120, "proxy": there.url if there else None})
    elif opened:
        file = settings.home / FILE
        say(f"opened the control page ({file}). If it does not show, open this in a browser that goes through the proxy:\n{link}")
    else:
        say(f"in a browser that goes through the proxy, within two minutes:\n{link}")
    if there is None and not as_json:
        say("no proxy with this home answers, so neither will the page: start one with guardian run")


def _opened(path: Path, link: str) -> bool:
    """Whether a browser was started; on a file that leads there, for everybody may read the arguments of a program."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={html.escape(link)}">'
            f'<title>GuardianAgent</title><p><a href="{html.escape(link)}">The control page</a></p>\n'
        )
    return browser.open(path.absolute().as_uri())
