"""`guardian rules`: the rules, words and patterns of the configuration: shown, added, removed, and tried on one request."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from guardian_core.cli import rule_edits
from guardian_core.cli.rule_test import test_rules
from guardian_core.cli.shell import FAILED, config_option, json_option, print_json, say, table
from guardian_core.cli.toml_file import Change, change, place
from guardian_core.cli.words import word, words
from guardian_core.configuration import tables
from guardian_core.rules import CONDITIONS, EFFECTS, Rule
from guardian_core.settings import Settings
from guardian_core.vocabulary import Category, Purpose, Recipient

KINDS = ("rule", "allow", "deny", "pattern")


@click.group(no_args_is_help=True)
def rules() -> None:
    """Rules of your own: about whole requests ([[rules]]), words and patterns ([detect]). They stand in the configuration.

    \b
    Examples:
      guardian rules list
      guardian rules add 'my clinic' --site clinic.example --category Health --decide allow
      echo 'see HRN-204113' | guardian rules test --url https://api.example/v1 --body -
    """


@rules.command(name="list")
@config_option
@json_option
def list_rules(settings: Settings, *, as_json: bool) -> int:
    """List the rules of the configuration; exit status 1 where there are none.

    \b
    Examples:
      guardian rules list --config guardian.toml
    """
    rows = list(_rows(settings))
    if as_json:
        print_json({"rules": rows})
    elif rows:
        say(table([[row["kind"], row["name"], row["category"] or "", row["detail"]] for row in rows]))
    else:
        say("no rules; see [[rules]], detect.allow, detect.deny and detect.patterns in docs/rules.md")
    return 0 if rows else FAILED


def _rows(settings: Settings) -> Iterator[dict[str, Any]]:
    for one in settings.rules:
        yield {"kind": "rule", "name": one.name, "category": None, "detail": in_words(one)}
    for allowed in settings.detect.allow:
        yield {"kind": "allow", "name": allowed, "category": None, "detail": ""}
    for denied, category in settings.detect.deny.items():
        yield {"kind": "deny", "name": denied, "category": category.value, "detail": ""}
    for rule in settings.detect.patterns:
        more = [f"check {rule.validator}"] if rule.validator else []
        more += [f"beside {', '.join(rule.context)}"] if rule.context else []
        yield {"kind": "pattern", "name": rule.name, "category": rule.category.value, "detail": "; ".join([rule.regex, *more])}


def in_words(rule: Rule) -> str:
    """What the rule says in one line: ``site clinic.example, categories Health → decide allow``."""
    conditions = [f"{key} {_text(value)}" for key in CONDITIONS if (value := getattr(rule, key))]
    effects = [f"{key} {_text(value)}" for key in EFFECTS if (value := getattr(rule, key)) is not None]
    return f"{', '.join(conditions) or 'every request'} → {', '.join(effects)}"


def _text(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


@rules.command(name="add", no_args_is_help=True)
@click.argument("name")
@click.option("--site", metavar="HOST", help="Only requests to this host and all below it.")
@click.option("--client", metavar="ADDRESS", help="Only requests of this client, or of this network (192.0.2.0/24).")
@click.option(
    "--category", "categories", multiple=True, metavar="C", help="Only such data; may be repeated. Of words and patterns: theirs."
)
@click.option("--recipient", "recipients", multiple=True, metavar="R", help="Only where one of these receives it; may be repeated.")
@click.option("--decide", type=click.Choice(["allow", "deny"]), help="Send it as it is, or do not send it, whatever the risk.")
@click.option("--least-level", type=click.IntRange(1, 5), help="Where it is rewritten, at this level at least.")
@click.option("--most-level", type=click.IntRange(1, 5), help="Where it is rewritten, from this level on at most.")
@click.option("--as-recipient", metavar="R", help="Weigh it as if this received it.")
@click.option("--as-purpose", metavar="P", help="Weigh it as if it served this purpose.")
@click.option("--never-personal", is_flag=True, help="NAME is a word that is never personal.")
@click.option("--always-personal", is_flag=True, help="NAME is a word that always is, of --category.")
@click.option("--pattern", metavar="REGEX", help="A pattern of this name, whose finds are of --category.")
@config_option
@json_option
def add(
    name: str,
    settings: Settings,
    *,
    pattern: str | None,
    never_personal: bool,
    always_personal: bool,
    as_json: bool,
    **given: Any,  # what the rule itself says, by its keys
) -> None:
    """Add a rule about whole requests, a word, or a pattern to the configuration; its comments and order stay.

    NAME is how explanations call the rule or pattern; of a word, the word itself. A proxy that runs takes it up within seconds.
    The first rule that says something of a request counts, and a new one goes behind those that are there.

    \b
    Examples:
      guardian rules add 'my clinic' --site clinic.example --category Health --decide allow
      guardian rules add 'no ads' --recipient advertising --decide deny
      guardian rules add 'Willow Labs' --never-personal
      guardian rules add 'Project Heron' --always-personal --category Content
      guardian rules add 'staff number' --pattern 'HRN-[0-9]{6}' --category DeviceID
    """
    said = _said(**given)
    kind = _kind(said, pattern, never_personal=never_personal, always_personal=always_personal)
    if (kind, name) in list(rule_edits.names(_tables(settings))):
        message = f"there is one called {name!r} already; remove it first, or choose another name"
        raise click.BadParameter(message)
    path = place(settings)
    change(path, _edit(kind, name, said, pattern))
    _tell("added", kind, name, str(path), as_json=as_json)


def _said(
    *, categories: Sequence[str], recipients: Sequence[str], as_recipient: str | None, as_purpose: str | None, **plain: Any
) -> dict[str, Any]:
    """The keys of a rule that were given, in the words of the configuration and in its order."""
    given = plain | {
        "categories": [one.value for one in sorted(words(Category, categories))] if categories else None,
        "recipients": [one.value for one in sorted(words(Recipient, recipients))] if recipients else None,
        "as_recipient": word(Recipient, as_recipient).value if as_recipient else None,
        "as_purpose": word(Purpose, as_purpose).value if as_purpose else None,
    }
    return {key: given[key] for key in (*CONDITIONS, *EFFECTS) if given[key] is not None}


def _edit(kind: str, name: str, said: dict[str, Any], pattern: str | None) -> Change:
    if kind == "rule":
        return rule_edits.add_rule({"name": name, **said})
    if kind == "allow":
        return rule_edits.add_allowed(name)
    (category,) = said["categories"]
    if kind == "deny":
        return rule_edits.add_denied(name, category)
    return rule_edits.add_pattern({"name": name, "regex": pattern, "category": category})


def _kind(said: dict[str, Any], pattern: str | None, *, never_personal: bool, always_personal: bool) -> str:
    """Which of the four kinds the options describe."""
    chosen = [kind for kind, on in (("allow", never_personal), ("deny", always_personal), ("pattern", pattern is not None)) if on]
    if len(chosen) > 1:
        message = "--never-personal, --always-personal and --pattern exclude each other"
        raise click.UsageError(message)
    kind = chosen[0] if chosen else "rule"
    fitting = {"rule": set(said), "allow": set(), "deny": {"categories"}, "pattern": {"categories"}}[kind]
    if set(said) - fitting:
        message = f"{kind} does not take --{min(set(said) - fitting).replace('_', '-')}"
        raise click.UsageError(message)
    if kind in {"deny", "pattern"} and len(said.get("categories", ())) != 1:
        message = "name the category of what it finds, one: --category Content"
        raise click.UsageError(message)
    return kind


@rules.command(name="remove", no_args_is_help=True)
@click.argument("name")
@click.option("--kind", type=click.Choice(KINDS), help="Which, where several have that name.")
@config_option
@json_option
def remove(name: str, kind: str | None, settings: Settings, *, as_json: bool) -> None:
    """Take a rule, word or pattern out of the configuration; everything else in the file stays as it is.

    \b
    Examples:
      guardian rules remove 'my clinic'
      guardian rules remove 'Project Heron' --kind deny
    """
    path = place(settings)
    one, called = rule_edits.found(_tables(settings), name, kind)
    change(path, rule_edits.remove(one, called))
    _tell("removed", one, called, str(path), as_json=as_json)


def _tables(settings: Settings) -> dict[str, Any]:
    path = place(settings)
    return tables(path) if path.exists() else {}


def _tell(what: str, kind: str, name: str, file: str, *, as_json: bool) -> None:
    if as_json:
        print_json({what: {"kind": kind, "name": name}, "file": file})
    else:
        say(f"{what} {kind} {name!r} in {file}")


rules.add_command(test_rules)
