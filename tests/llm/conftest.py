"""Real models for the tests marked `llm`: the one that judges and writes, and a tiny one that is only there (make test-llm)."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from guardian_core.llm.engine import installed
from guardian_core.llm.installing import TINY, model_file
from guardian_core.model_settings import ModelSettings
from guardian_core.ports import free_port

HOME = Path(os.environ.get("GUARDIAN_HOME") or Path("~/.guardianagent").expanduser())  # before any test sets its own


@pytest.fixture(scope="session")
def real_url():
    """The address of a server with a real model: that of GUARDIAN_LLM_URL, else the installed file (make test-llm-full)."""
    given = os.environ.get("GUARDIAN_LLM_URL")
    if given:
        yield given
        return
    file = Path(os.environ.get("GUARDIAN_LLM_FILE") or model_file(ModelSettings(), HOME))
    if not file.is_file() or not installed():
        pytest.skip("no model: set GUARDIAN_LLM_URL, or run make test-llm-full, which installs one (1.1 GB)")
    with served(file) as url:
        yield url


@pytest.fixture(scope="session")
def tiny_url():
    """The address of a server with the tiny model that lies in the folder GUARDIAN_LLM_CACHE (make test-llm)."""
    folder = os.environ.get("GUARDIAN_LLM_CACHE")
    file = model_file(ModelSettings(sha256=TINY.sha256), Path(folder)) if folder else None
    if file is None or not file.is_file() or not installed():
        pytest.skip("no tiny model: run make test-llm, which fetches one (98 MB) and llama.cpp (34 MB)")
    with served(file) as url:
        yield url


@contextmanager
def served(file):
    """`guardian llm serve` of a file, on a free port, with every processor."""
    options = ["--file", str(file), "--port", str(free_port()), "--threads", str(os.cpu_count()), "--json"]
    command = [sys.executable, "-m", "guardian_core.cli", "llm", "serve", *options]
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
