"""What all commands share."""

import subprocess
import sys

import pytest

from guardian_core.cli import main


def test_suggests_the_command_that_was_meant(refused):
    assert "Did you mean 'score'" in refused("scor")


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
