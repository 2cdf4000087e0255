"""`guardian ca`: the authority that intercepts, and who trusts it: shown, put into certificate stores, taken out again."""

from collections.abc import Sequence
from pathlib import Path

import click

from guardian_core.cli.shell import FAILED, FailedError, config_option, json_option, print_json, say, table
from guardian_core.errors import TrustError
from guardian_core.settings import Settings
from guardian_core.trust import STORES, Certificate, Place, Step, Store, certificate, stores
from guardian_core.trust.programs import load

dry_run = click.option("--dry-run", is_flag=True, help="Print the exact commands, and run none of them.")
root = click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path("/"),
    show_default=True,
    metavar="FOLDER",
    help="The system store of the system in this folder, such as an image that is being built.",
)
names = click.argument("names", nargs=-1, metavar="[STORE]...", type=click.Choice(STORES))


@click.group(no_args_is_help=True)
def ca() -> None:
    """The certificate authority that the proxy signs with, and the certificate stores that may trust it.

    STORE is one of system, firefox, chromium, java, python, node, curl, git; without one, all that this machine has.

    \b
    Examples:
      guardian ca install --dry-run
      guardian ca install firefox chromium
      guardian ca remove
      guardian ca status
    """


@ca.command()
@config_option
@json_option
def show(settings: Settings, *, as_json: bool) -> None:
    """Say where the authority's certificate lies, its fingerprint and its last day.

    \b
    Examples:
      guardian ca show
      guardian ca show --json
    """
    from guardian_certs import interception_ca

    certificate(settings.home)
    found = interception_ca(settings.home)
    if as_json:
        print_json({"certificate": str(found.certificate), "sha256": found.fingerprint, "expires": found.expires})
    else:
        say(f"certificate: {found.certificate}\nSHA-256:     {found.fingerprint}\nlast day:    {found.expires}")


@ca.command()
@root
@config_option
@json_option
def status(root: Path, settings: Settings, *, as_json: bool) -> int:
    """Say which stores trust the authority. Exit status 0 if every store of this machine does.

    \b
    Examples:
      guardian ca status
      guardian ca status --json
    """
    ours = certificate(settings.home)
    seen = [(store, store.look(ours)) for store in stores(settings.home, Place(root=root.absolute()))]
    if as_json:
        rows = [{"store": store.name, "title": store.title, "state": look.state, "says": look.says} for store, look in seen]
        print_json({"certificate": str(ours.path), "stores": rows})
    else:
        say(table([[store.title, look.state, look.says] for store, look in seen]))
    return 0 if all(look.state in {"trusted", "absent"} for _, look in seen) else FAILED


@ca.command()
@names
@dry_run
@root
@config_option
@json_option
def install(names: tuple[str, ...], root: Path, settings: Settings, *, dry_run: bool, as_json: bool) -> int:
    """Make certificate stores trust the authority; it is made first where there is none (also with
    --dry-run, whose commands name it). A second time changes nothing.

    Python, Node, curl and git get a file with the system's authorities and ours, and a file for shells that sets their variables.
    What belongs to the system is done by sudo.

    \b
    Examples:
      guardian ca install --dry-run
      guardian ca install
      guardian ca install firefox chromium
      guardian ca install python node
    """
    from guardian_addons.authority import make

    try:
        make(settings.home)
    except (OSError, ValueError) as error:
        message = f"the authority cannot be made in {settings.home / 'ca'}: {getattr(error, 'strerror', None) or error}"
        raise FailedError(message) from None
    ours = certificate(settings.home)
    results = [_change(store, ours, "install", dry_run=dry_run) for store in _chosen(names, root, settings, ours)]
    shells = any(result["store"] in ("python", "node", "curl", "git") and not result["problem"] for result in results)
    return _tell(results, load(settings.home) if shells and not dry_run else None, dry_run=dry_run, as_json=as_json)


@ca.command()
@names
@dry_run
@root
@config_option
@json_option
def remove(names: tuple[str, ...], root: Path, settings: Settings, *, dry_run: bool, as_json: bool) -> int:
    """Take the authority out of certificate stores: what `install` did, undone. The authority itself stays.

    \b
    Examples:
      guardian ca remove --dry-run
      guardian ca remove
      guardian ca remove java
    """
    ours = certificate(settings.home)
    results = [_change(store, ours, "remove", dry_run=dry_run) for store in _chosen(names, root, settings, ours)]
    return _tell(results, None, dry_run=dry_run, as_json=as_json)


def _chosen(names: tuple[str, ...], root: Path, settings: Settings, ours: Certificate) -> list[Store]:
    """The stores that were named, else those that this machine has."""
    known = stores(settings.home, Place(root=root.absolute()))
    return [store for store in known if (store.name in names if names else store.look(ours).state != "absent")]


def _change(store: Store, ours: Certificate, what: str, *, dry_run: bool) -> dict[str, object]:
    """Take the steps of one store; a store that cannot be changed does not keep the others from it."""
    done: list[str] = []
    problem = None
    try:
        steps: Sequence[Step] = store.install(ours) if what == "install" else store.remove(ours)
        for step in steps:
            if not dry_run:
                step.do()
            done.append(step.shown)
    except TrustError as error:
        problem = str(error)
    state = store.look(ours).state
    if not dry_run and not problem and (state == "trusted") != (what == "install") and state != "absent":
        problem = f"the commands ran, and it is {state} all the same"
    return {"store": store.name, "title": store.title, "commands": done, "state": state, "problem": problem}


def _tell(results: list[dict[str, object]], shells: str | None, *, dry_run: bool, as_json: bool) -> int:
    failed = any(result["problem"] for result in results)
    if as_json:
        print_json({"dry_run": dry_run, "stores": results, "shell": shells})
    elif dry_run:
        for result in results:
            say("\n".join([f"# {result['title']}", *_commands(result)]))
    else:
        say(table([[str(result["title"]), _in_words(result)] for result in results]) if results else "nothing to do")
        if shells:
            say(f"Python, Node, curl and git trust it in shells that load:\n  {shells}")
    return FAILED if failed else 0


def _commands(result: dict[str, object]) -> list[str]:
    commands = result["commands"]
    lines = list(map(str, commands)) if isinstance(commands, list) else []
    return [*lines, f"# {result['problem']}"] if result["problem"] else lines or ["# nothing to do"]


def _in_words(result: dict[str, object]) -> str:
    if result["problem"]:
        return f"NOT DONE: {result['problem']}"
    return f"{result['state']}{'' if result['commands'] else ' already'}"
