"""`guardian score`: a likelihood and an action's context in, the risk with all its factors and the decision out."""

import click

from guardian_core import risk as stage
from guardian_core.cli.shell import json_option, print_json, say
from guardian_core.cli.words import SHORTHAND, transparency, word, words
from guardian_core.risk.tables import BAND, CREDIT
from guardian_core.vocabulary import Basis, Category, Decision, Purpose, Recipient, Risk, Transparency


def _all(kind: type[Category | Recipient | Purpose | Basis]) -> str:
    return ", ".join(kind)


def _likelihood(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    if not 0 <= value <= 1:  # also NaN, which click's own range lets pass
        message = f"{value} is not between 0 and 1"
        raise click.BadParameter(message)
    return value


def _basis(_context: click.Context, _parameter: click.Parameter, value: str) -> Basis:
    return word(Basis, value)


def _transparency(_context: click.Context, _parameter: click.Parameter, value: str) -> Transparency:
    return transparency(value)


@click.command(no_args_is_help=True)
@click.option(
    "--likelihood", type=float, required=True, callback=_likelihood, metavar="X", help="How likely the policy is violated, 0 to 1."
)
@click.option(
    "--category",
    "categories",
    multiple=True,
    required=True,
    metavar="C",
    callback=lambda _context, _parameter, values: words(Category, values),
    help=f"What kind of data leaves. One of: {_all(Category)}.",
)
@click.option(
    "--recipient",
    "recipients",
    multiple=True,
    required=True,
    metavar="R",
    callback=lambda _context, _parameter, values: words(Recipient, values),
    help=f"Who receives it. One of: {_all(Recipient)}.",
)
@click.option(
    "--purpose",
    "purposes",
    multiple=True,
    required=True,
    metavar="P",
    callback=lambda _context, _parameter, values: words(Purpose, values),
    help=f"What for. One of: {_all(Purpose)}.",
)
@click.option("--basis", required=True, metavar="B", callback=_basis, help=f"How it came about. One of: {_all(Basis)}.")
@click.option(
    "--transparency",
    "disclosed",
    required=True,
    metavar="T",
    callback=_transparency,
    help=f"What the policy discloses: {', '.join(SHORTHAND)}, or a comma list of {', '.join(CREDIT)}.",
)
@json_option
def score(  # noqa: PLR0917 - click passes the options by name
    likelihood: float,
    categories: frozenset[Category],
    recipients: frozenset[Recipient],
    purposes: frozenset[Purpose],
    basis: Basis,
    disclosed: Transparency,
    *,
    as_json: bool,
) -> None:
    """Weigh an action by hand: risk R, every factor, and what would be decided.

    Options for categories, recipients and purposes may be repeated or hold a comma list; the largest multiplier counts. Names are
    accepted in any case, with or without underscores, spaces and parentheses.

    \b
    Examples:
      guardian score --likelihood 0.7 --category Content --recipient first_party --purpose functionality \\
                     --basis user_initiated --transparency full
      guardian score --likelihood 0.7 --category email,phone --recipient advertising --purpose marketing,profiling \\
                     --basis background --transparency text,rights --json
    """
    assessed = stage.assess(categories, recipients, purposes, basis, disclosed, likelihood)
    decision = stage.decide(assessed)
    if as_json:
        print_json(as_object(assessed, decision))
    else:
        say(as_text(assessed, decision))


def as_object(risk: Risk, decision: Decision) -> dict[str, object]:
    """The stable JSON of `guardian score`."""
    factors = risk.model_dump(mode="json", include={"R", "S_d", "S_eff", "M_tr", "M_p", "M_b", "M_T", "tier"})
    level = int(decision.level) if decision.level else None
    return {**factors, "decision": decision.verdict.value, "z": decision.z, "level": level}


def as_text(risk: Risk, decision: Decision) -> str:
    """The two formulas with their numbers, the band, the decision."""
    band = BAND[risk.tier]
    level = f" at level {decision.level}, z = {decision.z:.3f}" if decision.level else ""
    return (
        f"S_eff = min(1, S_d · M_tr · M_p · M_b) = min(1, {risk.S_d:.2f} · {risk.M_tr:.3f} · {risk.M_p:.3f} · {risk.M_b:.2f})"
        f" = {risk.S_eff:.3f}\n"
        f"R     = clamp(L · S_eff · M_T)         = {risk.L:.2f} · {risk.S_eff:.3f} · {risk.M_T:.2f} = {risk.R:.3f}\n"
        f"tier {risk.tier}: allow below {band.allow_ceiling:.2f}, deny from {band.deny_floor:.2f}\n"
        f"→ {decision.verdict}{level}"
    )
