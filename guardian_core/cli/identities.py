"""`guardian identities`: the names, addresses and numbers of the user that trackers must not learn, plain, encoded or digested."""

import sys
from collections.abc import Sequence

import click

from guardian_core.cli.shell import FAILED, config_option, json_option, print_json, say, table
from guardian_core.detect import KINDS, Identity, changing_identities, identity, load_identities, masked, save_identities
from guardian_core.errors import IdentityError
from guardian_core.settings import Settings


@click.group(no_args_is_help=True)
def identities() -> None:
    """Register your own names, addresses and numbers: they are found however trackers write, encode or hash them.

    They lie in one file in the home folder that only you can read, and are never logged. A running proxy sees a change at the next
    request. What leaves is decided as for any other personal value; registering only means that it is found.

    \b
    Examples:
      guardian identities add
      guardian identities list
    """


@identities.command()
@click.argument("values", nargs=-1, metavar="[VALUE]...")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), help="What it is; e-mail addresses and numbers such as +44 … tell by themselves."
)
@config_option
@json_option
def add(values: Sequence[str], kind: str | None, settings: Settings, *, as_json: bool) -> None:
    """Register values: asked for without echo, or one per line on standard input.

    VALUE on the command line works too, but lands in the history of your shell and in the list of processes. A name needs five
    letters, an address eight letters and digits, a user name four: what is shorter would be found in every text.

    \b
    Examples:
      guardian identities add
      guardian identities add --kind name < names.txt
      guardian identities add --kind address "48 Sedge Road, Lower Marl, LM4 7QX"
    """
    texts = values or _asked()
    if not texts:
        raise click.UsageError("no value was given")
    regions = settings.detect.phone_regions
    added = [identity(kind, text, regions) for text in texts]
    with changing_identities(settings.identities):
        known = load_identities(settings.identities, regions)
        new = [one for one in dict.fromkeys(added) if one not in known]
        if new:
            save_identities(settings.identities, (*known, *new))
    if as_json:
        print_json(
            {"added": [_row(number, one) for number, one in enumerate(new, len(known) + 1)], "registered": len(known) + len(new)}
        )
    else:
        say(f"registered {len(new)} new, {len(known) + len(new)} in all" + ("" if new else ": known already"))


def _asked() -> list[str]:
    """Values from a prompt without echo, or the lines of standard input."""
    if sys.stdin.isatty():
        return [click.prompt("Value", hide_input=True)]
    return [line.strip() for line in sys.stdin.buffer.read().decode("utf-8", "replace").splitlines() if line.strip()]


@identities.command("list")
@click.option("--reveal", is_flag=True, help="Print the values themselves.")
@config_option
@json_option
def list_(settings: Settings, *, reveal: bool, as_json: bool) -> None:
    """List what is registered, masked.

    \b
    Examples:
      guardian identities list
      guardian identities list --reveal --json
    """
    rows = [_row(number, one, reveal=reveal) for number, one in enumerate(_registered(settings), 1)]
    if as_json:
        print_json({"rows": rows})
    elif rows:
        say(table([["number", "kind", "value"], *([str(row["number"]), str(row["kind"]), str(row["value"])] for row in rows)]))
    else:
        say("nothing is registered: guardian identities add")


@identities.command()
@click.argument("which", nargs=-1, metavar="[NUMBER|VALUE]...")
@click.option("--all", "everything", is_flag=True, help="Remove all of them.")
@config_option
@json_option
def remove(which: Sequence[str], settings: Settings, *, everything: bool, as_json: bool) -> int:
    """Forget values: by their number in the list, or by the value.

    The exit status is 1 if none of them was registered.

    \b
    Examples:
      guardian identities remove 2
      guardian identities remove --all
    """
    if bool(which) == everything:
        raise click.UsageError("name what to remove by its number in the list, or say --all")
    with changing_identities(settings.identities):
        known = _registered(settings)
        gone = set(known) if everything else {one for text in which for one in _named(text, known)}
        if gone:
            save_identities(settings.identities, [one for one in known if one not in gone])
    if as_json:
        print_json({"removed": len(gone), "registered": len(known) - len(gone)})
    else:
        say(f"removed {len(gone)}, {len(known) - len(gone)} left")
    return 0 if gone or everything else FAILED


def _named(text: str, known: Sequence[Identity]) -> list[Identity]:
    """The registered values that a number in the list, or a value, names."""
    same = " ".join(text.split()).casefold()
    found = [one for one in known if one.value.casefold() == same]
    if found or not text.strip().isdigit() or len(text.strip()) > 4:
        return found
    number = int(text)
    if not 1 <= number <= len(known):
        message = f"no number {number} in the list of {len(known)}"
        raise IdentityError(message)
    return [known[number - 1]]


def _registered(settings: Settings) -> tuple[Identity, ...]:
    return load_identities(settings.identities, settings.detect.phone_regions)


def _row(number: int, one: Identity, *, reveal: bool = False) -> dict[str, object]:
    return {"number": number, "kind": one.kind, "value": one.value if reveal else masked(one)}
