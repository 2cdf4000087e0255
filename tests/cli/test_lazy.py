"""A command loads its own file, and no other."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from guardian_core.cli import COMMANDS, main


def test_loads_one_command_only():
    code = "import sys; from guardian_core.cli import main; main(['audit', '--help'], standalone_mode=False); "
    code += "print(sorted(name for name in sys.modules if name.startswith('guardian_core.cli.') or name == 'onnxruntime'))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "['guardian_core.cli.audit', 'guardian_core.cli.lazy', 'guardian_core.cli.shell']"


@pytest.mark.parametrize("name", COMMANDS)
def test_knows_every_command_by_the_name_that_is_typed(name):
    assert main.commands[name].name == name


def test_lists_them_all_and_refuses_others():
    said = CliRunner().invoke(main, ["--help"], prog_name="guardian")
    assert [name for name in COMMANDS if f"\n  {name} " not in said.stdout] == []
    assert "No such command 'exce'" in CliRunner().invoke(main, ["exce"], prog_name="guardian").stderr


def test_lists_them_without_loading_any():
    code = "import sys; from guardian_core.cli import main; main(['--help'], standalone_mode=False); "
    code += "print(sorted(name for name in sys.modules if name.startswith('guardian_core.cli.') or name == 'pydantic'))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "['guardian_core.cli.lazy', 'guardian_core.cli.shell']"


@pytest.mark.parametrize("width", [60, 80, 200])
def test_lists_them_as_click_would(width):
    listed = CliRunner().invoke(main, ["--help"], prog_name="guardian", terminal_width=width, max_content_width=width).stdout
    usual = click.Group("guardian", commands=dict(main.commands))
    rows = CliRunner().invoke(usual, ["--help"], prog_name="guardian", terminal_width=width, max_content_width=width).stdout
    assert listed.partition("Commands:\n")[2] == rows.partition("Commands:\n")[2]
