"""What every command prints with --json is published. That it prints just that is checked for each command run (conftest.py)."""

import importlib.util
import json
from pathlib import Path

import click
import jsonschema
import pytest
from guardian_addons import authority

from guardian_core.cli.output_table import OUTPUTS, schema
from tests.cli.published import PUBLISHED, check_output, path_of, validator

SPEC = importlib.util.spec_from_file_location("docs_script", Path(__file__).parents[2] / "scripts" / "docs.py")
docs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(docs)
COMMANDS = [path for path, command in docs.commands() if not isinstance(command, click.Group)]


@pytest.mark.parametrize("path", COMMANDS)
def test_says_what_every_command_prints(path):
    assert path in PUBLISHED["commands"], "add it to guardian_core/cli/output_table.py, then python scripts/docs.py"
    validator(path)


def test_says_nothing_of_commands_that_are_gone():
    assert set(OUTPUTS) <= set(COMMANDS)


def test_publishes_what_the_types_say():
    assert json.loads(json.dumps(schema())) == PUBLISHED
    jsonschema.Draft202012Validator.check_schema({"$defs": PUBLISHED["$defs"]})


def test_sees_a_key_that_is_missing_or_not_published():
    printed = {"paused": True, "until": "2026-11-29T14:00:00+00:00"}
    check_output(["pause"], printed)
    for wrong in ({"paused": True}, printed | {"more": 1}, printed | {"until": "soon"}, {"paused": False, "was_paused": True}):
        with pytest.raises(AssertionError, match="guardian pause"):
            check_output(["pause"], wrong)


def test_takes_a_fault_from_every_command():
    for path in COMMANDS:
        assert validator(path).is_valid({"error": "no such file"})


def test_finds_the_command_that_is_typed():
    assert path_of(["rules", "test", "--url", "x"]) == "guardian rules test"
    assert path_of(["audit", "--json"]) == "guardian audit"
    assert path_of(["nonsense"]) is None
    assert path_of(["rules"]) is None


SCORED = (
    "score --likelihood 0.7 --category Content --recipient analytics --purpose analytics --basis default --transparency partial"
)


@pytest.mark.parametrize(
    "typed",
    [
        "ca status",
        "ca show",
        "resume",
        "system-proxy status",
        SCORED,
        "audit --limit 1",
        "config show",
        "grants list --all",
        "llm status",
    ],
)
def test_prints_what_it_publishes(guardian, home, typed):
    """`guardian` compares (conftest.py); here for commands whose own tests look at their words."""
    authority.make(home)
    printed = json.loads(guardian(*typed.split(), "--json").stdout)
    assert set(printed) - {"error"}
