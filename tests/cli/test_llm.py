"""guardian llm, before real servers on loopback."""

import hashlib
import json
import os

import pytest

from tests.llm.files import FileServer
from tests.llm.scripted import Server, answer, says, takes_only

CONTENT = os.urandom(50_000)
SHA = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def configured(tmp_path):
    def write(**settings):
        path = tmp_path / "guardian.toml"
        path.write_text("[model]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items()))
        return "--config", path

    return write


def test_says_how_to_get_a_model(guardian):
    result = guardian("llm", "status")
    assert result.exit_code == 1
    assert "the language model is not configured: guardian llm install, guardian llm serve" in result.stdout


def test_says_that_a_server_can_be_used(as_json, guardian, configured):
    with Server(takes_only("json_object", says({"ok": True})), models=("qwen", "other")) as server:
        found = as_json("llm", "status", *configured(url=server.url))
        text = guardian("llm", "status", *configured(url=server.url))
    assert (found["usable"], found["reachable"], found["model"], found["models"]) == (True, True, "qwen", ["qwen", "other"])
    assert found["structured"] == "json_object"
    assert 0 < found["latency_ms"] < 5_000
    assert (found["url"], found["remote"], found["file"]) == (server.url, False, None)
    assert text.exit_code == 0
    assert "model:   qwen answers in" in text.stdout
    assert "JSON Schema enforced (json_object)" in text.stdout


def test_says_what_is_wrong_with_a_server(guardian, configured):
    with Server(answer({}, 401)) as server:
        result = guardian("llm", "status", *configured(url=server.url))
        assert (result.exit_code, "refuses the key (401)" in result.stdout) == (1, True)
    result = guardian("llm", "status", *configured(url=server.url))
    assert (result.exit_code, "a server that cannot be reached" in result.stdout) == (1, True)


def test_asks_another_machine_only_where_told_so(guardian, configured):
    result = guardian("llm", "status", *configured(url="https://203.0.113.9/v1"))
    assert result.exit_code == 2
    assert "text would leave this one; set remote = true if that is meant" in result.stderr


def test_installs_from_an_address(as_json, guardian, home):
    with FileServer(CONTENT, cuts=[20_000]) as server:
        done = as_json("llm", "install", "--from", server.url, "--sha256", SHA)
    target = home / "models" / f"{SHA[:16]}.gguf"
    assert done == {"file": str(target), "sha256": SHA, "bytes": len(CONTENT), "new": True}
    assert target.read_bytes() == CONTENT
    again = guardian("llm", "install", "--from", server.url, "--sha256", SHA)
    assert again.exit_code == 0
    assert f"already installed: {target}" in again.stdout
    assert f"guardian llm serve --file {target}" in again.stdout


def test_installs_what_the_configuration_names(as_json, configured, tmp_path):
    (tmp_path / "m.gguf").write_bytes(CONTENT)
    config = configured(source=(tmp_path / "m.gguf").as_uri(), sha256=SHA, file="kept.gguf")
    assert as_json("llm", "install", *config)["file"] == str(tmp_path / "kept.gguf")
    assert (tmp_path / "kept.gguf").read_bytes() == CONTENT


def test_shows_how_far_it_is(guardian):
    with FileServer(CONTENT) as server:
        result = guardian("llm", "install", "--from", server.url, "--sha256", SHA)
    assert "of 0 MB" in result.stderr
    assert result.stderr.count("\n") < 15


def test_keeps_nothing_but_what_was_wanted(guardian, home):
    with FileServer(CONTENT) as server:
        result = guardian("llm", "install", "--from", server.url)
    assert result.exit_code == 1
    assert "is not the file wanted" in result.stderr
    assert list((home / "models").iterdir()) == []


@pytest.mark.parametrize("digest", ["abc", "z" * 64])
def test_takes_no_other_digest(refused, digest):
    assert "64 hexadecimal digits" in refused("llm", "install", "--sha256", digest)


def test_serves_no_file_that_is_not_there(guardian, home):
    result = guardian("llm", "serve")
    assert result.exit_code == 1
    assert f"there is no model file at {home / 'models'}" in result.stderr
    assert "run guardian llm install" in result.stderr
