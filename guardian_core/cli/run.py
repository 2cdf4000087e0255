"""`guardian run` and `guardian demo`: the proxy itself, and the proxy before a small internet of its own."""

from functools import partial

import click

from guardian_core import ports
from guardian_core.cli.shell import FailedError, complain, config_option, json_option, print_json
from guardian_core.errors import SettingsError
from guardian_core.profiles import PROFILES
from guardian_core.settings import Settings


@click.command()
@click.option("--web", "mode", flag_value="web", help="Show the flows in a browser (mitmweb).")
@click.option("--tui", "mode", flag_value="tui", help="Show the flows in this terminal (mitmproxy).")
@click.option("--headless", "mode", flag_value="headless", default="headless", help="Print one line per decision (the default).")
@click.option("--observe", is_flag=True, help="Decide and record, but change nothing: start here.")
@click.option("--quiet", is_flag=True, help="No line per request, only warnings and errors.")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="PORT", help="Listen here instead; 0 takes a free port.")
@click.option("--profile", type=click.Choice(PROFILES), help="A named starting point, in place of the configuration's own.")
@config_option
@json_option
def run(mode: str, settings: Settings, *, observe: bool, quiet: bool, port: int | None, profile: str | None, as_json: bool) -> int:
    """Run the proxy until Ctrl-C.

    Point a browser, the system's proxy settings or HTTPS_PROXY at the address it prints. It reads each outgoing request, weighs
    it against the destination's privacy policy, and lets it through, rewrites the personal parts, or blocks it. With --json, one
    object that says how it runs comes first. It takes up a change of the configuration while it runs, unless it cannot be used.
    Where the usual port is taken it chooses another one, and says so; guardian exec and the like find it all the same.

    \b
    Examples:
      guardian run --web
      guardian run --observe --config guardian.toml
      guardian run --profile agent
      HTTPS_PROXY=http://127.0.0.1:8080 curl https://shop.example
    """
    from guardian_addons import preflight

    given: dict[str, dict[str, object]] = {"decision": {"observe": True}} if observe else {}
    if port is not None:
        given["proxy"] = {"port": port or ports.free_port()}
    if given or profile:
        settings = settings.again(profile=profile, given=given)
    try:
        settings, sentences = preflight.with_free_ports(settings, mode)  # type: ignore[arg-type] # click gives one of the three
        preflight.check(settings, mode)  # type: ignore[arg-type] # click gives one of the three flag values
    except SettingsError as error:
        raise FailedError(str(error)) from None
    for sentence in sentences:
        click.echo(f"guardian: {sentence}", err=True)
    from guardian_addons.run import run_proxy

    def ready() -> None:
        if as_json:
            where = {"host": settings.proxy.host, "port": settings.proxy.port, "home": str(settings.home)}
            print_json({"mode": mode, "observe": settings.decision.observe, **where})

    return run_proxy(settings, mode=mode, complain=partial(complain, as_json=as_json), ready=ready, quiet=quiet)  # type: ignore[arg-type] # click gives one of the three flag values


@click.command()
@json_option
def demo(*, as_json: bool) -> int:
    """Watch it work: a local internet, twenty-five real requests through the real proxy, before and after.

    Nothing leaves this machine. The exit status is 0 only if what each server received is what the decision says.

    \b
    Examples:
      guardian demo
      guardian demo --json
    """
    from guardian_core.demo import run_demo

    return run_demo(json=as_json)
