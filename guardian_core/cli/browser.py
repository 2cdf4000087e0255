"""`guardian browser`: a browser with a profile of its own, behind the proxy."""

import subprocess
import sys
from collections.abc import Callable

import click

from guardian_core.cli.shell import FailedError, config_option, json_option, print_json
from guardian_core.settings import Settings


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("url", required=False)
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
        quiet = None if sys.stderr.isatty() else subprocess.DEVNULL
        return subprocess.run(launch.command, env=dict(launch.environment), stderr=quiet, check=False).returncode  # noqa: S603 - a browser
