"""The command line: `guardian`, one file per group of commands."""

try:
    import click

    from guardian_core.cli.anonymize import anonymize
    from guardian_core.cli.audit import audit
    from guardian_core.cli.bench import bench
    from guardian_core.cli.config import config
    from guardian_core.cli.decide import decide
    from guardian_core.cli.identities import identities
    from guardian_core.cli.lists import lists
    from guardian_core.cli.llm import llm
    from guardian_core.cli.policy import policy
    from guardian_core.cli.report import report
    from guardian_core.cli.rules import rules
    from guardian_core.cli.run import demo, run
    from guardian_core.cli.score import score
    from guardian_core.cli.shell import Plain
except KeyboardInterrupt:  # the imports take long enough to be interrupted
    raise SystemExit(130) from None


@click.group(cls=Plain, no_args_is_help=True)
@click.version_option(package_name="guardianagent", prog_name="guardian")
def main() -> None:
    """GuardianAgent: a proxy that weighs every outgoing request against the destination's own privacy policy.

    \b
    Start here:
      guardian demo           watch it work, without touching anything
      guardian run --observe  the proxy, deciding but changing nothing
      guardian audit          what it decided, and why
    """


for command in (run, demo, decide, anonymize, score, policy, llm, audit, identities, report, rules, lists, config, bench):
    main.add_command(command)

__all__ = ["main"]
