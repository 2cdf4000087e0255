"""`guardian bench proxy`: our proxy beside bare mitmdump."""

import click

from guardian_core.cli.shell import json_option, print_json, say


@click.command()
@click.option("--n", type=click.IntRange(8, 1_000_000), default=400, show_default=True, help="Requests per round.")
@click.option("--connections", type=click.IntRange(1, 1_000), default=8, show_default=True, help="Connections at once.")
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True, help="Rounds, of which medians are taken.")
@click.option("--upload", type=click.IntRange(1, 100_000), default=20, show_default=True, help="Megabytes of the upload.")
@click.option("--sockets", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Connections of the last case.")
@click.option("--cases", default="abcdefg", show_default=True, help="Letters of the cases that are measured.")
@json_option
def proxy(n: int, connections: int, rounds: int, upload: int, sockets: int, *, cases: str, as_json: bool) -> None:
    """Measure our proxy beside bare mitmdump, in one run on this machine.

    Seven cases: 1 KB of JSON without and with personal data, 100 KB, an upload, ten events a second, a WebSocket's echoes, many
    connections. The run fails where a personal value reaches the server through ours. With --json, {"rows": [...]}: one object per
    case and proxy (rps, p50_ms, p95_ms, p99_ms, first_ms, errors, peak_mb), then what ours adds (ratio, added_p50_ms, …),
    and last the detector's own time for the body with personal data and how many times that we add to it.

    \b
    Examples:
      guardian bench proxy
      guardian bench proxy --cases ab --rounds 9
      guardian bench proxy --n 100 --rounds 1 --upload 1000 --json
    """
    from guardian_core.evaluation.proxy import Size, measure, render

    try:
        rows = measure(Size(n, connections, rounds, upload, sockets, cases))
    except RuntimeError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json({"rows": rows})
    else:
        say(render(rows))
