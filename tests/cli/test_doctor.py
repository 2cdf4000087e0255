"""guardian doctor from end to end: a proxy that protects, and one that is not there."""

import json

from guardian_core import ports


def test_says_that_it_protects(guardian, as_json, shared_proxy):
    said = as_json("doctor", "--config", shared_proxy.config)
    states = {check["name"]: check["state"] for check in said["checks"]}
    assert said["healthy"] is True
    assert said["verdict"].startswith("it protects")
    assert {states[name] for name in ("proxy", "request", "journal", "HTTP/3", "authority", "authority's key")} == {"ok"}
    lines = guardian("doctor", "--config", shared_proxy.config).stdout.splitlines()
    assert any(line.startswith("ok       request ") for line in lines)
    assert "it protects" in "\n".join(lines[-12:])


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
