"""python -m guardian_core.cli."""

import subprocess
import sys


def test_is_the_command_line():
    command = [sys.executable, "-m", "guardian_core.cli", "--version"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.startswith("guardian, version ")
