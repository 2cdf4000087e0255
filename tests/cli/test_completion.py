"""Completion, by a real bash."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guardian_core.cli.completion import SHELLS

PROGRAMS = str(Path(sys.executable).parent)
needs_both = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("guardian", path=PROGRAMS)), reason="no bash, or no guardian"
)
TYPED = (
    ("guardian ca in", "install"),
    ("guardian exe", "exec"),
    ("guardian doctor --js", "--json"),
    ("guardian ca install fire", "firefox"),
)


@pytest.mark.parametrize("shell", SHELLS)
def test_prints_what_a_shell_loads(guardian, as_json, shell):
    said = guardian("completion", shell)
    assert said.exit_code == 0
    assert "_GUARDIAN_COMPLETE" in said.stdout
    assert as_json("completion", shell)["script"] in said.stdout


@needs_both
@pytest.mark.parametrize(("typed", "completed"), TYPED)
def test_completes_in_bash(typed, completed):
    script = f"""
    . /dev/stdin <<< "$(guardian completion bash)"
    COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMP_LINE={typed!r}
    $(complete -p guardian | sed 's/.*-F \\([^ ]*\\).*/\\1/') guardian "${{COMP_WORDS[-1]}}" ""
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.stdout.split() == [completed], done.stderr


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_is_a_script_that_bash_can_read(guardian):
    subprocess.run(["bash", "-n"], input=guardian("completion", "bash").stdout, text=True, check=True)
