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
def test_completes_in_bash():
    script = """
    . /dev/stdin <<< "$(guardian completion bash)"
    complete=$(complete -p guardian | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    for typed in "$@"; do
      COMP_WORDS=($typed); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      $complete guardian "${COMP_WORDS[-1]}" ""
      echo "${COMPREPLY[*]}"
    done
    """
    environment = {**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    command = ["bash", "--norc", "-c", script, "bash", *(typed for typed, _ in TYPED)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.splitlines() == [completed for _, completed in TYPED], done.stderr


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_is_a_script_that_bash_can_read(guardian):
    subprocess.run(["bash", "-n"], input=guardian("completion", "bash").stdout, text=True, check=True)
