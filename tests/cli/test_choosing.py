"""guardian anonymize with a configured language model: a real server that speaks by a script."""

import json

import pytest

from guardian_core.llm import prompt
from tests.llm.scripted import Server, obeys, says

SAID = "Erdal Yilmaz paints the bridges of the town where I grew up."
UNFOUND = "We once won the longest tomato fight of them all, and nobody has forgotten it."


def reader(guess, lines):
    """A model that guesses `guess` while it can be read, and rewrites by replacing `lines`."""

    def reply(messages):
        shown = json.loads(messages[-1]["content"].partition("\n\n")[0])
        if messages[0]["content"] == prompt("guesser"):
            told = [{"field": "clue", "guess": guess, "confidence": 0.9}] if guess in shown["text"] else []
            return {"guesses": told}
        rewritten = shown["lines"]
        for old, new in lines.items():
            rewritten = [line.replace(old, new) for line in rewritten]
        return {"lines": rewritten}

    return obeys(reply)


@pytest.fixture
def with_model(home):
    """Write the configuration that names a server."""

    def configure(url):
        home.mkdir(exist_ok=True)
        (home / "guardian.toml").write_text(f'[model]\nurl = "{url}"\n', encoding="utf-8")

    return configure


def test_the_model_takes_out_what_no_detector_found(guardian, with_model):
    with Server(reader("tomato fight", {})) as server:
        with_model(server.url)
        result = guardian("anonymize", "--adaptive", "-", stdin=UNFOUND.encode())
    assert result.stdout == UNFOUND.replace("tomato fight", "something")
    assert "nothing was found: level 1 is tried first; level 1 does not hold" in result.stderr
    assert "level 2 holds: nothing that the original supports was guessed" in result.stderr
    assert server.calls == 2


def test_a_level_of_the_model_is_that_level_alone(guardian, as_json, with_model):
    with Server(reader("never", {"Erdal Yilmaz paints": "A neighbour paints"})) as server:
        with_model(server.url)
        printed = as_json("anonymize", "--level", 4, "-", stdin=SAID.encode())
        calls = server.calls
        assert guardian("anonymize", "--level", 3, "-", stdin=SAID.encode()).stdout.startswith("[PERSON_1] paints")
        assert server.calls == calls
    assert printed["text"] == SAID.replace("Erdal Yilmaz", "A neighbour")
    assert (printed["level"], printed["adaptive"], printed["degraded"]) == (4, None, [])
    assert not any(json.dumps(asked).count("adversarial privacy auditor") for asked in server.asked)


@pytest.mark.parametrize("act", [says("Certainly! What is it?"), reader("never", {})], ids=["chats", "leaves everything"])
def test_what_the_model_gets_wrong_is_by_rule_and_said(guardian, with_model, act):
    with Server(act) as server:
        with_model(server.url)
        result = guardian("anonymize", "--level", 5, "-", stdin=SAID.encode())
    assert result.exit_code == 0
    assert "Yilmaz" not in result.stdout
    assert "level 5 by rule in part" in result.stderr


def test_a_model_that_is_gone_costs_no_privacy(guardian, with_model):
    with_model("http://127.0.0.1:9/v1")
    result = guardian("anonymize", "--adaptive", "-", stdin=SAID.encode())
    assert result.exit_code == 0
    assert "Yilmaz" not in result.stdout
    assert "the language model" in result.stderr


def test_values_of_a_document_are_rewritten_and_its_bytes_kept(guardian, with_model):
    document = json.dumps({"message": SAID, "n": 1.50}).encode()
    with Server(reader("never", {"Erdal Yilmaz paints": "A neighbour paints"})) as server:
        with_model(server.url)
        result = guardian("anonymize", "--level", 4, "--format", "json", "-", stdin=document)
    assert result.stdout_bytes == document.replace(b"Erdal Yilmaz", b"A neighbour")


def test_a_batch_counts_what_was_by_rule(as_json, with_model, tmp_path):
    source, out = tmp_path / "posts.jsonl", tmp_path / "clean.jsonl"
    source.write_text(json.dumps({"text": SAID}) + "\n", encoding="utf-8")
    with Server(says("no")) as server:
        with_model(server.url)
        printed = as_json("anonymize", "--batch", source, "--out", out, "--level", 4)
    assert (printed["rows"], printed["by_rule"]) == (1, 1)
    assert "Yilmaz" not in out.read_text(encoding="utf-8")


def test_a_batch_is_not_gone_on_with_by_another_model_setting(guardian, refused, with_model, tmp_path):
    source, out = tmp_path / "posts.jsonl", tmp_path / "clean.jsonl"
    source.write_text(json.dumps({"text": SAID}) + "\n", encoding="utf-8")
    assert guardian("anonymize", "--batch", source, "--out", out, "--level", 4).exit_code == 0
    with Server(says("no")) as server:
        with_model(server.url)
        assert "model" in refused("anonymize", "--batch", source, "--out", out, "--level", 4)
