"""`guardian browser`: a browser with a profile of its own, behind the proxy."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from guardian_core.cli.shell import FailedError, config_option, json_option, print_json
from guardian_core.printable import printable
from guardian_core.settings import Settings

if TYPE_CHECKING:
    from guardian_core.behind.browser import Launch

AS_ROOT = (
    "guardian: Chromium refuses to run as root without --no-sandbox: run this as a user of your own, or, where the machine is\n"
    "a container that protects enough, guardian browser https://shop.example -- --no-sandbox"
)
KEPT = 4_096  # bytes of what a browser said last
LAST_LINES = 5  # of those, that are shown where it failed
DRAIN_SECONDS = 2.0  # a process that it left behind may hold its standard error open


def address(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    """An http or https URL; an option from behind -- is the browser's, and passed on."""
    if url is None or url.startswith("-"):
        return url
    try:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname:
            return url
    except ValueError:
        pass  # no URL at all
    message = f"{url!r} is not an address that begins with http:// or https://, such as https://shop.example"
    raise click.BadParameter(message)


@click.command()
@click.argument("url", required=False, callback=address)
@click.argument("extra", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTION...]")
@click.option("--chromium", "kind", flag_value="chromium", help="Chromium, Chrome, Brave or Edge.")
@click.option("--firefox", "kind", flag_value="firefox", help="Firefox.")
@config_option
@json_option
def browser(url: str | None, extra: tuple[str, ...], settings: Settings, *, kind: str | None, as_json: bool) -> int:
    """Open a browser that is behind the proxy already: a profile of its own, which trusts the authority; yours stays as it is.

    It uses the proxy that runs, or else one that is started for as long as the browser is open. QUIC is off. What stands behind
    -- goes to the browser. With --json, it is only said what would be run.

    \b
    Examples:
      guardian browser
      guardian browser https://shop.example
      guardian browser --firefox
      guardian browser https://shop.example -- --incognito
    """
    from guardian_core import behind
    from guardian_core.behind import browser as browsers
    from guardian_core.trust import certificate

    if url is not None and url.startswith("-"):
        url, extra = "", (url, *extra)
    found = browsers.find(kind)
    if found is None:
        what = kind.capitalize() if kind else "Chromium or Firefox"
        message = f"there is no {what} here: install one, or guardian ca install for another"
        raise FailedError(message)
    name, program = found
    words = (*extra, *([url] if url else []))
    if behind.found(settings) is None and not as_json:
        click.echo("guardian: no proxy is running; starting one for this browser", err=True)
    make: Callable[..., browsers.Launch] = browsers.chromium if name == "chromium" else browsers.firefox
    with behind.proxy(settings) as proxy:
        try:
            launch = make(program, words, settings.home, proxy.url, certificate(settings.home))
        except OSError as error:
            message = f"the profile cannot be made: {error.strerror} ({error.filename})"
            raise FailedError(message) from None
        if as_json:
            print_json({"browser": name, "command": list(launch.command), "profile": str(launch.profile), "note": launch.note})
            return 0
        if launch.note:
            click.echo(f"guardian: {launch.note}", err=True)
        return _open(launch, is_chromium=name == "chromium")


def _open(launch: "Launch", *, is_chromium: bool) -> int:
    """Run it until it is closed; where it fails, say what it said, which nobody saw without a terminal, and what to do."""
    if sys.stderr.isatty():
        status, said = subprocess.run(launch.command, env=dict(launch.environment), check=False).returncode, ""  # noqa: S603 - a browser
    else:
        status, said = _heard(launch)
    if status:
        click.echo(f"guardian: {launch.command[0]} ended with status {status}" + (" and said:" if said else ""), err=True)
        for line in said.splitlines()[-LAST_LINES:]:
            click.echo(f"  {printable(line)}", err=True)
        if is_chromium and sys.platform == "linux" and os.geteuid() == 0 and "--no-sandbox" not in launch.command:
            click.echo(AS_ROOT, err=True)
    return status


def _heard(launch: "Launch") -> tuple[int, str]:
    """Its exit status and the end of what it said on standard error, where browsers talk all day."""
    end = bytearray()
    source, sink = os.pipe()

    def listen() -> None:
        while piece := os.read(source, 65_536):
            end.extend(piece)
            del end[:-KEPT]
        os.close(source)

    reader = threading.Thread(target=listen, daemon=True)
    reader.start()
    try:
        status = subprocess.run(launch.command, env=dict(launch.environment), stderr=sink, check=False).returncode  # noqa: S603 - a browser
    finally:
        os.close(sink)
    reader.join(DRAIN_SECONDS)
    return status, bytes(end).decode(errors="replace").strip()
