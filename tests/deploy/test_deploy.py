"""What can be told of deploy/ without a Docker daemon: every path and command in it is one that exists."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from guardian_core.cli import main
from guardian_core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def guardian(words):
    """The command as it is written, asked for its help."""
    return CliRunner().invoke(main, [*words, "--help"], prog_name="guardian")


def test_copies_what_is_there_and_not_ignored():
    copied = [word for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE) for word in line.split()]
    allowed = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sorted(copied) == sorted(allowed)
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_builds_what_the_project_is_made_of():
    folders = {
        name.split(".")[0] for name in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    }
    there = {"guardian_addons": "addons", "guardian_certs": "certs"}
    assert {there.get(name, name) for name in folders} <= set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))


def test_runs_as_nobody_in_particular_and_checks_itself():
    stages = DOCKERFILE.split("\nFROM ")
    assert re.search(r"^USER (?!root)\w+$", stages[-1], re.MULTILINE)
    assert stages[-1].index("USER ") < stages[-1].index("ENTRYPOINT")
    check = re.search(r"^    CMD (\[.*\])$", stages[-1], re.MULTILINE)[1]
    assert guardian(re.findall(r'"(\w+)"', check)[1:2]).exit_code == 0
    for option in ("--json", "--config"):
        assert option in guardian(["exec"]).stdout


def test_has_a_configuration_that_is_one():
    settings = Settings.load(DEPLOY / "guardian.toml")
    assert (settings.proxy.host, settings.proxy.port) == ("0.0.0.0", 8080)


def test_has_a_configuration_with_the_model_that_is_one(tmp_path):
    text = (DEPLOY / "guardian.toml").read_text()
    commented = text[text.index("# [model]") :].replace("# ", "")
    (tmp_path / "guardian.toml").write_text(text[: text.index("# [model]")] + commented)
    assert Settings.load(tmp_path / "guardian.toml").model.url == "http://llm:8080/v1"


def test_composes_what_keeps_the_proxy_to_this_machine():
    yaml = pytest.importorskip("yaml")
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    proxy, llm = composed["services"]["guardian"], composed["services"]["llm"]
    assert all(port.startswith("127.0.0.1:") for port in proxy["ports"])
    assert "ports" not in llm
    assert composed["networks"][llm["networks"][0]]["internal"] is True
    assert (DEPLOY / proxy["build"]["context"] / proxy["build"]["dockerfile"]).is_file()
    named = {volume.split(":")[0] for service in (proxy, llm) for volume in service["volumes"]}
    assert {name for name in named if not name.startswith(".")} <= composed["volumes"].keys()


UNITS = sorted(DEPLOY.glob("*.service"))


@pytest.mark.parametrize("unit", UNITS, ids=[unit.stem for unit in UNITS])
def test_starts_a_command_that_exists(unit):
    line = re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)[1]
    program, *words = shlex.split(line)
    assert program.endswith("/bin/guardian")
    help_text = guardian(words[:1]).stdout
    assert [word for word in words[1:] if word.startswith("--") and word not in help_text] == []


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
@pytest.mark.parametrize("unit", UNITS, ids=[unit.stem for unit in UNITS])
def test_is_a_unit_that_systemd_understands(unit, tmp_path):
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE)
    (tmp_path / unit.name).write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", str(tmp_path / unit.name)], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]) == (0, [])
