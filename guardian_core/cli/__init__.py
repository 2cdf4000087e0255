"""The command line: `guardian`, one file per group of commands."""

try:
    import click

    from guardian_core.cli.lazy import Lazy
except KeyboardInterrupt:  # the imports take long enough to be interrupted
    raise SystemExit(130) from None

# What is typed: the file below guardian_core/cli and the command in it.
COMMANDS = {
    "run": "run:run",
    "exec": "exec:exec_",
    "ca": "ca:ca",
    "browser": "browser:browser",
    "completion": "completion:completion",
    "doctor": "doctor:doctor",
    "system-proxy": "system_proxy:system_proxy",
    "pause": "pause:pause",
    "resume": "pause:resume",
    "demo": "run:demo",
    "decide": "decide:decide",
    "anonymize": "anonymize:anonymize",
    "score": "score:score",
    "policy": "policy:policy",
    "llm": "llm:llm",
    "audit": "audit:audit",
    "open": "open:open_",
    "grants": "grants:grants",
    "exceptions": "exceptions:exceptions",
    "identities": "identities:identities",
    "report": "report:report",
    "rules": "rules:rules",
    "lists": "lists:lists",
    "config": "config:config",
    "bench": "bench:bench",
}


@click.group(cls=Lazy, no_args_is_help=True)
@click.version_option(package_name="guardianagent", prog_name="guardian")
def main() -> None:
    """GuardianAgent: a proxy that weighs every outgoing request against the destination's own privacy policy.

    \b
    Start here:
      guardian demo           watch it work, without touching anything
      guardian run --observe  the proxy, deciding but changing nothing
      guardian browser        a browser behind it; guardian exec -- COMMAND: any program
      guardian doctor         whether it protects, and what to type where it does not
      guardian audit          what it decided, and why
    """


if isinstance(main, Lazy):
    main.table = COMMANDS

__all__ = ["main"]
