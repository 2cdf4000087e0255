"""A home of its own for every test, and the command line as programs see it."""

import json

import pytest
from click.testing import CliRunner

from guardian_core.cli import main
from tests.cli.published import check_output


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GUARDIAN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def guardian():
    """Run a command; whatever it prints with --json must be what docs/schemas/output.json says."""

    def run(*arguments, stdin=b""):
        words = [str(argument) for argument in arguments]
        result = CliRunner().invoke(main, words, input=stdin, prog_name="guardian")
        if "--json" in words and result.stdout.startswith("{"):
            check_output(words, json.loads(result.stdout))
        return result

    return run


@pytest.fixture
def as_json(guardian):
    """The object a command prints with --json; fails unless it ends well and prints nothing else."""

    def run(*arguments, stdin=b""):
        result = guardian(*arguments, "--json", stdin=stdin)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return run


@pytest.fixture
def refused(guardian):
    """The one line a command answers bad input with."""

    def run(*arguments, stdin=b""):
        result = guardian(*arguments, stdin=stdin)
        assert result.exit_code == 2, result.output
        assert isinstance(result.exception, SystemExit)
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1, result.stderr
        return result.stderr

    return run
