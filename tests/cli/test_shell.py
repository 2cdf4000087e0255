"""What all commands share."""

import json
import subprocess
import sys

import pytest

from guardian_core.cli import main


def test_suggests_the_command_that_was_meant(refused):
    assert "Did you mean 'score'" in refused("scoree")


def test_says_its_version(guardian):
    assert guardian("--version").stdout.startswith("guardian, version ")


@pytest.mark.parametrize("command", ["audit", "policy list", "decide --url https://shop.example.test", "run"])
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "cannot read the configuration"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"[proxy", "is not valid TOML"),
    ],
    ids=["missing", "not text", "broken"],
)
def test_names_what_is_wrong_with_the_configuration(refused, tmp_path, command, text, complaint):
    path = tmp_path / "guardian.toml"
    if text is not None:
        path.write_bytes(text)
    message = refused(*command.split(), "--config", path)
    assert complaint in message
    assert str(path) in message


def test_names_the_nearest_key_of_the_configuration(guardian, tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text("[audit]\nretention_day = 3\n")
    result = guardian("audit", "--config", path)
    assert result.exit_code == 2
    assert "did you mean 'retention_days'?" in result.stderr


def test_returns_to_a_program_that_calls_it():
    assert main(["bench", "amrsf", "--json"], standalone_mode=False) is None


def test_ends_quietly_when_the_reader_has_enough(tmp_path):
    code = "from guardian_core.cli import main; main(['bench', 'amrsf', '--json'], prog_name='guardian')"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) in {0, 1}


FAULTS = {
    "run": ("--config", "/nonexistent.toml"),
    "demo": ("--nonsense",),
    "decide": ("--url", "ftp://x.test"),
    "score": ("--likelihood", "2"),
    "audit": ("--since", "yesterday"),
    "bench amrsf": ("--n", "0"),
    "policy import": ("shop.example", "/nonexistent"),
    "policy fetch": ("not a domain",),
    "policy show": ("nowhere.example",),
    "policy search": ("nowhere.example",),
    "policy list": ("--config", "/nonexistent.toml"),
    "policy forget": (),
}


@pytest.mark.parametrize("command", FAULTS)
def test_tells_programs_of_a_fault_too(guardian, command):
    """On standard output as an object; the line for people and the exit status are as without --json."""
    plain, wanted = (guardian(*command.split(), *FAULTS[command], *extra) for extra in ((), ("--json",)))
    assert plain.exit_code == wanted.exit_code != 0
    assert plain.stdout == ""
    assert plain.stderr == wanted.stderr
    assert list(told := json.loads(wanted.stdout)) == ["error"]
    assert told["error"] in plain.stderr


@pytest.mark.parametrize("module", ["click", "phonenumbers"], ids=["the command line", "a command"])
def test_is_interrupted_quietly_while_it_loads(module):
    code = f"""
import sys
class Interrupted:
    def find_spec(self, name, *rest):
        if name == "{module}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from guardian_core.cli import main
main(["audit"])
"""
    process = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert (process.returncode, process.stderr.strip()) == (130, b"")
