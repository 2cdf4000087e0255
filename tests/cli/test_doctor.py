"""guardian doctor from end to end: a proxy that protects, and one that is not there."""

import json
import shlex

import pytest

from guardian_core import ports
from guardian_core.cli.doctor import _edit


def test_says_that_it_protects(guardian, as_json, shared_proxy):
    said = as_json("doctor", "--config", shared_proxy.config)
    states = {check["name"]: check["state"] for check in said["checks"]}
    assert said["healthy"] is True
    assert said["verdict"].startswith("it protects")
    assert {
        states[name] for name in ("proxy", "request", "journal", "HTTP/3", "authority", "authority's key", "configuration")
    } == {"ok"}
    lines = guardian("doctor", "--config", shared_proxy.config).stdout.splitlines()
    assert any(line.startswith("ok       request ") for line in lines)
    assert "it protects" in "\n".join(lines[-12:])


def test_says_with_which_file_the_proxy_runs(as_json, shared_proxy, monkeypatch):
    monkeypatch.setenv("GUARDIAN_HOME", str(shared_proxy.home))
    said = next(check for check in as_json("doctor")["checks"] if check["name"] == "configuration")
    path = shared_proxy.config.resolve()
    assert said["says"] == f"no file; every setting has its default; but the proxy at {shared_proxy.url} runs with {path}"
    assert (said["state"], said["command"]) == ("note", f"guardian doctor --config {path}")


def test_ends_with_one_command_for_each_problem(guardian, home, tmp_path):
    config = tmp_path / "guardian.toml"
    config.write_text(f"[proxy]\nport = {ports.free_port()}\n")
    result = guardian("doctor", "--config", config)
    assert result.exit_code == 1
    verdict, *commands = result.stdout.strip().split("\n\n")[-1].splitlines()
    assert verdict == "2 problems: authority, proxy"
    assert commands == ["  authority: guardian ca install", "  proxy: guardian run"]
    said = json.loads(guardian("doctor", "--json", "--config", config).stdout)
    assert [check["command"] for check in said["checks"] if check["state"] == "problem"] == ["guardian ca install", "guardian run"]


@pytest.mark.parametrize(
    ("text", "says", "line"),
    {
        "no TOML": ("[proxy]\nport = 1234\nhost =\n", "is not valid TOML: Invalid value (at line 3, column 7)", "+3 "),
        "faults": ('[proxy]\nprot = 1\nport = "x"\n[[rules]]\nname = "x"\n', " cannot be used: proxy.p", ""),
        "a rule": ('[[rules]]\nname = "x"\n', " cannot be used: rule 1: it changes nothing", ""),
    }.values(),
    ids=["no TOML", "faults", "a rule"],
)
def test_takes_a_broken_configuration_for_one_problem_among_others(guardian, home, tmp_path, monkeypatch, text, says, line):
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: "/usr/bin/vi" if name == "vi" else None)
    config = tmp_path / "my guardian.toml"
    config.write_text(text)
    result = guardian("doctor", "--json", "--config", config)
    first, *others = json.loads(result.stdout)["checks"]
    assert (result.exit_code, first["name"], first["state"]) == (1, "configuration", "problem")
    assert says in first["says"]
    assert first["says"].endswith("; what follows goes by the defaults")
    assert "\n" not in first["says"]
    assert first["command"] == f"vi {line}{shlex.quote(str(config))}"
    assert {"home", "authority", "proxy", "language model"} <= {check["name"] for check in others}


@pytest.mark.parametrize(
    ("editor", "there", "command"),
    [
        ("emacs -nw", (), "$EDITOR +2 "),
        ("", ("nano", "vim"), "nano +2 "),
        ("", ("vim",), "vim +2 "),
        ("", (), "cat -n "),
    ],
)
def test_names_an_editor_that_is_there(tmp_path, monkeypatch, editor, there, command):
    config = tmp_path / "guardian.toml"
    config.write_text("a = \n")
    monkeypatch.setenv("EDITOR", editor)
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: name if name in there else None)
    assert _edit(config, "broken (at line 2, column 5)") == f"{command}{shlex.quote(str(config))}"


def test_says_that_the_configuration_is_not_there(guardian, home, tmp_path):
    result = guardian("doctor", "--config", tmp_path / "none.toml")
    assert result.exit_code == 1
    assert "cannot read the configuration" in result.stdout.splitlines()[0]
    assert f"  configuration: ls -l {tmp_path / 'none.toml'}\n" in result.stdout
