"""A real model for the tests marked `llm`: that of GUARDIAN_LLM_URL, else the installed file, served for the session."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guardian_core.llm.engine import installed
from guardian_core.llm.installing import model_file
from guardian_core.model_settings import ModelSettings

HOME = Path(os.environ.get("GUARDIAN_HOME") or Path("~/.guardianagent").expanduser())  # before any test sets its own


@pytest.fixture(scope="session")
def real_url():
    """The address of a server with a real model; skips where there is none (make test-llm gets one)."""
    given = os.environ.get("GUARDIAN_LLM_URL")
    if given:
        yield given
        return
    file = Path(os.environ.get("GUARDIAN_LLM_FILE") or model_file(ModelSettings(), HOME))
    if not file.is_file() or not installed():
        pytest.skip("no model: set GUARDIAN_LLM_URL, or run make test-llm, which installs one")
    command = [
        sys.executable,
        "-m",
        "guardian_core.cli",
        "llm",
        "serve",
        "--file",
        str(file),
        "--threads",
        str(os.cpu_count()),
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = ""
            while not said.endswith("}\n"):
                line = server.stdout.readline()
                assert line, "the server did not start"
                said += line
            yield json.loads(said)["url"]
        finally:
            server.terminate()
